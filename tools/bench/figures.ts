/** One line of the table: what was reached beside what was asked for. */
export interface Figure {
  readonly name: string
  /** Our value, as read by a person. */
  readonly ours: string
  /** What it is held against, measured in the same run. */
  readonly limit: string
  /** The compared number: a ratio to the limit, or the value itself. */
  readonly value: number
  readonly unit: string
  readonly must: number | undefined
  readonly should?: number | undefined
  /** Whether less is better. */
  readonly atMost: boolean
  readonly spread: string
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** Smallest and greatest of the rounds. */
export function spreadOf(values: readonly number[], digits = 2): string {
  return `${Math.min(...values).toFixed(digits)} – ${Math.max(...values).toFixed(digits)}`
}

/**
 * A ratio per round, its median and spread: product and limit of one round stood under the same load of the machine, those of
 * different rounds did not.
 */
export function ratioFigure(given: {
  readonly name: string
  readonly ours: readonly number[]
  readonly limit: readonly number[]
  readonly shown: (value: number) => string
  readonly limitName: string
  readonly must?: number
  readonly should?: number
  readonly atMost?: boolean
}): Figure {
  const ratios = given.ours.map((value, round) => value / (given.limit[round] ?? Number.NaN))
  return {
    name: given.name,
    ours: given.shown(median(given.ours)),
    limit: `${given.shown(median(given.limit))} ${given.limitName}`,
    value: median(ratios),
    unit: '×',
    must: given.must,
    should: given.should,
    atMost: given.atMost ?? false,
    spread: spreadOf(ratios),
  }
}

/** A value that is held against a fixed number. */
export function valueFigure(given: {
  readonly name: string
  readonly values: readonly number[]
  readonly unit: string
  readonly must: number | undefined
  readonly should?: number
  readonly note?: string
  readonly digits?: number
  readonly atMost?: boolean
}): Figure {
  const digits = given.digits ?? 0
  return {
    name: given.name,
    ours: `${median(given.values).toFixed(digits)} ${given.unit}`,
    limit: given.note ?? '',
    value: median(given.values),
    unit: given.unit,
    must: given.must,
    should: given.should,
    atMost: given.atMost ?? true,
    spread: given.values.length > 1 ? spreadOf(given.values, digits) : '',
  }
}

export type Verdict = 'should' | 'must' | 'MISSED' | ''

/** `should` where the better target is reached too, `must` where the hard one is, MISSED where neither. */
export function verdictOf({ value, must, should, atMost }: Figure): Verdict {
  const reaches = (target: number): boolean => (atMost ? value <= target : value >= target)
  if (must === undefined) return ''
  if (!reaches(must)) return 'MISSED'
  return should !== undefined && reaches(should) ? 'should' : 'must'
}

/** The table as Markdown: it is read in a terminal and kept in docs/operations. */
export function tableOf(figures: readonly Figure[]): string {
  const target = ({ must, should, atMost, unit }: Figure): string => {
    if (must === undefined) return 'for information'
    const sign = atMost ? '≤' : '≥'
    return `${sign} ${must}${unit === '×' ? ' ×' : ` ${unit}`}${should === undefined ? '' : ` (should ${sign} ${should})`}`
  }
  const value = (figure: Figure): string => (figure.unit === '×' ? `${figure.value.toFixed(2)} ×` : '')
  const rows = figures.map((figure) => [
    figure.name,
    figure.ours,
    figure.limit,
    value(figure),
    target(figure),
    verdictOf(figure),
    figure.spread,
  ])
  const all = [['figure', 'ours', 'limit', 'ratio', 'target', 'reached', 'spread of rounds'], ...rows]
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = all
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
