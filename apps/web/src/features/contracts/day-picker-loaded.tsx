import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/de'
import 'dayjs/locale/pl'
import 'dayjs/locale/ru'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat, useLanguage } from '../../i18n/index.ts'
import type { DayPickerProps } from './day-picker.tsx'
import classes from './manage-contract.module.css'

export default function DayPickerLoaded({ label, isLabelShown, value, min, max, onChange }: DayPickerProps) {
  const t = useTranslations('contracts.picker')
  const { language } = useLanguage()
  const format = useFormat()
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [] }}>
      <DatePickerInput
        size="sm"
        className={classes.day}
        {...(isLabelShown
          ? { label }
          : { 'aria-label': `${label}: ${value === '' ? t('noDay') : format.day(value)}` })}
        placeholder={t('noDay')}
        {...(min === undefined ? {} : { minDate: min })}
        {...(max === undefined ? {} : { maxDate: max })}
        clearable
        clearButtonProps={{ 'aria-label': t('clear') }}
        valueFormat={language === 'en' ? 'DD/MM/YYYY' : 'DD.MM.YYYY'}
        leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden="true" />}
        ariaLabels={{ previousMonth: t('previousMonth'), nextMonth: t('nextMonth') }}
        value={value === '' ? null : value}
        onChange={(day) => onChange(day ?? '')}
        popoverProps={{ withinPortal: true }}
      />
    </DatesProvider>
  )
}
