import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { localeOf } from '@stowage/texts'
import { useLanguage } from '../../i18n/index.ts'
import { dayByKey, weeksOf } from './arrival-window.ts'
import classes from './day-field.module.css'

interface DaySheetProps {
  readonly label: string
  readonly value: string | null
  readonly window: { readonly first: string; readonly last: string }
  readonly onPick: (day: string) => void
  readonly onClose: () => void
}

/** The weeks of the window; arrow keys go through its days. */
export function DaySheet({ label, value, window, onPick, onClose }: DaySheetProps) {
  const said = useDayWords()
  const { language } = useLanguage()
  const table = useRef<HTMLTableElement>(null)
  const [active, setActive] = useState(value ?? window.first)
  const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', ...options }).format(
      new Date(`${day}T00:00:00Z`),
    )
  const weeks = weeksOf(window)
  // The sheet opens because its field was pressed: the keyboard goes on in it.
  useEffect(() => table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      return onClose()
    }
    const next = dayByKey(event.key, active, window)
    if (next === null) return
    event.preventDefault()
    setActive(next)
    table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }
  return (
    <table ref={table} className={classes.sheet} aria-label={label}>
      <thead>
        <tr>
          {/* 1 January 2024 was a Monday. */}
          {Array.from({ length: 7 }, (_, index) => `2024-01-0${index + 1}`).map((day) => (
            <th key={day} scope="col">
              <span aria-hidden="true">{format(day, { weekday: 'short' })}</span>
              <span className="st-spoken">{format(day, { weekday: 'long' })}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, row) => (
          <tr key={week.find((day) => day !== null) ?? row}>
            {week.map((day, column) => (
              <td key={day ?? `${row} ${column}`}>
                {day !== null && (
                  <button
                    type="button"
                    data-day={day}
                    // The month is in the name already; drawn by the style sheet it is not said twice.
                    data-month={
                      day.endsWith('-01') || day === window.first
                        ? format(day, { month: 'short' })
                        : undefined
                    }
                    className={classes.day}
                    tabIndex={day === active ? 0 : -1}
                    aria-pressed={day === value}
                    aria-label={said(day)}
                    onKeyDown={onKeyDown}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** "суббота, 28 ноября": the window is a month, the year goes without saying. */
export function useDayWords(): (day: string) => string {
  const { language } = useLanguage()
  const format = new Intl.DateTimeFormat(localeOf(language), {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  return (day) => format.format(new Date(`${day}T00:00:00Z`))
}
