import type { TableProblem } from '@stowage/domain/table-cells'
import { fail } from './failure.ts'

/**
 * What keeps a table from being taken as a whole: the same for every table.
 * @throws Failure 9216 for two heads of one column, 9215 for heads that are not decided, 1004 or 1003 for a table that is none
 */
export function refuseTable(table: {
  readonly problem: TableProblem | 'noSize' | null
  readonly unread: readonly string[]
  readonly twice: readonly string[]
}): void {
  const { problem, unread, twice } = table
  if (twice.length > 0) fail(9216, { field: 'columns', params: { heads: twice.join(', ') } })
  if (problem !== null) fail(problem === 'tooMany' ? 1004 : 1003, { field: 'csv', reason: problem })
  if (unread.length > 0) fail(9215, { field: 'columns', params: { heads: unread.join(', ') } })
}

/** What a preview says of the heads of a table. */
export const headsOf = <H extends { readonly couldBe: readonly string[] }>(table: {
  readonly heads: readonly H[]
  readonly unread: readonly string[]
  readonly twice: readonly string[]
}) => ({
  heads: table.heads.map((head) => ({ ...head, couldBe: [...head.couldBe] as H['couldBe'][number][] })),
  unread: [...table.unread],
  twice: [...table.twice],
})
