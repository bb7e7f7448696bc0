import { Button } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { getStockProcessors } from '@stowage/api/processors'
import { queryOf } from '../../../client/index.ts'
import { AttentionNote, AskedSection, SkeletonRows } from '../../../ui/index.ts'
import { StockOffers } from './stock-list.tsx'
import classes from './processors.module.css'

interface StockPaymentsSectionProps {
  readonly stockId: string
  readonly isReadOnly: boolean
}

/** On the page of a stock: what its tenants can pay online with, and where that is set. */
export function StockPaymentsSection({ stockId, isReadOnly }: StockPaymentsSectionProps) {
  const t = useTranslations('processors')
  const nav = useTranslations('sites.nav')
  const query = useQuery(queryOf(getStockProcessors, { params: { id: stockId } }))
  return (
    <AskedSection id="payments" title={nav('payments')} query={query} skeleton={<SkeletonRows rows={2} />}>
      {(stock) => (
        <div className={classes.sections}>
          <p className={classes.quiet}>{t('stock.lead')}</p>
          {!stock.isExternal && !stock.offers.some(({ isOffered }) => isOffered) && (
            <AttentionNote>{t('stock.none', { currency: stock.currency })}</AttentionNote>
          )}
          <StockOffers stock={stock} />
          {!isReadOnly && (
            <div className={classes.deeds}>
              <Button
                variant="default"
                leftSection={<IconCreditCard size={18} stroke={1.75} />}
                renderRoot={(props) => (
                  <Link to="/payment-processors" search={{ stock: stockId }} {...props} />
                )}
              >
                {t('stock.change')}
              </Button>
            </div>
          )}
        </div>
      )}
    </AskedSection>
  )
}
