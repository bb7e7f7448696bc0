import type { readInbox } from '@stowage/api/inbox'
import type { Answer } from '@stowage/api/endpoint'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Actor, Language } from '../../platform/http/actor.ts'
import { toldAs, toldKinds } from './told.ts'

/** So many of the last are shown, and counted at most: "30" and more is said alike. */
const SHOWN = 30

/** What the reader was told: his mails, whether or not one reached him, as sentences of the page's language. */
export async function inboxOf(
  db: Database,
  actor: Actor,
  language: Language,
): Promise<Answer<typeof readInbox>> {
  const { rows } = await sql<{ id: string; kind: string; createdAt: Temporal.Instant; isRead: boolean }>`
    select m.id, m.kind, m.created_at as "createdAt", coalesce(m.created_at <= r.read_until, false) as "isRead"
      from mail m left join inbox_read r on r.account_id = m.account_id
     where m.account_id = ${actor.id} and m.kind = any(${[...toldKinds]}) order by m.created_at desc, m.id limit ${SHOWN}`.execute(
    db,
  )
  const items = rows.map(({ createdAt, ...row }) => ({
    ...row,
    ...toldAs(row.kind, actor.id, language),
    created: createdAt.toString(),
  }))
  return { items, unread: items.filter(({ isRead }) => !isRead).length }
}
