import { email as emailField } from '@stowage/api/fields'
import { note } from '../../platform/audit/author.ts'
import { personal } from '../../platform/audit/personal.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import {
  after,
  changeAccount,
  emailKey,
  findAccountByEmail,
  lockAccount,
  type AccountChanges,
  type AccountRow,
} from './account-store.ts'
import { accountChanged } from './events.ts'

/** What an external management system and an account both say of a person. */
export interface SourcePerson {
  readonly salutation: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly company: string | null
  readonly registrationNumber: string | null
  readonly vatId: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly address: string | null
  readonly city: string | null
  readonly zip: string | null
  readonly country: string | null
}

const columns = {
  salutation: 'salutation',
  firstName: 'first_name',
  lastName: 'last_name',
  company: 'company',
  registrationNumber: 'registration_number',
  vatId: 'vat_id',
  phone: 'phone',
  address: 'address',
  city: 'city',
  zip: 'zip',
  country: 'country',
} as const satisfies Record<Exclude<keyof SourcePerson, 'email'>, keyof AccountRow>

/** An account has to have these: what is emptied over there stays here. */
const needed: ReadonlySet<string> = new Set(['firstName', 'lastName', 'company', 'city', 'country'])

/** What an account says of its owner; undefined when it has ended. Its row is locked. */
export async function lockSourcePerson(tx: Tx, accountId: string): Promise<SourcePerson | undefined> {
  const row = await lockAccount(tx, accountId)
  return row && personOf(row)
}

const personOf = (row: AccountRow): SourcePerson => ({
  ...(Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [field, row[column]]),
  ) as unknown as Omit<SourcePerson, 'email'>),
  email: row.email,
})

/**
 * What the external management system of a tenant says anew takes the place of what his account says. The address he signs in with is his
 * as soon as he has set a password; before that, and where nobody else has it, it follows too.
 * @returns the person as the account has it now; undefined when it has ended
 */
export async function followSource(
  tx: Tx,
  accountId: string,
  said: Partial<SourcePerson>,
  at: Temporal.Instant,
): Promise<SourcePerson | undefined> {
  const row = await lockAccount(tx, accountId)
  if (row === undefined) return undefined
  const { email, ...rest } = said
  const wished: AccountChanges = {}
  for (const [field, value] of Object.entries(rest) as [keyof typeof columns, string | null][])
    if (value !== null || !needed.has(field)) Object.assign(wished, { [columns[field]]: value })
  if (email != null && row.password_hash === null && (await mayHave(tx, row, email)))
    Object.assign(wished, { email: email.trim(), email_key: emailKey(email) })
  const changed = (Object.keys(wished) as (keyof AccountRow)[]).filter(
    (column) => wished[column as keyof AccountChanges] !== row[column],
  )
  if (changed.length === 0) return personOf(row)
  await changeAccount(tx, accountId, { ...wished, updated_at: after(at, row.updated_at) })
  const now = { ...row, ...wished } as AccountRow
  const shown = (of: AccountRow): Record<string, unknown> =>
    Object.fromEntries(changed.map((column) => [column, personal(accountId, of[column])]))
  note(
    tx,
    { now: () => at },
    { actorId: null, onBehalfOf: accountId },
    {
      action: 'account-followed-source',
      subjectType: 'account',
      subjectId: accountId,
      before: shown(row),
      after: shown(now),
    },
  )
  publish(tx, fact(accountChanged, { aggregate: `account:${accountId}`, at, payload: { accountId } }))
  return personOf(now)
}

async function mayHave(tx: Tx, row: AccountRow, email: string): Promise<boolean> {
  if (!emailField().safeParse(email).success) return false
  const other = await findAccountByEmail(tx, email)
  return other === undefined || other.id === row.id
}
