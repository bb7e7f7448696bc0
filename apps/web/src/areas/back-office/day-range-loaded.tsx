import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/de'
import 'dayjs/locale/pl'
import 'dayjs/locale/ru'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../i18n/index.ts'
import { addMonths } from '../../ui/index.ts'
import type { DayRange, DayRangeFieldProps } from './day-range-field.tsx'

export default function DayRangeLoaded({ label, value, max, onChange }: DayRangeFieldProps) {
  const t = useTranslations('backoffice.dates')
  const { language } = useLanguage()
  const isNarrow = useMediaQuery('(max-width: 44em)') ?? false
  // A span is told when its second day is picked; until then it is only shown here.
  const [picked, setPicked] = useState<DayRange>(value)
  const [told, setTold] = useState<DayRange>(value)
  if (told[0] !== value[0] || told[1] !== value[1]) {
    setTold(value)
    setPicked(value)
  }
  const pick = (range: DayRange): void => {
    setPicked(range)
    if ((range[0] === null) === (range[1] === null)) onChange(range)
  }
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [] }}>
      <DatePickerInput
        type="range"
        placeholder={label}
        numberOfColumns={isNarrow ? 1 : 2}
        columnsToScroll={1}
        maxDate={max}
        // The days that can be picked lie behind us: the present month stands at the right.
        defaultDate={value[0] ?? addMonths(max, isNarrow ? 0 : -1)}
        allowSingleDateInRange
        clearable
        clearButtonProps={{ 'aria-label': t('clear') }}
        valueFormat={language === 'en' ? 'DD/MM/YYYY' : 'DD.MM.YYYY'}
        leftSection={<IconCalendar size={18} stroke={1.75} aria-hidden="true" />}
        ariaLabels={{ previousMonth: t('previousMonth'), nextMonth: t('nextMonth') }}
        wrapperProps={{ 'data-range': true }}
        value={[picked[0], picked[1]]}
        onChange={pick}
      />
    </DatesProvider>
  )
}
