import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
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
  const change = (index: number, part: Partial<Hours>): void =>
    onChange(value.map((hours, at) => (at === index ? { ...hours, ...part } : hours)))
  return (
    <div className={classes.rows}>
      {value.length === 0 && <p className={classes.quiet}>{t('hoursEmpty')}</p>}
      {value.map((hours, index) => (
        <div key={index} className={classes.hours}>
          <NativeSelect
            label={t('fromDay')}
            data={options}
            value={hours.fromDay}
            onChange={(event) => change(index, { fromDay: event.currentTarget.value as Day })}
          />
          <NativeSelect
            label={t('toDay')}
            data={options}
            value={hours.toDay}
            onChange={(event) => change(index, { toDay: event.currentTarget.value as Day })}
          />
          <TextInput
            type="time"
            label={t('from')}
            value={hours.from}
            onChange={(event) => change(index, { from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={t('to')}
            value={hours.to}
            error={errorAt(index)}
            onChange={(event) => change(index, { to: event.currentTarget.value })}
          />
          <ActionIcon
            size={36}
            className={classes.remove}
            aria-label={`${t('remove')}: ${t(`weekdays.${hours.fromDay}`)}`}
            title={t('remove')}
            onClick={() => onChange(value.filter((_hours, at) => at !== index))}
          >
            <IconX size={18} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.75} />}
          disabled={value.length >= 7}
          onClick={() => onChange([...value, usual])}
        >
          {t('addHours')}
        </Button>
      </div>
    </div>
  )
}
