import { Switch } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { DayField, PeriodCards } from '../../../../features/booking/index.ts'
import { useFormat } from '../../../../i18n/index.ts'
import type { Tab } from '../use-book-search.ts'
import { MoreFields } from './more-fields.tsx'
import { Note } from './note.tsx'
import { QuotePart } from './quote-part.tsx'
import { TermPart } from './term-part.tsx'
import { TabFoot } from './tab-foot.tsx'
import type { Wizard } from './wizard.ts'
import classes from './drawer.module.css'

const ClientPicker = lazy(async () => await import('./client-picker.tsx'))

interface TermsTabProps {
  readonly wizard: Wizard
  readonly notice: string | null
  /** "Next" was pressed without a day. */
  readonly isDayMissing: boolean
  readonly onTab: (tab: Tab) => void
}

/** When, how long, how to pay, insured or not, and what that makes, line by line. */
export function TermsTab({ wizard, notice, isDayMissing, onTab }: TermsTabProps) {
  const t = useTranslations('booking.terms')
  const format = useFormat()
  const { stock, choices, change, quote, booker, hold, window } = wizard
  const insurance = quote?.insurance
  return (
    <>
      <div className={classes.body}>
        {notice !== null && <Note isAlert>{notice}</Note>}
        {hold?.reservation !== undefined && (
          <Note tone="teal">
            {t('reserved', { until: format.shortInstant(hold.reservation.expiry, stock.timeZone) })}
          </Note>
        )}
        {booker === 'superUser' && (
          <Suspense>
            <ClientPicker userId={wizard.search.userId} onPick={(userId) => wizard.go({ userId })} />
          </Suspense>
        )}
        <DayField
          label={t('arrival')}
          value={choices.arrivalDate}
          window={window}
          error={isDayMissing ? t('arrivalMissing') : null}
          onChange={(arrivalDate) => change({ arrivalDate })}
        />
        <TermPart wizard={wizard} />
        {quote !== undefined && (
          <PeriodCards
            quote={quote}
            isWhole={choices.isPaymentForEntirePeriod}
            onChange={(isPaymentForEntirePeriod) => change({ isPaymentForEntirePeriod })}
          />
        )}
        {insurance != null && (
          <Switch
            className={classes.switch}
            size="md"
            labelPosition="left"
            label={t('insurance')}
            description={t('insuranceText', {
              coverage: format.price({ amount: insurance.coverage, currency: stock.currency }),
              monthly: format.price({ amount: insurance.monthly, currency: stock.currency }),
            })}
            checked={choices.withInsurance}
            onChange={(event) => change({ withInsurance: event.currentTarget.checked })}
          />
        )}
        <QuotePart wizard={wizard} />
        <MoreFields
          currency={stock.currency}
          takesCards={stock.onlinePayment}
          choices={choices}
          change={change}
        />
      </div>
      <TabFoot next={t('toDocuments')} onNext={() => onTab('documents')}>
        <p>{t('safe')}</p>
      </TabFoot>
    </>
  )
}
