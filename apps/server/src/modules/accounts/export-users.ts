import type { exportUsers as endpoint } from '@stowage/api/accounts'
import { writeCsv } from '@stowage/domain/csv'
import { loadUiArea } from '@stowage/texts/ui/load.ts'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { exportedAccounts, type ExportedAccount } from './account-view.ts'
import { roleNameOf } from './describe-account.ts'
import type { Parts } from './parts.ts'

/** So few are named in the audit one by one. */
const FEW = 20

/** What was looked for is a name or an address as a rule, and of nobody the record knows: who was found stands there by id. */
const noted = (
  { search, ...query }: Call<typeof endpoint, Actor>['query'],
  found: readonly ExportedAccount[],
) => ({
  ...query,
  ...(search ? { isSearched: true } : {}),
  count: found.length,
  ...(found.length <= FEW ? { accounts: found.map(({ id }) => id) } : {}),
})

/** The accounts of a list or search as a file for a spreadsheet. Whoever takes everybody's data out of the house is in the audit. */
export async function exportUsers({ platform }: Parts, call: Call<typeof endpoint, Actor>): Promise<void> {
  const { query, language, reply } = call
  const { list, kind } = await loadUiArea(language, 'people')
  const { roles } = await loadUiArea(language, 'backoffice')
  const said = new Map(Object.entries(roles))
  const rows = await platform.transact(async (tx) => {
    const found = await exportedAccounts(tx, query)
    note(tx, platform.clock, authorOf(call), {
      action: 'accounts-exported',
      subjectType: 'account',
      subjectId: null,
      after: noted(query, found),
    })
    return found
  })
  const head = [
    list.email,
    list.name,
    list.type,
    list.phone,
    list.role,
    list.country,
    list.city,
    list.created,
  ]
  const roleOf = (row: ExportedAccount): string => {
    const name = roleNameOf(row.role, row)
    return said.get(name) ?? name
  }
  const lines = rows.map((row) => [
    row.email,
    row.name,
    kind[
      row.accountType === 'individual'
        ? 'individual'
        : row.isIndividualEntrepreneur
          ? 'entrepreneur'
          : 'legal'
    ],
    row.phone ?? '',
    roleOf(row),
    row.country,
    row.city,
    row.createdAt.toString().slice(0, 10),
  ])
  // Where the comma is the decimal mark, spreadsheets take the semicolon for the separator.
  const text = writeCsv([head, ...lines], language === 'en' ? ',' : ';')
  await reply
    .header('Content-Type', 'text/csv; charset=utf-8')
    .header('Content-Disposition', 'attachment; filename="accounts.csv"')
    .header('Cache-Control', 'no-store')
    .send(Buffer.from(text))
}
