import type { Answer, Query } from '@stowage/api/endpoint'
import type { searchSmsHistory } from '@stowage/api/sms'
import { limits } from '@stowage/domain/limits'
import { sql, type SqlBool } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import { pageWindow } from '../../../platform/database/page-window.ts'

type History = Answer<typeof searchSmsHistory>
type Row = Omit<History['items'][number], 'created'> & {
  readonly createdAt: Temporal.Instant
}

const ALL_PAGE = 50

/** Short messages by number, the newest first; digits are looked for, however they are written. */
export async function smsHistory(
  db: Database,
  { to = '', userId, page: asked = '1' }: Query<typeof searchSmsHistory>,
): Promise<History> {
  const digits = to.replace(/\D/g, '')
  // Letters only: nothing is like that.
  const isNone = digits === '' && to.trim() !== ''
  const ofNumber = digits === '' ? sql<SqlBool>`${!isNone}` : sql<SqlBool>`m.recipient like ${`%${digits}%`}`
  const ofUser = userId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`m.account_id = ${userId}`
  const where = sql<SqlBool>`${ofNumber} and ${ofUser}`
  const pageSize = userId === undefined ? ALL_PAGE : limits.pageSize.emailHistory
  const page = Number(asked)
  const { rows } = await sql<Row>`
    select m.id, m.recipient as "to", m.kind, m.body, m.segments, case m.status when 'sending' then 'waiting' else m.status end as status, m.failure, m.created_at as "createdAt"
      from sms m where ${where} order by m.created_at desc, m.id ${pageWindow({ page, pageSize })}`.execute(
    db,
  )
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from sms m where ${where}`.execute(db)
  const items = rows.map(({ createdAt, ...item }) => ({ ...item, created: createdAt.toString() }))
  const unreachableSince = userId === undefined ? null : await unreachable(db, userId)
  return { items, total: counted[0]?.total ?? 0, page, pageSize, unreachableSince }
}

async function unreachable(db: Database, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ since: Temporal.Instant }>`
    select u.since from sms_number n join unreachable_number u on u.number = n.number where n.account_id = ${accountId}`.execute(
    db,
  )
  return rows[0]?.since.toString() ?? null
}
