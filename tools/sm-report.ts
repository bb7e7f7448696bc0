import type { ViewCheck } from '@stowage/server/modules/management-system/source'
import { typeOf } from '@stowage/server/modules/management-system/site-rows'

const mostProblems = 20

/**
 * What a check of the views has found, for whoever makes them: of what is missing, what it should hold.
 * @param user whose rights they were read with
 */
export function reportOf(
  views: readonly ViewCheck[],
  user: string,
): { readonly lines: readonly string[]; readonly isSound: boolean } {
  const lines = views.flatMap(({ view, rows, missing, problems }) => {
    const isThere = rows !== null || problems.length === 0
    const columns = missing.map(
      (column) => `  ${isThere ? `column ${column} is missing` : column}: ${typeOf(view, column)}`,
    )
    if (rows !== null)
      return [
        `${view}: ${rows} ${rows === 1 ? 'row' : 'rows'}`,
        ...problems.slice(0, mostProblems).map((problem) => `  ${problem}`),
        ...(problems.length > mostProblems ? [`  and ${problems.length - mostProblems} more rows`] : []),
      ]
    if (!isThere)
      return [`${view}: there is no such view, or ${user} may not select from it; its columns:`, ...columns]
    const what = missing.length === 1 ? 'a column is' : `${missing.length} columns are`
    return [`${view}: not read, because ${what} missing`, ...columns]
  })
  return {
    lines,
    isSound: views.every(({ missing, problems }) => missing.length === 0 && problems.length === 0),
  }
}
