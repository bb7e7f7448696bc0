import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'

/** What a banner says, to whom. */
export interface NotificationFacts {
  readonly type: 'warning' | 'success' | 'info' | 'danger'
  readonly titleEn: string
  readonly titleDe: string
  readonly descriptionEn: string
  readonly descriptionDe: string
  readonly isActive: boolean
  /** Visitors who are not signed in see it too. */
  readonly isGlobal: boolean
}

interface NotificationRow extends NotificationFacts {
  readonly id: string
  readonly updatedAt: Temporal.Instant
}

/** The banner's row, locked until the transaction ends. */
export async function lockNotification(tx: Tx, id: string): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`
    select id, type, title_en as "titleEn", title_de as "titleDe", description_en as "descriptionEn", description_de as "descriptionDe",
           is_active as "isActive", is_global as "isGlobal", updated_at as "updatedAt" from notification where id = ${id} for update`.execute(
    tx,
  )
  return rows[0]
}

const columnsOf = (facts: NotificationFacts, editorId: string, at: Temporal.Instant) => ({
  type: facts.type,
  title_en: facts.titleEn,
  title_de: facts.titleDe,
  description_en: facts.descriptionEn,
  description_de: facts.descriptionDe,
  is_active: facts.isActive,
  is_global: facts.isGlobal,
  editor_id: editorId,
  updated_at: at,
})

export async function insertNotification(
  tx: Tx,
  id: string,
  facts: NotificationFacts,
  editorId: string,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('notification')
    .values({ id, ...columnsOf(facts, editorId, at), created_at: at })
    .execute()
}

export async function updateNotification(
  tx: Tx,
  id: string,
  facts: NotificationFacts,
  editorId: string,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('notification')
    .set(columnsOf(facts, editorId, at))
    .where('id', '=', id)
    .execute()
}
