import { lazy, Suspense } from 'react'
import type { Chart } from './report-view.ts'
import classes from './reports.module.css'

export interface ReportChartProps {
  readonly title: string
  readonly chart: Chart
}

/** One colour per series, in this order; told apart in light and dark. */
export const seriesColors = [
  'var(--st-mass)',
  'var(--st-yours)',
  'var(--st-blue)',
  'var(--st-faint)',
  'var(--st-red)',
] as const

const Loaded = lazy(async () => await import('./report-chart-loaded.tsx'))

/** The picture of a report, for the eye: the table beneath it says the same. Drawn by a library that comes after the page. */
export function ReportChart({ title, chart }: ReportChartProps) {
  return (
    <figure className={classes.chart}>
      {chart.series.length > 1 && (
        <ul className={classes.legend} aria-hidden="true">
          {chart.series.map(({ name, label }, index) => (
            <li key={name}>
              <span style={{ background: seriesColors[index] }} />
              {label}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.drawing} role="img" aria-label={[title, chart.note].filter(Boolean).join('. ')}>
        <Suspense fallback={null}>
          <Loaded chart={chart} title={title} />
        </Suspense>
      </div>
      {chart.note !== undefined && <figcaption className={classes.note}>{chart.note}</figcaption>}
    </figure>
  )
}
