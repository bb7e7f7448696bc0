import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './quiet-select.module.css'

interface QuietSelectProps<V extends string> {
  readonly label: string
  readonly icon?: ReactNode
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: string; readonly short?: string }[]
  readonly onChange: (value: V) => void
  readonly onTeal?: boolean
  /** Shows the short word of the choice where room is scarce. */
  readonly short?: boolean
}

/** A choice that looks like a word with an arrow; the list is the system's own, on a phone under the thumb. */
export function QuietSelect<V extends string>(props: QuietSelectProps<V>) {
  const { label, icon, value, options, onChange, onTeal = false, short = false } = props
  const chosen = options.find((option) => option.value === value)
  return (
    <span className={classes.box} data-on-teal={onTeal || undefined}>
      {icon}
      <span className={classes.shown} aria-hidden="true">
        {short ? (chosen?.short ?? chosen?.label) : chosen?.label}
      </span>
      <IconChevronDown size={14} stroke={2} aria-hidden="true" />
      <select
        className={classes.select}
        aria-label={label}
        value={value}
        onChange={(event) => {
          const picked = options.find((option) => option.value === event.currentTarget.value)
          if (picked !== undefined) onChange(picked.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}
