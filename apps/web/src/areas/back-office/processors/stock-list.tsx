import { Button } from '@mantine/core'
import { IconBan, IconCreditCard, IconProgress, IconServer } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { StockProcessors } from '@stowage/api/processors'
import { Pill } from '../../../ui/index.ts'
import classes from './processors.module.css'

interface StockListProps {
  readonly stocks: readonly StockProcessors[]
  readonly onOpen: (stockId: string) => void
}

/** Every stock with what its tenants can pay online with; one that has nothing says so. */
export function StockList({ stocks, onOpen }: StockListProps) {
  const t = useTranslations('processors.stocks')
  return (
    <>
      <p className={classes.quiet}>{t('lead')}</p>
      <ul className={classes.list}>
        {stocks.map((stock) => (
          <li key={stock.stockId}>
            <div className={classes.name}>
              <Link to="/stocks/$id" params={{ id: stock.stockId }} hash="payments">
                {stock.name}
              </Link>
              <span className={classes.quiet}>{stock.currency}</span>
            </div>
            <StockOffers stock={stock} />
            <Button
              variant="light"
              aria-label={t('setNamed', { name: stock.name })}
              onClick={() => onOpen(stock.stockId)}
            >
              {t('set')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The methods of a stock with their processors, and what is not as it should be. */
export function StockOffers({ stock }: { readonly stock: StockProcessors }) {
  const t = useTranslations('processors')
  const isPaid = stock.offers.some(({ isOffered }) => isOffered)
  return (
    <span className={classes.pills}>
      {stock.offers.map(({ method, label, isOffered }) => (
        <Pill
          key={method}
          tone={isOffered ? 'teal' : 'amber'}
          icon={isOffered ? IconCreditCard : IconProgress}
        >
          {t('stocks.via', {
            method: t(`method.${method}`),
            name: isOffered ? label : t('stocks.waiting', { name: label }),
          })}
        </Pill>
      ))}
      {stock.isInherited && isPaid && (
        <Pill tone="gray" icon={IconServer}>
          {t('state.given')}
        </Pill>
      )}
      {!isPaid && (
        <Pill tone={stock.isExternal ? 'gray' : 'amber'} icon={IconBan}>
          {t(stock.isExternal ? 'stocks.external' : 'stocks.none')}
        </Pill>
      )}
    </span>
  )
}
