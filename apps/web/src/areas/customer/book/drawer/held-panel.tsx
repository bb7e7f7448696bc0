import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { OwnContract } from '../../../../features/booking/index.ts'
import { needTexts, useFormat } from '../../../../i18n/index.ts'
import { SkeletonRows } from '../../../../ui/index.ts'
import type { Stock } from '../use-stock-boxes.ts'
import { Note } from './note.tsx'
import classes from './drawer.module.css'

const PendingContract = lazy(async () => {
  const [{ PendingContract: Part }] = await Promise.all([
    import('./late-contract.ts'),
    needTexts('contracts', 'billing'),
  ])
  return { default: Part }
})

/** Booked and not paid yet: after a payment that failed, or a line that broke. Pay now, see the invoice, or give it up. */
export function HeldPanel({ contract, stock }: { readonly contract: OwnContract; readonly stock: Stock }) {
  const t = useTranslations('booking.held')
  const format = useFormat()
  const { contractNumber, startDate, endDate, debt, currencyCode } = contract
  return (
    <div className={classes.panel}>
      <div className={classes.body}>
        <Note tone="teal">
          <b>{t('title')}</b>
          <p>{t('kept')}</p>
        </Note>
        <dl className={classes.held}>
          <dt>{t('contract')}</dt>
          <dd>{contractNumber}</dd>
          <dt>{t('term')}</dt>
          <dd>
            {endDate == null
              ? format.longDay(startDate)
              : `${format.day(startDate)} – ${format.day(endDate)}`}
          </dd>
          <dt className={classes.sum}>{t('toPay')}</dt>
          <dd className={classes.sum}>{format.money({ amount: debt, currency: currencyCode })}</dd>
        </dl>
        <Suspense fallback={<SkeletonRows rows={3} height={44} />}>
          <PendingContract contract={contract} takesCards={stock.onlinePayment} />
        </Suspense>
      </div>
    </div>
  )
}
