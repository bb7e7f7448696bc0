import type { Dialect, SourceCommand } from './source.ts'

const columns = [
  ['CommandID', 'commandId'],
  ['Kind', 'kind'],
  ['SiteID', 'siteId'],
  ['ContractID', 'contractId'],
  ['UnitID', 'unitId'],
  ['CustomerID', 'customerId'],
  ['DateValue', 'dateValue'],
  ['Payload', 'payload'],
  ['CreatedAt', 'createdAt'],
] as const satisfies readonly (readonly [string, keyof SourceCommand])[]

/** The row of a wish in the source's own table of commands, the only one in which anything is written there. */
export function commandInsert(
  dialect: Dialect,
  command: SourceCommand,
): { readonly text: string; readonly values: readonly (string | null)[] } {
  const places = columns.map(([column], index) => {
    const place = dialect.place(index + 1)
    if (column === 'CreatedAt') return dialect.time(place)
    return column === 'DateValue' ? dialect.date(place) : place
  })
  return {
    text: `insert into ssr_commands (${columns.map(([column]) => column).join(', ')}) values (${places.join(', ')})`,
    values: columns.map(([, field]) => command[field]),
  }
}
