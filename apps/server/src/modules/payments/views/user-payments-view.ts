import { sql } from 'kysely'
import type { Answer } from '@stowage/api/endpoint'
import type { listUserPayments } from '@stowage/api/payments'
import { shownDecline } from '@stowage/domain/decline-shown'
import { maskedCard } from '@stowage/domain/transaction'
import type { Database } from '../../../platform/database/connect.ts'
import { pageWindow } from '../../../platform/database/page-window.ts'
import { isSuperUser, type Actor } from '../../../platform/http/actor.ts'

type Listed = Answer<typeof listUserPayments>
type Item = Listed['items'][number]

interface Row extends Omit<Item, 'createdAt' | 'decidedAt' | 'decline'> {
  readonly createdAt: Temporal.Instant
  readonly decidedAt: Temporal.Instant | null
}

const PAGE_SIZE = 25

/** A debit through the seller's own bank is none of a processor's: nothing of it is given back that way. */
const METHOD = sql`case when p.processor in ('manual', 'bankTransfer', 'bankDebit') then p.processor else coalesce(p.details->>'method', 'card') end`

/**
 * What an account has paid and tried to pay, the newest first. Why a card was declined is told as its payer may know it; the
 * processor's own word stands beside it for a superUser alone.
 */
export async function userPayments(
  db: Database,
  accountId: string,
  actor: Actor,
  page: number,
): Promise<Listed> {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from payment where account_id = ${accountId}`.execute(db)
  const { rows } = await sql<Row>`
    with page as materialized (
      select * from payment where account_id = ${accountId} order by created_at desc, id ${pageWindow({ page, pageSize: PAGE_SIZE })})
    select p.id, p.status, ${METHOD} as method, p.card as label, p.charge_key is not null as "isAutomatic", p.amount, p.currency,
           coalesce((p.details->>'refunded')::bigint, 0) as refunded, coalesce((p.details->>'withdrawn')::bigint, 0) as withdrawn, p.details->>'reinstates' is not null as "isReinstated", p.details->>'paidTwice' is not null as "isSecond", coalesce(p.details->>'purpose', 'document') as purpose,
           d.id as "documentId", d.number as "documentNumber", d.kind as "documentType", d.contract_id as "contractId", d.snapshot->>'contractNumber' as "contractNumber", d.snapshot->>'unitNumber' as "unitNumber",
           p.stock_id as "stockId", s.time_zone as "timeZone", p.created_at as "createdAt", coalesce(p.succeeded_at, p.decided_at) as "decidedAt",
           p.failure_reason as reason, p.processor_payment_id as reference
      from page p join stock s on s.id = p.stock_id left join document d on d.id = substring(p.reference from '^document:(.*)$') and d.account_id = p.account_id
     order by p.created_at desc, p.id`.execute(db)
  const seesReason = isSuperUser(actor)
  return {
    items: rows.map(({ createdAt, decidedAt, reason, ...row }) => ({
      ...row,
      label: row.method === 'card' ? maskedCard(row.label ?? null) : row.label,
      createdAt: createdAt.toString(),
      decidedAt: decidedAt?.toString() ?? null,
      decline: shownDecline(reason ?? null),
      reason: seesReason ? reason : null,
    })),
    total: counted[0]?.total ?? 0,
    page,
    pageSize: PAGE_SIZE,
  }
}

export async function isAccountThere(db: Database, accountId: string): Promise<boolean> {
  const row = await db.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst()
  return row !== undefined
}
