import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { AddRow, RemoveRow, rowsOf } from '../form-rows.tsx'
import { days, type Day, type Hours } from './company.ts'
import classes from './company.module.css'

interface OfficeHoursProps {
  readonly value: readonly Hours[]
  readonly onChange: (value: Hours[]) => void
  readonly errorAt: (index: number) => string | undefined
}

const usual: Hours = { fromDay: 'mon', toDay: 'fri', from: '08:00', to: '19:00' }

/** Spans of days, each with its hours. */
export function OfficeHours({ value, onChange, errorAt }: OfficeHoursProps) {
  const t = useTranslations('registers.company')
  const options = days.map((day) => ({ value: day, label: t(`weekdays.${day}`) }))
  const rows = rowsOf(value, onChange)
  return (
    <div className={classes.rows}>
      {value.length === 0 && <p className={classes.quiet}>{t('hoursEmpty')}</p>}
      {value.map((hours, index) => (
        <div key={index} className={classes.hours}>
          <NativeSelect
            label={t('fromDay')}
            data={options}
            value={hours.fromDay}
            onChange={(event) => rows.change(index, { fromDay: event.currentTarget.value as Day })}
          />
          <NativeSelect
            label={t('toDay')}
            data={options}
            value={hours.toDay}
            onChange={(event) => rows.change(index, { toDay: event.currentTarget.value as Day })}
          />
          <TextInput
            type="time"
            label={t('from')}
            value={hours.from}
            onChange={(event) => rows.change(index, { from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={t('to')}
            value={hours.to}
            error={errorAt(index)}
            onChange={(event) => rows.change(index, { to: event.currentTarget.value })}
          />
          <RemoveRow
            name={`${t('remove')}: ${t(`weekdays.${hours.fromDay}`)}`}
            tip={t('remove')}
            className={classes.remove}
            onRemove={() => rows.remove(index)}
          />
        </div>
      ))}
      <AddRow label={t('addHours')} isFull={value.length >= 7} onAdd={() => rows.add(usual)} />
    </div>
  )
}
