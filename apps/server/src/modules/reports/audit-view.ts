import type { Answer } from '@stowage/api/endpoint'
import type { listAudit } from '@stowage/api/reports'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { putBack } from '../../platform/audit/personal.ts'
import type { Database } from '../../platform/database/connect.ts'
import { holdsShort, isShort } from '../../platform/database/short-text.ts'
import { pageWindow } from '../../platform/database/page-window.ts'
import { PLAIN_WITH_EMAIL, SEARCHED } from './desk-filter-view.ts'

export interface AuditFilter {
  readonly who?: string | undefined
  readonly action?: string | undefined
  readonly subjectType?: string | undefined
  readonly subjectId?: string | undefined
  readonly stockId?: string | undefined
  /** 'YYYY-MM-DD', both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

type AuditPage = Answer<typeof listAudit>

/** Counting on would cost more than the page itself, and nobody turns two hundred pages. */
const MOST_COUNTED = 10_000

/**
 * Records of privileged acts, newest first, with people and things by their names; the names come for the page's records only.
 * @param page from 1
 */
export async function readAudit(
  db: Database,
  filter: AuditFilter,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<AuditPage> {
  const where = wanted(filter, await peopleCalled(db, filter.who))
  const all = sql`(select count(*)::int from (select 1 from audit r where ${where} limit ${MOST_COUNTED}) counted)`
  const { rows } = await sql<
    AuditPage['items'][number] & { total: number; kept: Record<string, unknown> | null }
  >`
    with page as materialized (
      select * from audit r where ${where} order by r.at desc, r.id desc ${pageWindow({ page, pageSize })}
    )
    select r.id, ${iso('at')} as at, ${iso('recorded_at')} as "recordedAt", ${person('actor_id')} as actor, ${person('on_behalf_of')} as "onBehalfOf",
           case when r.key_id is not null then json_build_object('id', r.key_id, 'name', coalesce((select k.name from api_key k where k.id = r.key_id), r.key_id)) end as key,
           r.action, r.subject_type as "subjectType", r.subject_id as "subjectId", ${subjectName} as "subjectName",
           case r.subject_type when 'contract' then (select account_id from contract where id = r.subject_id)
                               when 'document' then (select account_id from document where id = r.subject_id)
                               when 'account' then r.subject_id end as "subjectAccountId",
           (select json_build_object('id', s.id, 'name', s.name) from stock s where s.id = r.stock_id) as stock,
           r.before, r.after, (select jsonb_object_agg(p.place, p.value) from audit_personal p where p.audit_id = r.id) as kept, r.address, r.sequence is not null as "isChained", ${all} as total
      from page r order by r.at desc, r.id desc`.execute(db)
  const items = rows.map(({ total: _total, kept, before, after, ...row }) => {
    const values = new Map(Object.entries(kept ?? {}))
    return { ...row, before: putBack('before', before, values), after: putBack('after', after, values) }
  })
  if (rows[0]) return { items, total: rows[0].total, page, pageSize }
  // Behind the last page no row tells.
  const { rows: counts } = await sql<{ total: number }>`select ${all} as total`.execute(db)
  return { items, total: counts[0]?.total ?? 0, page, pageSize }
}

const iso = (column: string) =>
  sql`to_char(${sql.ref(`r.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const person = (column: string) => sql`
  (select json_build_object('id', a.id, 'email', a.email,
     'fullName', coalesce(nullif(a.company, ''), nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.email))
     from account a where a.id = ${sql.ref(`r.${column}`)})`

// What was deleted since has only its id, or the name that stands in the record itself.
const subjectName = sql`coalesce(
  case r.subject_type
    when 'account' then (select coalesce(nullif(company, ''), nullif(concat_ws(' ', first_name, last_name), ''), email) from account where id = r.subject_id)
    when 'box' then (select unit_number from box where id = r.subject_id)
    when 'contract' then (select number from contract where id = r.subject_id)
    when 'document' then (select number from document where id = r.subject_id)
    when 'stock' then (select name from stock where id = r.subject_id)
    when 'city' then (select city from city where id = r.subject_id)
    when 'category' then (select name from box_category where id = r.subject_id)
    when 'role' then (select name from role where id = r.subject_id)
    when 'seller' then (select name from seller where id = r.subject_id)
    when 'api-key' then (select name from api_key where id = r.subject_id)
    when 'webhook' then (select name from webhook where id = r.subject_id)
    when 'appeal' then (select coalesce(nullif(name, ''), phone, email) from appeal where id = r.subject_id)
    when 'reservation' then (select b.unit_number from reservation n join box b on b.id = n.box_id where n.id = r.subject_id)
    when 'payment-processor' then (select label from payment_processor where id = r.subject_id)
    when 'bank-import' then (select file_name from bank_import where id = r.subject_id)
    when 'company' then (select name from company limit 1)
  end, (select p.value #>> '{}' from audit_personal p where p.audit_id = r.id and p.place in ('after.name', 'before.name') order by p.place limit 1),
     case jsonb_typeof(r.after->'name') when 'string' then r.after->>'name' end, case jsonb_typeof(r.before->'name') when 'string' then r.before->>'name' end)`

/** Ids, or so many that the database had better ask for them itself. */
type People = readonly string[] | RawBuilder<unknown>

const isTooMany = (people: People): people is RawBuilder<unknown> => !Array.isArray(people)
const anyOf = (people: People) =>
  isTooMany(people) ? sql`in (${people})` : sql`= any(${[...people]}::text[])`

/** More than this is no name that somebody looks for. */
const MOST_PEOPLE = 1000

/**
 * Who is called so, ended accounts too. Found before the records are asked for: by their ids an index of the audit finds those,
 * through a question within the question it would be read whole.
 */
async function peopleCalled(db: Database, who: string | undefined): Promise<People | undefined> {
  const text = who?.trim() ?? ''
  if (text === '') return undefined
  const called = isShort(text)
    ? holdsShort(PLAIN_WITH_EMAIL, text)
    : sql`${SEARCHED} like folded(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`
  const people = sql`
    select a.id from account a where a.deleted_at is null and ${called} union all select a.id from account a where a.deleted_at is not null and ${called}`
  const { rows } = await sql<{ id: string }>`${people} limit ${MOST_PEOPLE + 1}`.execute(db)
  return rows.length > MOST_PEOPLE ? people : rows.map(({ id }) => id)
}

function wanted(filter: AuditFilter, people: People | undefined): RawBuilder<SqlBool> {
  const { action, subjectType, subjectId, stockId, from, to } = filter
  const conditions: RawBuilder<SqlBool>[] = []
  if (action) conditions.push(sql`r.action = ${action}`)
  if (subjectType) conditions.push(sql`r.subject_type = ${subjectType}`)
  if (subjectId) conditions.push(sql`r.subject_id = ${subjectId}`)
  if (stockId) conditions.push(sql`r.stock_id = ${stockId}`)
  if (from) conditions.push(sql`r.at >= ${from}::date::timestamp at time zone 'UTC'`)
  if (to) conditions.push(sql`r.at < (${to}::date + 1)::timestamp at time zone 'UTC'`)
  if (people !== undefined)
    conditions.push(sql`(r.actor_id ${anyOf(people)} or r.on_behalf_of ${anyOf(people)})`)
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** When the record of this number in the chain was written; null before the first. */
export async function endOfChain(db: Database, sequence: number): Promise<string | null> {
  const { rows } = await sql<{
    at: string
  }>`select ${iso('recorded_at')} as at from audit r where r.sequence = ${sequence}`.execute(db)
  return rows[0]?.at ?? null
}
