import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Segments, type BookingChoices } from '../../../../features/booking/index.ts'
import { useFormat } from '../../../../i18n/index.ts'
import { addMonths } from '../../../../ui/index.ts'
import classes from './drawer.module.css'

/** The terms that most people take; the others are one press away. */
const usual = [1, 3, 6, 11]

interface DurationFieldProps {
  /** What is chosen, of what is offered. */
  readonly months: number
  readonly offered: readonly number[]
  readonly choices: BookingChoices
  readonly change: (changes: Partial<BookingChoices>) => void
}

/** How many months, from what the stock or the tariff allows. */
export function DurationField({ months: durationMonths, offered: all, choices, change }: DurationFieldProps) {
  const t = useTranslations('booking.terms')
  const format = useFormat()
  const known = usual.filter((months) => all.includes(months))
  const first = all.length <= 5 ? all : known.length > 1 ? known : all.slice(0, 4)
  const others = all.filter((months) => !first.includes(months))
  const { arrivalDate } = choices
  const [isOther, setOther] = useState(others.includes(durationMonths))
  const shown = isOther || others.includes(durationMonths) ? 'other' : String(durationMonths)
  const choose = (months: number): void =>
    change({
      durationMonths: months,
      isPaymentForEntirePeriod: choices.isPaymentForEntirePeriod && months > 1,
    })
  const onSegment = (value: string): void => {
    setOther(value === 'other')
    if (value !== 'other') choose(Number(value))
    else if (!others.includes(durationMonths)) choose(others[0] ?? durationMonths)
  }
  return (
    <div>
      <Segments
        fill
        isLabelShown
        label={t('duration')}
        value={shown}
        options={[
          ...first.map((months) => ({
            value: String(months),
            label: String(months),
            name: t('months', { months }),
          })),
          ...(others.length > 0 ? [{ value: 'other', label: t('other') }] : []),
        ]}
        onChange={onSegment}
      />
      {shown === 'other' && (
        <NativeSelect
          mt={8}
          size="md"
          aria-label={t('duration')}
          value={String(durationMonths)}
          data={others.map((months) => ({ value: String(months), label: t('months', { months }) }))}
          onChange={(event) => choose(Number(event.currentTarget.value))}
        />
      )}
      <p className={classes.hint}>
        {arrivalDate === null
          ? t('monthsOnly', { months: durationMonths })
          : t('until', {
              months: durationMonths,
              day: format.longDay(addMonths(arrivalDate, durationMonths)),
            })}
      </p>
    </div>
  )
}
