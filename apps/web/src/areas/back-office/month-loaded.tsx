import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/de'
import 'dayjs/locale/pl'
import 'dayjs/locale/ru'
import { DatesProvider, MonthPickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../i18n/index.ts'
import type { MonthFieldProps } from './month-field.tsx'

export default function MonthLoaded({ label, value, max, onChange }: MonthFieldProps) {
  const t = useTranslations('bills')
  const { language } = useLanguage()
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [] }}>
      <MonthPickerInput
        label={label}
        maxDate={`${max}-01`}
        valueFormat="MMMM YYYY"
        leftSection={<IconCalendar size={18} stroke={1.75} aria-hidden="true" />}
        ariaLabels={{ previousYear: t('previousYear'), nextYear: t('nextYear') }}
        value={`${value}-01`}
        onChange={(day) => day !== null && onChange(day.slice(0, 7))}
      />
    </DatesProvider>
  )
}
