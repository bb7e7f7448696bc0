import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { PaidLine } from '../../ui/index.ts'
import { daysOwed, endsIn, lastPaidDay, paidLineOf, type Contract } from '../contracts/index.ts'

const endingWithinDays = 7

/** Until when it is paid, today, and what follows: the paid line with its two captions (theme.md 7). */
export function BoxPaidLine({
  contract: asked,
  today,
}: {
  readonly contract: Contract
  readonly today: string
}) {
  // Days are owed where rent is late; a penalty owes none.
  const contract = asked.isExternal ? asked : { ...asked, overdue: asked.overdueRent?.amount ?? 0 }
  const t = useTranslations('mybox.box')
  const format = useFormat()
  const lastPaid = lastPaidDay(contract)
  const owed = daysOwed(contract)
  const end = endsIn(contract, today)
  const thisYear = today.slice(0, 4)
  const day = (value: string): string =>
    value.startsWith(thisYear) ? format.shortDay(value) : format.longDay(value)
  const todaySaid = t('today', { day: format.shortDay(today) })
  const line = paidLineOf(contract, today)

  if (owed > 0)
    return (
      <PaidLine
        {...line}
        start={lastPaid === null ? undefined : t('paidUntil', { day: day(lastPaid) })}
        end={t('todayOwed', { days: owed })}
      />
    )
  if (lastPaid === null)
    return (
      <PaidLine
        {...line}
        start={todaySaid}
        end={contract.startDate > today ? t('starts', { day: day(contract.startDate) }) : undefined}
      />
    )
  if (end !== null && end <= endingWithinDays)
    return <PaidLine {...line} start={todaySaid} end={t('paidEnding', { day: day(lastPaid) })} />
  // The figure of the contract's page: today counts, and so does the last paid day.
  const ahead = contract.paidAhead
  return (
    <PaidLine
      {...line}
      start={contract.startDate > today ? t('starts', { day: day(contract.startDate) }) : todaySaid}
      end={
        ahead <= 0
          ? t('paidUntil', { day: day(lastPaid) })
          : t('paidAhead', { day: day(lastPaid), days: ahead })
      }
    />
  )
}
