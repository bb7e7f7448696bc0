import { accountTypeIssues } from '@stowage/domain/account'
import { personal } from '../../platform/audit/personal.ts'
import { machineNow } from '../../platform/clock.ts'
import { audit, type Tx } from '../../platform/database/transaction.ts'
import { fail, FieldFailures } from '../../platform/failure.ts'
import { auditedAs, isSuperUser, type Actor } from '../../platform/http/actor.ts'
import { newId } from '../../platform/ids.ts'
import {
  after,
  changeAccount,
  emailKey,
  findRole,
  keepOneSuperUser,
  nextGeneration,
  type AccountChanges,
  type AccountRow,
} from './account-store.ts'
import { stockExists } from './account-view.ts'
import { announceEnded } from './open-session.ts'
import type { Parts } from './parts.ts'
import { useResetsOf } from './session-store.ts'
import type { UpdateBody } from './update-user.ts'

const columns = {
  email: 'email',
  role: 'platform_role',
  roleId: 'role_id',
  stock: 'stock_id',
  language: 'language',
  accountType: 'account_type',
  isIndividualEntrepreneur: 'is_individual_entrepreneur',
  salutation: 'salutation',
  firstName: 'first_name',
  lastName: 'last_name',
  company: 'company',
  registrationNumber: 'registration_number',
  taxNumber: 'tax_number',
  vatId: 'vat_id',
  country: 'country',
  city: 'city',
  address: 'address',
  house: 'house',
  zip: 'zip',
  phone: 'phone',
  personalId: 'personal_id',
  isAdult: 'is_adult',
  isAdvertisingAgree: 'is_advertising_agree',
  currency: 'currency',
  pinCode: 'pin_hash',
} as const satisfies Partial<Record<keyof UpdateBody, keyof AccountRow>>
type Field = keyof typeof columns

/** What the audit keeps for good of an edit; all other fields are about the person. */
const ABOUT_RIGHTS: ReadonlySet<string> = new Set([
  'platform_role',
  'role_id',
  'stock_id',
  'language',
  'account_type',
  'is_individual_entrepreneur',
  'is_adult',
  'is_advertising_agree',
  'currency',
])

/** What an owner edits of his own account; the rest is a superUser's (decisions.md B10). */
export const ownFields: ReadonlySet<Field> = new Set<Field>([
  'language',
  'phone',
  'pinCode',
  'isAdvertisingAgree',
  'isAdult',
])

/** The account fields that a body carries. */
export function fieldsIn(body: UpdateBody): Field[] {
  return (Object.keys(columns) as Field[]).filter((field) => body[field] !== undefined)
}

interface Edit {
  readonly account: AccountRow
  readonly body: UpdateBody
  readonly actor: Actor
  readonly pinHash: string | null | undefined
  readonly at: Temporal.Instant
  readonly address: string
}

/**
 * Writes the account fields of a body; the account is locked. A change of role or stock voids the account's tokens, so
 * that the rights of yesterday end at the next call.
 * @returns the account as it is now; the one that was given where nothing changed
 */
export async function changeFields(tx: Tx, parts: Pick<Parts, 'platform'>, edit: Edit): Promise<AccountRow> {
  const { account, actor, at } = edit
  const changes = await changesOf(tx, edit)
  const changed = (Object.keys(changes) as (keyof AccountChanges)[]).filter(
    (column) => changes[column] !== account[column],
  )
  if (changed.length === 0) return account
  const merged = { ...account, ...changes } as AccountRow
  const typeMatters = (['account_type', 'first_name', 'last_name', 'company', 'country'] as const).some(
    (column) => changed.includes(column),
  )
  const issues = typeMatters
    ? accountTypeIssues({
        accountType: merged.account_type,
        firstName: merged.first_name,
        lastName: merged.last_name,
        company: merged.company,
        country: merged.country,
      })
    : []
  if (issues.length > 0) throw new FieldFailures(issues)
  const rights = (['platform_role', 'role_id', 'stock_id'] as const).some((column) =>
    changed.includes(column),
  )
  if (rights && actor.id === account.id) fail(9103, { reason: 'nobody changes his own rights' })
  if (account.platform_role === 'superUser' && merged.platform_role !== 'superUser')
    await keepOneSuperUser(tx, account.id)

  await changeAccount(tx, account.id, { ...changes, updated_at: after(at, account.updated_at) })
  // Whoever reads the old address must not set a password for the new one.
  if (changed.includes('email_key')) await useResetsOf(tx, account.id, machineNow())
  if (rights) {
    await nextGeneration(tx, account.id)
    announceEnded(tx, parts, account.id, [])
  }
  if (isSuperUser(actor) || actor.impersonatedBy !== null) {
    const shown = (row: AccountRow): Record<string, unknown> =>
      Object.fromEntries(
        changed.map((column) =>
          column === 'pin_hash'
            ? ['has_pin', row.pin_hash !== null]
            : [column, ABOUT_RIGHTS.has(column) ? row[column] : personal(row.id, row[column])],
        ),
      )
    audit(tx, {
      id: newId(),
      at,
      ...auditedAs(actor),
      action: 'account-edited',
      subjectType: 'account',
      subjectId: account.id,
      before: shown(account),
      after: shown(merged),
      address: edit.address,
    })
  }
  return merged
}

/** A named role belongs to one platform role, and only staff are tied to a stock: who changes role loses both. */
async function changesOf(tx: Tx, { account, body, pinHash }: Edit): Promise<AccountChanges> {
  const changes: Record<string, unknown> = {}
  for (const field of fieldsIn(body)) changes[columns[field]] = body[field] === '' ? null : body[field]
  if (body.email !== undefined) changes['email_key'] = emailKey(body.email)
  // Another address is nobody's until its mail is answered.
  if (body.email !== undefined && emailKey(body.email) !== account.email_key)
    changes['email_confirmed_at'] = null
  if (pinHash !== undefined) changes['pin_hash'] = pinHash
  const role = body.role ?? account.platform_role
  if (typeof body.roleId === 'string') {
    const named = await findRole(tx, { id: body.roleId })
    if (named?.platform_role !== role) throw new FieldFailures([{ code: 9001, field: 'roleId' }])
  } else if (role !== account.platform_role) changes['role_id'] = null
  if (body.stock) {
    if (!(await stockExists(tx, body.stock))) fail(6006, { field: 'stock' })
    if (role !== 'staff') throw new FieldFailures([{ code: 9001, field: 'stock' }])
  } else if (role !== 'staff' && account.stock_id !== null) changes['stock_id'] = null
  return changes
}
