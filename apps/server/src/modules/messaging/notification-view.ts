import type { listNotifications } from '@stowage/api/messaging'
import type { Answer, Query } from '@stowage/api/endpoint'
import { sql, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'

type NotificationAnswer = Answer<typeof listNotifications>

/** Of those who may edit: more announcements than that are nobody's list. A strip of more than 200 hides the page. */
const STAFF_ROWS = 1000
const STRIP_ROWS = 200

/** @param withEditor who wrote it is for staff only */
const select = (withEditor: boolean) => sql`
    select n.id, n.type, n.title_en as "titleEn", n.title_de as "titleDe", n.description_en as "descriptionEn", n.description_de as "descriptionDe", n.is_active as "isActive", n.is_global as "isGlobal",
           ${withEditor ? sql`case when a.id is null then null else json_build_object('id', a.id, 'firstName', a.first_name, 'lastName', a.last_name) end` : sql`null::json`} as "userId", to_char(n.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated
      from notification n left join account a on a.id = n.editor_id`

/** Banners: a visitor sees active global ones, a signed-in person active ones, a superUser what he asks for. */
export async function notificationsFor(
  db: Database,
  actor: Actor | null,
  query: Query<typeof listNotifications>,
): Promise<NotificationAnswer> {
  const all = isSuperUser(actor)
  const active =
    !all || query.activeStatus === 'active'
      ? sql<SqlBool>`n.is_active`
      : query.activeStatus === 'disactive'
        ? sql<SqlBool>`not n.is_active`
        : sql<SqlBool>`true`
  const global =
    actor === null || query.globalStatus === 'global'
      ? sql<SqlBool>`n.is_global`
      : query.globalStatus === 'local'
        ? sql<SqlBool>`not n.is_global`
        : sql<SqlBool>`true`
  const { rows } = await sql<NotificationAnswer[number]>`
    ${select(all)} where ${active} and ${global} order by n.updated_at desc, n.id limit ${all ? STAFF_ROWS : STRIP_ROWS}`.execute(
    db,
  )
  return rows
}

/** A banner as a superUser is answered. */
export async function notificationById(
  db: Database | Tx,
  id: string,
): Promise<NotificationAnswer[number] | undefined> {
  const { rows } = await sql<NotificationAnswer[number]>`${select(true)} where n.id = ${id}`.execute(db)
  return rows[0]
}
