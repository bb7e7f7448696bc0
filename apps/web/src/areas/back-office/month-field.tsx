import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'

export interface MonthFieldProps {
  readonly label: string
  /** YYYY-MM */
  readonly value: string
  /** The last month that can be picked, YYYY-MM. */
  readonly max: string
  readonly onChange: (month: string) => void
}

const Loaded = lazy(async () => await import('./month-loaded.tsx'))

/** One month; the calendar is loaded with the first page that has one. */
export function MonthField(props: MonthFieldProps) {
  return (
    <Suspense fallback={<TextInput label={props.label} disabled />}>
      <Loaded {...props} />
    </Suspense>
  )
}
