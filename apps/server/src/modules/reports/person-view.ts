import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { putBack } from '../../platform/audit/personal.ts'
import type { Database } from '../../platform/database/connect.ts'
import { emailKeyOf } from '../accounts/index.ts'
import type { Part, Whose } from './person-parts.ts'

/** Who somebody is, whether his account lives or has ended. */
export async function personFacts(
  db: Database,
  id: string,
): Promise<{ readonly name: string; readonly language: string } | undefined> {
  const { rows } = await sql<{ name: string; language: string }>`
    select coalesce(nullif(company, ''), nullif(concat_ws(' ', first_name, last_name), ''), email) as name, language
      from account where id = ${id}`.execute(db)
  return rows[0]
}

/** Rows are read and written so many at a time: a colleague's audit of years has more than a memory should hold. */
const ROWS_AT_ONCE = 10_000

/** The rows of one table as JSON texts, some at a time: the database writes them, so that a long list does not hold the event loop. */
export async function* rowsOf(
  db: Database,
  part: Part,
  accountId: string,
): AsyncGenerator<readonly string[], void, void> {
  const columns = sql.join(part.shown.map((column) => sql`${sql.ref(`t.${column}`)}`))
  for (let from = 0; ; from += ROWS_AT_ONCE) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(x)::text as row from (
        select ${columns} from ${sql.table(part.table)} t where ${isOf(part.whose, accountId)} order by 1 limit ${ROWS_AT_ONCE} offset ${from}) x`.execute(
      db,
    )
    if (rows.length > 0) yield rows.map(({ row }) => cleansed(row, part.cleansed))
    if (rows.length < ROWS_AT_ONCE) return
  }
}

/** How processors call what signs their messages and what charges a card: it is ours to keep, and no data of the payer's. */
const KEYS = /^(key|sign|signature|hash|bank_id|binding|bindingid|token)$|secret|fingerprint/i

function cleansed(row: string, columns: readonly string[] = []): string {
  if (columns.length === 0) return row
  const without = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(without)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value).flatMap(([name, one]) => (KEYS.test(name) ? [] : [[name, without(one)]])),
          )
        : value
  const read = JSON.parse(row) as Record<string, unknown>
  return JSON.stringify({
    ...read,
    ...Object.fromEntries(columns.map((column) => [column, without(read[column])])),
  })
}

function isOf(whose: Whose, accountId: string): RawBuilder<SqlBool> {
  const among = (column: string, table: string) =>
    sql<SqlBool>`${sql.ref(`t.${column}`)} in (select id from ${sql.table(table)} where account_id = ${accountId})`
  if ('account' in whose) return sql<SqlBool>`${sql.ref(`t.${whose.account}`)} = ${accountId}`
  // An address that was never confirmed may be somebody else's.
  const isNamesake = (of: string, column: string) =>
    sql<SqlBool>`${sql.ref(`${of}.account_id`)} is null and ${emailKeyOf(`${of}.${column}`)} =
      (select email_key from account where id = ${accountId} and email_confirmed_at is not null)`
  if ('visitor' in whose) return isNamesake('t', whose.visitor)
  if ('box' in whose)
    return sql<SqlBool>`t.account_id is distinct from ${accountId} and exists (
      select 1 from contract c where c.account_id = ${accountId} and c.activated_at <= t.at and t.at <= coalesce(c.closed_at, 'infinity') and (
        c.box_id = ${sql.ref(`t.${whose.box}`)} and not exists (select 1 from contract_transfer f where f.contract_id = c.id and f.moved_at > t.at)
        or exists (select 1 from contract_transfer f where f.contract_id = c.id and f.from_box_id = ${sql.ref(`t.${whose.box}`)} and f.moved_at > t.at)))
      and ${sql.ref(`t.${whose.box}`)} in (select box_id from contract where account_id = ${accountId}
        union select f.from_box_id from contract_transfer f join contract c on c.id = f.contract_id where c.account_id = ${accountId})`
  if ('customer' in whose)
    return sql<SqlBool>`exists (select 1 from external_customer k where (k.account_id = ${accountId} or ${isNamesake('k', 'email')}) and k.stock_id = t.stock_id and k.id = ${sql.ref(`t.${whose.customer}`)})`
  const [[table, column] = ['', '']] = Object.entries(whose)
  return among(column, table)
}

interface PersonRecord {
  readonly id: string
  readonly at: string
  readonly action: string
  readonly subjectType: string
  readonly subjectId: string | null
  /** Himself, the system, or the role of who did it. */
  readonly by: string
  readonly before: unknown
  readonly after: unknown
  readonly address: string | null
}

/**
 * What the audit holds of a person: what was done to him or what is his, with the words about him and by which role; and what he
 * did himself. Where he did it to somebody else, only that he did: what it says is the other's.
 */
export async function* auditOfPerson(
  db: Database,
  accountId: string,
): AsyncGenerator<readonly string[], void, void> {
  for (let from = 0; ; from += ROWS_AT_ONCE) {
    const records = await recordsOf(db, accountId, from)
    if (records.length > 0) yield records.map((record) => JSON.stringify(record))
    if (records.length < ROWS_AT_ONCE) return
  }
}

async function recordsOf(db: Database, accountId: string, from: number): Promise<readonly PersonRecord[]> {
  const { rows } = await sql<PersonRecord & { kept: Record<string, unknown> | null }>`
    with found as (
      select id, true as his from audit where subject_type = 'account' and subject_id = ${accountId}
      union all select r.id, true from audit r join contract c on r.subject_type = 'contract' and r.subject_id = c.id where c.account_id = ${accountId}
      union all select r.id, true from audit r join document d on r.subject_type = 'document' and r.subject_id = d.id where d.account_id = ${accountId}
      union all select id, false from audit where actor_id = ${accountId}
      union all select id, false from audit where on_behalf_of = ${accountId}
    ), mine as (select id, bool_or(his) as his from found group by id)
    select r.id, to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, r.action, r.subject_type as "subjectType",
           case when m.his then r.subject_id end as "subjectId",
           case when r.actor_id = ${accountId} then 'yourself' when r.actor_id is null then 'system'
                else coalesce((select platform_role from account where id = r.actor_id), 'staff') end as by,
           case when m.his then r.before end as before, case when m.his then r.after end as after,
           case when r.actor_id = ${accountId} then r.address end as address,
           (select jsonb_object_agg(p.place, p.value) from audit_personal p where p.audit_id = r.id and p.holder_id = ${accountId}) as kept
      from mine m join audit r on r.id = m.id order by r.at, r.id limit ${ROWS_AT_ONCE} offset ${from}`.execute(
    db,
  )
  return rows.map(({ kept, before, after, ...row }) => {
    const values = new Map(Object.entries(kept ?? {}))
    return { ...row, before: putBack('before', before, values), after: putBack('after', after, values) }
  })
}

export interface Paper {
  readonly id: string
  readonly kind: string
}

/** Papers that can be printed, the oldest first. */
export async function papersOf(db: Database, accountId: string): Promise<readonly Paper[]> {
  return await db
    .selectFrom('document')
    .select(['id', 'kind'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Contracts with a lease of ours: those of another system bring none. */
export async function leasesOf(db: Database, accountId: string): Promise<readonly { id: string }[]> {
  return await db
    .selectFrom('contract')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`lease ? 'tenant'`)
    .orderBy('id')
    .execute()
}

export interface Traces {
  readonly accounts: {
    readonly id: string
    readonly email: string
    readonly displayName: string
    readonly createdAt: string
    readonly endedAt: string | null
  }[]
  readonly appeals: number
  readonly mails: number
  readonly copies: number
  readonly awaited: number
}

/** What is kept under an address: accounts that are not erased, and what nobody with an account wrote or was written. */
export async function tracesOf(db: Database, email: string): Promise<Traces> {
  const { rows } = await sql<Traces>`
    select coalesce((select json_agg(json_build_object('id', a.id, 'email', a.email, 'createdAt', a.created_at, 'endedAt', a.deleted_at,
                       'displayName', coalesce(nullif(a.company, ''), nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.email)) order by a.created_at)
                       from account a where a.email_key = ${email} and a.erased_at is null), '[]'::json) as accounts,
           (select count(*)::int from appeal where account_id is null and ${emailKeyOf('email')} = ${email}) as appeals,
           (select count(*)::int from mail where account_id is null and ${emailKeyOf('recipient')} = ${email}) as mails,
           (select count(*)::int from external_customer where account_id is null and erase_asked_at is null and ${emailKeyOf('email')} = ${email}) as copies,
           (select count(*)::int from external_customer where account_id is null and erase_asked_at is not null and ${emailKeyOf('email')} = ${email}) as awaited`.execute(
    db,
  )
  return rows[0] ?? { accounts: [], appeals: 0, mails: 0, copies: 0, awaited: 0 }
}
