import type { CSSProperties, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../i18n/index.ts'
import { addMonths, daysBetween } from './days.ts'
import classes from './paid-line.module.css'

interface PaidLineProps {
  /** The let term, days as YYYY-MM-DD; an open end is shown a month after the last known day. */
  readonly from: string
  readonly to: string | null
  readonly today: string
  /** Last paid day; null when nothing has been paid yet. */
  readonly paidUntil: string | null
  /** Overdue, not merely unpaid: shows the owed days in red. */
  readonly inDebt?: boolean
  readonly size?: 'normal' | 'mini'
  /** Marks at each month: where the whole term is shown. */
  readonly months?: boolean
  /** The two captions under the line; the accessible name says the same. */
  readonly start?: ReactNode
  readonly end?: ReactNode
}

const endsWithinDays = 7

/** The let term as a rail: filled = paid, tick = today, square knob = paid until, hatched red = owed (theme.md 7). */
export function PaidLine(props: PaidLineProps) {
  const { from, to, today, paidUntil, inDebt = false, size = 'normal', months = false, start, end } = props
  const t = useTranslations('shell.paid')
  const format = useFormat()
  const paid = paidUntil ?? from
  const last = [to ?? addMonths(paid, 1), paid, today].reduce((a, b) => (a > b ? a : b))
  const length = Math.max(1, daysBetween(from, last))
  const at = (day: string): number => Math.min(100, Math.max(0, (daysBetween(from, day) / length) * 100))
  const isEnding = to !== null && daysBetween(today, to) <= endsWithinDays
  const mood = inDebt ? 'debt' : isEnding ? 'ending' : 'ok'
  const words = {
    until: format.longDay(paid),
    today: format.longDay(today),
    days: Math.max(0, daysBetween(paid, today)),
  }
  const name =
    mood === 'debt' ? t('nameDebt', words) : mood === 'ending' ? t('nameEnding', words) : t('name', words)
  const span = (left: number, right: number): CSSProperties => ({
    left: `${left}%`,
    width: `${Math.max(0, right - left)}%`,
  })
  return (
    <div className={classes.root} data-size={size} data-mood={mood}>
      <div className={classes.rail} role="img" aria-label={name}>
        <span className={classes.paid} style={span(0, at(paid))} />
        {inDebt && <span className={classes.owed} style={span(at(paid), at(today))} />}
        {months &&
          monthMarks(from, last).map((day) => (
            <span key={day} className={classes.month} style={{ left: `${at(day)}%` }} />
          ))}
        <span className={classes.today} style={{ left: `${at(today)}%` }} />
        {size === 'normal' && <span className={classes.knob} style={{ left: `${at(paid)}%` }} />}
      </div>
      {(start !== undefined || end !== undefined) && (
        <div className={classes.captions} aria-hidden="true">
          <span>{start}</span>
          <span>{end}</span>
        </div>
      )}
    </div>
  )
}

/** The first day of each month of the term but the first; a term of decades is not marked at all. */
function monthMarks(from: string, last: string): string[] {
  const marks: string[] = []
  for (let month = 1; month <= 120; month += 1) {
    const day = addMonths(from, month)
    if (day >= last) return marks
    marks.push(day)
  }
  return []
}
