import type { Answer } from '@stowage/api/endpoint'
import type { getWebhookDelivery, listWebhookDeliveries, listWebhooks } from '@stowage/api/webhooks'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import { pageWindow } from '../../../platform/database/page-window.ts'

type Shown = Answer<typeof listWebhooks>[number]
type Delivery = Answer<typeof listWebhookDeliveries>['items'][number]

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** All of them, or one. */
export async function readWebhooks(db: Database, id?: string): Promise<Shown[]> {
  const { rows } = await sql<Shown>`
    select w.id, w.name, w.url, w.events, w.is_on as "isOn", w.off_reason as "offReason", ${iso('w.off_since')} as "offSince", ${iso('w.failing_since')} as "failingSince",
      ${iso('w.former_until')} as "formerSecretUntil",
      json_build_object('id', a.id, 'name', coalesce(nullif(a.company, ''), nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.email)) as maker,
      ${iso('w.created_at')} as created,
      (select count(*)::int from webhook_delivery d where d.webhook_id = w.id and d.state = 'waiting') as waiting,
      (select count(*)::int from webhook_delivery d where d.webhook_id = w.id and d.state = 'dead') as dead,
      ${iso('w.last_delivered_at')} as "lastDelivered"
      from webhook w join account a on a.id = w.made_by
     where ${id ?? null}::text is null or w.id = ${id ?? null}
     order by w.created_at desc, w.id desc`.execute(db)
  return rows
}

const columns = sql`
  d.id, d.event, d.state, d.attempts, ${iso('d.created_at')} as created, case d.state when 'waiting' then ${iso('d.next_attempt_at')} end as next,
  d.last_status as status, d.last_fault as fault`

const MOST_COUNTED = 10_000

/** @param page from 1 */
export async function readDeliveries(
  db: Database,
  webhookId: string,
  {
    state,
    page,
    pageSize,
  }: { readonly state?: string | undefined; readonly page: number; readonly pageSize: number },
): Promise<Answer<typeof listWebhookDeliveries>> {
  const where = sql`d.webhook_id = ${webhookId} and (${state ?? null}::text is null or d.state = ${state ?? null})`
  const { rows: items } = await sql<Delivery>`
    select ${columns} from webhook_delivery d where ${where} order by d.created_at desc, d.id desc ${pageWindow({ page, pageSize })}`.execute(
    db,
  )
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from (select from webhook_delivery d where ${where} limit ${MOST_COUNTED}) counted`.execute(
    db,
  )
  return { items, total: counts[0]?.total ?? 0, page, pageSize }
}

export async function readDelivery(
  db: Database,
  webhookId: string,
  id: string,
): Promise<Answer<typeof getWebhookDelivery> | undefined> {
  const { rows } = await sql<Answer<typeof getWebhookDelivery>>`
    select ${columns}, d.body, w.url,
      coalesce((select json_agg(json_build_object('number', t.number, 'at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'milliseconds', t.milliseconds, 'status', t.status, 'fault', t.fault, 'answer', t.answer) order by t.number desc)
                  from webhook_attempt t where t.delivery_id = d.id), '[]'::json) as tries
      from webhook_delivery d join webhook w on w.id = d.webhook_id
     where d.id = ${id} and d.webhook_id = ${webhookId}`.execute(db)
  return rows[0]
}
