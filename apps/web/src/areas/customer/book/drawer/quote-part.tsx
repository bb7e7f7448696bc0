import { useTranslations } from 'use-intl'
import { QuoteLines } from '../../../../features/booking/index.ts'
import { ErrorState, SkeletonRows } from '../../../../ui/index.ts'
import type { Wizard } from './wizard.ts'
import classes from './drawer.module.css'

/** The sum line by line; while a new one is asked for the last one stays, a little paler. */
export function QuotePart({ wizard: { quote, isAsking, error, refetch } }: { readonly wizard: Wizard }) {
  const t = useTranslations('booking.quote')
  if (error !== null && !isAsking) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (quote === undefined) return <SkeletonRows rows={5} height={33} />
  return (
    <div
      className={classes.quote}
      aria-busy={isAsking}
      aria-live="polite"
      data-asking={isAsking || undefined}
    >
      <QuoteLines
        lines={quote.lines}
        total={quote.total}
        currency={quote.currency}
        next={quote.next}
        periodMonths={quote.periodMonths}
        isOpenEnded={quote.durationMonths == null}
        coverage={quote.insurance?.coverage ?? null}
      />
      <p className={classes.net}>{t('net')}</p>
    </div>
  )
}
