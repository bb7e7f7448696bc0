import { lazy, Suspense } from 'react'
import { TextInput } from '@mantine/core'

/** [first, last] as YYYY-MM-DD, both included; null: open on that side. */
export type DayRange = readonly [string | null, string | null]

export interface DayRangeFieldProps {
  readonly label: string
  readonly value: DayRange
  /** The last day that can be picked. */
  readonly max: string
  readonly onChange: (range: DayRange) => void
}

const Loaded = lazy(async () => await import('./day-range-loaded.tsx'))

/** Two months to pick a span of days in; the calendar is loaded with the first page that has one. */
export function DayRangeField(props: DayRangeFieldProps) {
  return (
    <Suspense
      fallback={
        <TextInput
          aria-label={props.label}
          placeholder={props.label}
          disabled
          wrapperProps={{ 'data-range': true }}
        />
      }
    >
      <Loaded {...props} />
    </Suspense>
  )
}
