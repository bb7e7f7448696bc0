import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useFormat } from '../../i18n/index.ts'

export interface DayPickerProps {
  /** Shown above, or only said where a table's head says it. */
  readonly label: string
  readonly isLabelShown: boolean
  /** YYYY-MM-DD, or '' for none. */
  readonly value: string
  readonly min: string | undefined
  /** The last day that may be picked; any later one where it is left out. */
  readonly max?: string | undefined
  readonly onChange: (day: string) => void
}

const Loaded = lazy(async () => await import('./day-picker-loaded.tsx'))

/** A day, or none; the calendar is loaded with the first page that has one. */
export function DayPicker(props: DayPickerProps) {
  const { label, isLabelShown, value } = props
  const format = useFormat()
  return (
    <Suspense
      fallback={
        <TextInput
          size="sm"
          disabled
          value={value === '' ? '' : format.day(value)}
          {...(isLabelShown ? { label } : { 'aria-label': label })}
          readOnly
        />
      }
    >
      <Loaded {...props} />
    </Suspense>
  )
}
