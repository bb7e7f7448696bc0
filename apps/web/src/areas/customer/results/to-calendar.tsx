import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Contract } from '../../../features/contracts/index.ts'
import { calendarFile } from './calendar.ts'

/** The day of moving in as a file that every calendar takes. */
export function ToCalendar({
  contract: { id, startDate, unitNumber, stock },
}: {
  readonly contract: Contract
}) {
  const t = useTranslations('results.paid')
  const save = (): void => {
    const place = [stock?.name, stock?.address].filter((part) => part !== undefined).join(', ')
    const text = calendarFile(
      { uid: id, day: startDate, title: t('calendarTitle', { number: unitNumber }), place },
      Date.now(),
    )
    const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${unitNumber}.ics`
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  return (
    <Button
      size="lg"
      variant="subtle"
      leftSection={<IconCalendarPlus size={20} stroke={1.75} aria-hidden="true" />}
      onClick={save}
    >
      {t('calendar')}
    </Button>
  )
}
