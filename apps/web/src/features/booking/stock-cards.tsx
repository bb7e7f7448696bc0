/** Where to rent: a card per stock with its real plan in small, green where free (picture 03). */
import { Button } from '@mantine/core'
import { IconArrowRight, IconClock, IconHourglass, IconMapPin, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { Pill } from '../../ui/pill.tsx'
import { bold } from './bold.tsx'
import { phoneWords } from './phone-words.ts'
import { summarise, type StockOffer } from './stock-offer.ts'
import classes from './stock-cards.module.css'

export interface StockOnCard {
  readonly id: string
  readonly name: string
  readonly address: string
  /** Said where stocks of several cities stand together. */
  readonly cityName?: string | undefined
  readonly phone: string
  readonly openingTime: string
  readonly closingTime: string
  readonly currency: string
  readonly offers: readonly StockOffer[]
}

interface StockCardsProps<Stock extends StockOnCard> {
  readonly stocks: readonly Stock[]
  readonly nearestId?: string | null
  readonly onChoose: (stock: Stock) => void
  /** Asks to be told, for a stock with nothing free. */
  readonly onTellMe: (stock: Stock) => void
  /** The plan in small (`MiniPlan` of maps), handed in because booking lies below maps. */
  readonly planOf: (stock: Stock) => ReactNode
}

export function StockCards<Stock extends StockOnCard>({
  stocks,
  nearestId = null,
  onChoose,
  onTellMe,
  planOf,
}: StockCardsProps<Stock>) {
  return (
    <ul className={classes.cards}>
      {stocks.map((stock) => (
        <li key={stock.id}>
          <StockCard
            stock={stock}
            isNearest={stock.id === nearestId}
            plan={planOf(stock)}
            onChoose={() => onChoose(stock)}
            onTellMe={() => onTellMe(stock)}
          />
        </li>
      ))}
    </ul>
  )
}

interface StockCardProps {
  readonly stock: StockOnCard
  readonly isNearest: boolean
  readonly plan: ReactNode
  readonly onChoose: () => void
  readonly onTellMe: () => void
}

function StockCard({ stock, isNearest, plan, onChoose, onTellMe }: StockCardProps) {
  const t = useTranslations('booking.stocks')
  const format = useFormat()
  const { free, total, cheapest, isScarce } = summarise(stock.offers)
  const address = stock.cityName === undefined ? stock.address : `${stock.cityName}, ${stock.address}`
  return (
    <article className={classes.card} data-nearest={isNearest}>
      <div className={classes.plan}>
        <div className={classes.drawing}>{plan}</div>
        <span className={classes.count}>
          {free === 0 ? t('full') : t.rich('free', { free, total, b: bold })}
        </span>
      </div>
      <div className={classes.facts}>
        <div className={classes.head}>
          <h2 className={classes.name}>{stock.name}</h2>
          {isNearest && (
            <Pill tone="teal" icon={IconMapPin}>
              {t('nearest')}
            </Pill>
          )}
          {isScarce && !isNearest && (
            <Pill tone="amber" icon={IconHourglass}>
              {t('few')}
            </Pill>
          )}
        </div>
        <ul className={classes.lines}>
          <li>
            <IconMapPin size={16} stroke={1.75} aria-hidden="true" />
            {address}
          </li>
          <li>
            <IconClock size={16} stroke={1.75} aria-hidden="true" />
            {t('hours', { from: stock.openingTime, to: stock.closingTime })}
          </li>
          <li>
            <IconPhone size={16} stroke={1.75} aria-hidden="true" />
            <a
              className={classes.phone}
              href={`tel:${stock.phone.replace(/[^+\d]/g, '')}`}
              aria-label={t('call', { phone: phoneWords(stock.phone) })}
            >
              {phoneWords(stock.phone)}
            </a>
          </li>
        </ul>
        <div className={classes.foot}>
          {cheapest === null ? (
            <span />
          ) : (
            <span className={classes.price}>
              <span>
                {t('from')} <b>{format.price({ amount: cheapest.price, currency: stock.currency })}</b>
              </span>
              <span className={classes.per}>
                {t('perMonth', { group: cheapest.sizeGroup.toUpperCase() })}
              </span>
            </span>
          )}
          {free === 0 ? (
            <Button variant="default" onClick={onTellMe}>
              {t('tellMe')}
            </Button>
          ) : (
            <Button
              variant={isNearest ? 'filled' : 'default'}
              rightSection={<IconArrowRight size={16} aria-hidden="true" />}
              aria-label={t('chooseName', { name: stock.name })}
              onClick={onChoose}
            >
              {t('choose')}
            </Button>
          )}
        </div>
      </div>
    </article>
  )
}
