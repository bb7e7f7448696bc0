import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import { seriesColors, type ReportChartProps } from './report-chart.tsx'

/** It stands still: a picture that is printed or compared is there at once. */
export default function ReportChartLoaded({ chart }: ReportChartProps) {
  const data = chart.points.map(({ label, values }) => ({
    label,
    ...Object.fromEntries(chart.series.map(({ name }, index) => [name, values[index] ?? 0])),
  }))
  // Half a tenant is no mark on an axis.
  const areWhole = chart.points.every(({ values }) => values.every(Number.isInteger))
  // Room for the half of the uppermost tick that stands above its line.
  const drawing = { margin: { top: 8 } }
  const common = {
    h: 280,
    data,
    dataKey: 'label',
    series: chart.series.map(({ name, label }, index) => ({ name, label, color: seriesColors[index] ?? '' })),
    valueFormatter: chart.format,
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    xAxisProps: { minTickGap: 16, interval: 'equidistantPreserveStart' as const },
    yAxisProps: { width: 84, allowDecimals: !areWhole },
  }
  if (chart.kind === 'line')
    return (
      <LineChart
        {...common}
        lineChartProps={drawing}
        withDots={data.length <= 24}
        curveType="linear"
        strokeWidth={2}
        lineProps={{ isAnimationActive: false }}
      />
    )
  return (
    <BarChart
      {...common}
      barChartProps={drawing}
      type={chart.kind === 'stacked' ? 'stacked' : 'default'}
      maxBarWidth={48}
      barProps={{ isAnimationActive: false }}
    />
  )
}
