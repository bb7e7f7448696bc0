import { IconCalendar } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DaySheet, useDayWords } from './day-sheet.tsx'
import classes from './day-field.module.css'

interface DayFieldProps {
  readonly label: string
  readonly hint?: string
  /** YYYY-MM-DD */
  readonly value: string | null
  /** Days that are offered, both included. */
  readonly window: { readonly first: string; readonly last: string }
  readonly onChange: (day: string) => void
  readonly error?: string | null
}

/** A day out of the next few weeks, which fit on one sheet: no months to leaf through. */
export function DayField({ label, hint, value, window, onChange, error = null }: DayFieldProps) {
  const t = useTranslations('booking.day')
  const said = useDayWords()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setOpen(false)
    field.current?.focus()
  }
  return (
    <div className={classes.field}>
      <div className={classes.label} id={`${id}label`}>
        {label}
      </div>
      <button
        ref={field}
        type="button"
        id={`${id}field`}
        className={classes.button}
        data-arrival="true"
        data-empty={value === null || undefined}
        data-error={error !== null || undefined}
        aria-labelledby={`${id}label ${id}field`}
        aria-describedby={error === null ? undefined : `${id}error`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{value === null ? t('choose') : said(value)}</span>
        <IconCalendar size={18} stroke={1.75} aria-hidden="true" />
      </button>
      {isOpen && (
        <DaySheet
          label={label}
          value={value}
          window={window}
          onClose={close}
          onPick={(day) => {
            onChange(day)
            close()
          }}
        />
      )}
      {error !== null && (
        <div className={classes.error} id={`${id}error`} role="alert">
          {error}
        </div>
      )}
      {hint !== undefined && error === null && <div className={classes.hint}>{hint}</div>}
    </div>
  )
}
