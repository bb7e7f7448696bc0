import type { searchEmailHistory } from '@stowage/api/emails'
import type { Answer, Query } from '@stowage/api/endpoint'
import { limits } from '@stowage/domain/limits'
import { sql, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { holdsShort, isShort } from '../../platform/database/short-text.ts'
import { pageWindow } from '../../platform/database/page-window.ts'

type EmailHistory = Answer<typeof searchEmailHistory>
type Item = Extract<EmailHistory, readonly unknown[]>[number]

type Row = Omit<Item, 'created'> & { readonly createdAt: Temporal.Instant; readonly total: number }

/** The history of one account has 5 a page (specification 9); that of everybody is read by the screenful. */
const ALL_PAGE = 50
/** Without a page: as many as a screen may want at load. */
const PLAIN = 500

/** Mails by recipient, the newest first: a page where one is asked for, else a plain list (decision 3). */
export async function emailHistory(
  db: Database,
  { to = '', userId, page }: Query<typeof searchEmailHistory>,
): Promise<EmailHistory> {
  const text = to.trim()
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const ofText =
    text === ''
      ? sql<SqlBool>`true`
      : isShort(text)
        ? holdsShort(sql`m.recipient`, text)
        : sql<SqlBool>`m.recipient_search like folded(${like})`
  const ofUser = userId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`m.account_id = ${userId}`
  const where = sql<SqlBool>`${ofText} and ${ofUser}`
  const pageSize = page === undefined ? PLAIN : userId === undefined ? ALL_PAGE : limits.pageSize.emailHistory
  const all = sql`(select count(*)::int from mail m where ${where})`
  // A search is made once, with the number of its finds; all mails are counted faster by an index of theirs.
  const total = page === undefined ? sql`0` : text === '' ? all : sql`(count(*) over ())::int`
  const { rows } = await sql<Row>`
    with page as materialized (
      select m.id, ${total} as total from mail m
       where ${where} order by m.created_at desc, m.id ${pageWindow({ page: Number(page ?? 1), pageSize })})
    select m.id, m.recipient as "to", m.subject, m.kind, m.status, m.failure, m.created_at as "createdAt", p.total from page p join mail m on m.id = p.id
     order by m.created_at desc, m.id`.execute(db)
  const items = rows.map(({ createdAt, total: _total, ...item }) => ({
    ...item,
    created: createdAt.toString(),
  }))
  if (page === undefined) return items
  const bouncingSince = userId === undefined ? null : await refusedSince(db, userId)
  if (rows[0]) return { items, total: rows[0].total, page: Number(page), pageSize, bouncingSince }
  if (text !== '' && page === '1') return { items, total: 0, page: 1, pageSize, bouncingSince }
  // Behind the last page no row tells.
  const { rows: counted } = await sql<{ total: number }>`select ${all} as total`.execute(db)
  return { items, total: counted[0]?.total ?? 0, page: Number(page), pageSize, bouncingSince }
}

/** Since when mails to the present address of an account are refused. */
async function refusedSince(db: Database, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ since: Temporal.Instant }>`
    select b.since from account a join bouncing_address b on b.address = lower(a.email) where a.id = ${accountId}`.execute(
    db,
  )
  return rows[0]?.since.toString() ?? null
}
