import { termChoices } from '@stowage/domain/tariff'
import { durationChoices } from '@stowage/domain/booking-choices'
import { TariffCards } from '../../../../features/booking/index.ts'
import { SkeletonRows } from '../../../../ui/index.ts'
import { DurationField } from './duration-field.tsx'
import type { Wizard } from './wizard.ts'

/** For how long: a number of months, or a tariff and what it leaves to choose (decisions 14, 16). */
export function TermPart({ wizard }: { readonly wizard: Wizard }) {
  const { stock, choices, change, quote, error } = wizard
  const common = { choices, change }
  // What is offered comes with the quote; a reservation of before may have been promised without a tariff.
  if (quote === undefined && stock.hasTariffs)
    return error === null ? <SkeletonRows rows={3} height={76} /> : null
  if (quote === undefined || quote.tariffs.length === 0)
    return (
      <DurationField
        {...common}
        months={choices.durationMonths}
        offered={durationChoices(stock.maxContractDuration)}
      />
    )
  const chosen = quote.tariffs.find(({ id }) => id === (choices.tariffId ?? quote.tariff?.id))
  const tariff = chosen ?? quote.tariffs.find(({ id }) => id === quote.tariff?.id)
  const range =
    tariff?.minMonths == null || tariff.maxMonths == null
      ? null
      : { minMonths: tariff.minMonths, maxMonths: tariff.maxMonths }
  const offered = termChoices({ term: range })
  return (
    <>
      <TariffCards
        quote={quote}
        chosen={tariff?.id ?? null}
        onChange={(tariffId) => change({ tariffId, isPaymentForEntirePeriod: false })}
      />
      {range !== null && offered.length > 1 && (
        <DurationField
          {...common}
          key={tariff?.id}
          months={Math.min(range.maxMonths, Math.max(range.minMonths, choices.durationMonths))}
          offered={offered}
        />
      )}
    </>
  )
}
