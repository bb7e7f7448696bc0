import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import type { getContract } from '@stowage/api/contracts'
import { useCompany } from '../../../features/catalog/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { CrateLabel, PaidLine } from '../../../ui/index.ts'
import classes from './results.module.css'

export type PaidContract = Answer<typeof getContract>

/** The box that was paid for: where it is and until when. */
export function PaidBox({ contract }: { readonly contract: PaidContract }) {
  const t = useTranslations('results.paid')
  const format = useFormat()
  // The business clock's day, not this machine's.
  const today = useCompany()?.businessNow.slice(0, 10) ?? contract.startDate
  const { unitNumber, physicalSize, unit, stock, startDate, endDate, paidUntil } = contract
  return (
    <section className={classes.box} aria-label={unitNumber}>
      <div>
        <CrateLabel number={unitNumber} size="xl" />
      </div>
      <p className={classes.place}>
        {[format.size(physicalSize, unit), stock?.name].filter((part) => part !== undefined).join(', ')}
        <br />
        {stock?.address}
      </p>
      <PaidLine
        from={startDate}
        to={endDate ?? null}
        today={today}
        paidUntil={paidUntil ?? null}
        months
        start={t('movedIn', { day: format.longDay(startDate) })}
        end={paidUntil == null ? undefined : t('until', { day: format.longDay(paidUntil) })}
      />
    </section>
  )
}
