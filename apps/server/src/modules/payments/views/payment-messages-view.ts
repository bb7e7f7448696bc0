import { sql, type RawBuilder } from 'kysely'
import type { Answer, Query } from '@stowage/api/endpoint'
import type { listPaymentMessages, readPaymentMessage } from '@stowage/api/payments'
import {
  mayReplay,
  needsAttention,
  QUIET_VERDICTS,
  WAITING_VERDICT,
  WAITS_MINUTES,
} from '@stowage/domain/message-verdict'
import type { Database } from '../../../platform/database/connect.ts'
import { pageWindow } from '../../../platform/database/page-window.ts'

type Listed = Answer<typeof listPaymentMessages>
type Item = Listed['items'][number]
type Read = Answer<typeof readPaymentMessage>

interface Row extends Omit<Item, 'needsAttention' | 'mayReplay' | 'receivedAt'> {
  readonly hasNews: boolean
  readonly receivedAt: Temporal.Instant
}

const PAGE_SIZE = 50
const NAME = sql`coalesce(case when a.account_type = 'legal' then nullif(a.company, '') end, nullif(trim(concat_ws(' ', a.first_name, a.last_name)), ''), nullif(a.company, ''), a.email)`
const COLUMNS = sql`m.id, m.cabinet, m.verdict, m.received_at as "receivedAt", m.type, m.times_told as "timesTold", m.problem, m.news is not null as "hasNews", m.outside_id as "outsideId", m.payment_id as "paymentId", p.status as "paymentStatus", p.amount, p.currency, p.account_id as "accountId", ${NAME} as "accountName"`
const BESIDE = sql`left join payment p on p.id = m.payment_id left join account a on a.id = p.account_id`

export interface MessageScene {
  /** Machine time: processors have no other. */
  readonly now: Temporal.Instant
  /** Whether messages can be judged again here. */
  readonly canReplay: boolean
}

/** Messages as they were judged, the newest first; how many of all want a look. */
export async function paymentMessages(
  db: Database,
  wish: Query<typeof listPaymentMessages>,
  scene: MessageScene,
): Promise<Listed> {
  const page = Number(wish.page ?? 1)
  const where = sought(wish, scene.now)
  const attention = sql`(select count(*)::int from payment_message m where ${wantsLook(scene.now)})`
  const { rows: counts } = await sql<{
    total: number
    attention: number
    cabinets: string[]
  }>`select (select count(*)::int from payment_message m where ${where}) as total, ${attention} as attention, ${CABINETS} as cabinets`.execute(
    db,
  )
  const { rows } = await sql<Row>`
    with page as materialized (
      select m.* from payment_message m where ${where} order by m.received_at desc, m.id ${pageWindow({ page, pageSize: PAGE_SIZE })})
    select ${COLUMNS} from page m ${BESIDE} order by m.received_at desc, m.id`.execute(db)
  const { total = 0, attention: waiting = 0, cabinets = [] } = counts[0] ?? {}
  return {
    items: rows.map((row) => describe(row, scene)),
    total,
    page,
    pageSize: PAGE_SIZE,
    attention: waiting,
    cabinets,
    verdicts: [...VERDICTS],
  }
}

/** One message with what it said; undefined: there is none (any more). */
export async function paymentMessage(
  db: Database,
  id: string,
  scene: MessageScene,
): Promise<Read | undefined> {
  const { rows } = await sql<Row & { body: unknown }>`
    select ${COLUMNS}, m.body from payment_message m ${BESIDE} where m.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { body, ...message } = row
  return { ...describe(message, scene), fields: fieldsOf(body) }
}

function describe({ receivedAt, hasNews, ...row }: Row, { now, canReplay }: MessageScene): Item {
  const waited = receivedAt.until(now).total('minutes')
  return {
    ...row,
    needsAttention: needsAttention(row.verdict, waited),
    mayReplay: canReplay && hasNews && mayReplay(row.verdict),
    receivedAt: receivedAt.toString(),
  }
}

/** The verdicts that the filter offers: all that there can be (message-store), so that none is missing on a quiet day. */
const VERDICTS = [
  'valid',
  'credited',
  'known',
  'noted',
  'not ours',
  'not confirmed',
  'failed',
  'stale',
  'unknown order',
  'other sum',
  'other payer',
  'malformed',
  'forged',
] as const

/** As `needsAttention` of the domain says it, by the index payment_message_attention. */
const wantsLook = (now: Temporal.Instant): RawBuilder<unknown> =>
  sql`m.verdict not in (${sql.join(QUIET_VERDICTS.map((word) => sql.lit(word)))})
      and (m.verdict <> ${sql.lit(WAITING_VERDICT)} or m.received_at <= ${now.subtract({ minutes: WAITS_MINUTES }).toString()}::timestamptz)`

function sought(
  { verdict, cabinet, search }: Query<typeof listPaymentMessages>,
  now: Temporal.Instant,
): RawBuilder<unknown> {
  const rules: RawBuilder<unknown>[] = [sql`true`]
  if (verdict === 'attention') rules.push(wantsLook(now))
  else if (verdict) rules.push(sql`m.verdict = ${verdict}`)
  if (cabinet) rules.push(sql`m.cabinet = ${cabinet}`)
  const text = search?.trim() ?? ''
  if (text !== '')
    rules.push(
      sql`m.id in (select f.id from payment_message f where f.cabinet = any(${CABINETS}) and f.outside_id = ${text} union select f.id from payment_message f where f.payment_id = ${text.toUpperCase()})`,
    )
  return sql.join(rules, sql` and `)
}

/** The accounts at processors that have written, each found by one step through the index that begins with them. */
const CABINETS = sql`array(
  with recursive k as (
    (select cabinet from payment_message order by cabinet limit 1)
    union all
    select (select n.cabinet from payment_message n where n.cabinet > k.cabinet order by n.cabinet limit 1) from k where k.cabinet is not null)
  select cabinet from k where cabinet is not null)`

/** What proves a message, or could be used to charge somebody. */
const SECRET = /^key$|sign|secret|token|password|bank_id|cvc|cvv|client_secret|authorization/i
const CARD = /(?<![\d.])\d{13,19}(?![\d.])/g

function fieldsOf(body: unknown): Read['fields'] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).map(([name, value]) => {
    const isHidden = SECRET.test(name)
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return {
      name,
      value: isHidden ? '•••' : text.replace(CARD, (digits) => `•••• ${digits.slice(-4)}`),
      isHidden,
    }
  })
}
