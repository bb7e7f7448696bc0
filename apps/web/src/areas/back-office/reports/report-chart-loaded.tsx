import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import { useReducedMotion } from '@mantine/hooks'
import type { ReportChartProps } from './report-chart.tsx'

/** One colour per series, told apart in light and dark and by their darkness alone. */
const COLORS = ['var(--st-mass)', 'var(--st-yours)', 'var(--st-blue)', 'var(--st-faint)', 'var(--st-red)']

export default function ReportChartLoaded({ chart }: ReportChartProps) {
  const isStill = useReducedMotion()
  const data = chart.points.map(({ label, values }) => ({
    label,
    ...Object.fromEntries(chart.series.map(({ name }, index) => [name, values[index] ?? 0])),
  }))
  const common = {
    h: 280,
    data,
    dataKey: 'label',
    series: chart.series.map(({ name, label }, index) => ({ name, label, color: COLORS[index] ?? 'var(--st-mass)' })),
    valueFormatter: chart.format,
    withLegend: chart.series.length > 1,
    legendProps: { verticalAlign: 'top' as const, height: 36 },
    gridAxis: 'y' as const,
    tickLine: 'none' as const,
    xAxisProps: { minTickGap: 16 },
    yAxisProps: { width: 84 },
  }
  if (chart.kind === 'line')
    return (
      <LineChart
        {...common}
        withDots={data.length <= 24}
        curveType="linear"
        strokeWidth={2}
        lineProps={{ isAnimationActive: !isStill }}
      />
    )
  return (
    <BarChart
      {...common}
      type={chart.kind === 'stacked' ? 'stacked' : 'default'}
      maxBarWidth={48}
      barProps={{ isAnimationActive: !isStill }}
    />
  )
}
