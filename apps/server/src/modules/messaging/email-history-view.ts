import type { searchEmailHistory } from '@stowage/api/emails'
import type { Answer, Query } from '@stowage/api/endpoint'
import { limits } from '@stowage/domain/limits'
import { sql, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { holdsShort, isShort } from '../../platform/database/short-text.ts'

type EmailHistory = Answer<typeof searchEmailHistory>
type Item = Extract<EmailHistory, readonly unknown[]>[number]

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
        : sql<SqlBool>`folded(m.recipient) like folded(${like})`
  const ofUser = userId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`m.account_id = ${userId}`
  const where = sql<SqlBool>`${ofText} and ${ofUser}`
  const pageSize = page === undefined ? PLAIN : userId === undefined ? ALL_PAGE : limits.pageSize.emailHistory
  const { rows } = await sql<Omit<Item, 'created'> & { readonly createdAt: Temporal.Instant }>`
    select m.id, m.recipient as "to", m.subject, m.kind, m.status, m.created_at as "createdAt" from mail m
     where ${where} order by m.created_at desc, m.id limit ${pageSize} offset ${(Number(page ?? 1) - 1) * pageSize}`.execute(
    db,
  )
  const items = rows.map(({ createdAt, ...item }) => ({ ...item, created: createdAt.toString() }))
  if (page === undefined) return items
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*)::int as total from mail m where ${where}`.execute(db)
  return { items, total: counted[0]?.total ?? 0, page: Number(page), pageSize }
}
