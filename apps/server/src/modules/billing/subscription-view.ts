import type { Currency } from '@stowage/domain/money'
import { sql } from 'kysely'
import type { Answer } from '@stowage/api/endpoint'
import type { readSubscription } from '@stowage/api/subscriptions'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import { isNotPutOff } from '../../platform/rows-of-job.ts'
import { nextBilledDay } from './plan-view.ts'

export type SubscriptionAnswer = Answer<typeof readSubscription>

/** Subscriptions whose contract is over for good; one that has only reached its end may be extended. */
export async function subscriptionsPastContract(db: Database, turn: Temporal.Instant): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select s.id from subscription s join contract c on c.id = s.contract_id where s.status <> 'cancelled' and c.status in ('closed', 'cancelled')
       and ${isNotPutOff('end-subscriptions', sql`s.id`, turn)} order by s.id`.execute(db)
  return rows.map((row) => row.id)
}

/** So long somebody may still pay over the processor's form (payments say by the machine's clock until when). */
const FORM_LIVES = { minutes: 60 }

/**
 * Whether a page is open, or its money on the way, that pays what a whole contract owes and has the card saved. By business
 * time as well, which may be moved ahead of a page that nobody looks at any more.
 */
export async function isFormOpen(
  tx: Tx,
  contractId: string,
  { at, machineNow }: { readonly at: Temporal.Instant; readonly machineNow: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from document d join payment p on p.reference = 'document:' || d.id
     where d.contract_id = ${contractId} and p.details->'form' is not null and p.charge_key is null
       and (p.status = 'pending'
         or (p.status = 'succeeded' and not exists (select 1 from ledger_entry l where l.payment_id = p.id))
         or (p.status in ('created', 'failed') and (p.details->>'invoiceOpen')::boolean
             and (p.details->>'closesAt')::timestamptz > ${machineNow.toString()}::timestamptz and p.created_at > ${at.subtract(FORM_LIVES).toString()}::timestamptz))
     limit 1`.execute(tx)
  return rows.length > 0
}

export interface ActivationFacts {
  readonly accountId: string
  readonly stockId: string
  readonly currency: string
  readonly isRunning: boolean
  /** What is owed on the contract now, in minor units. */
  readonly debt: number
  /** Some of it is being paid at this moment. */
  readonly isUnderWay: boolean
  /** Of what is owed the document that is due first; where nothing is, the latest one. */
  readonly documentId: string | null
  /** It has been paid for once: a bank account may pay from now on. A first payment that may still come back opens no door. */
  readonly isBegun: boolean
  readonly contractNumber: string
  readonly timeZone: string
}

/** What switching on starts with. A contract without a billing plan (of an external system) has nothing to debit. */
export async function activationFacts(
  db: Database | Tx,
  contractId: string,
): Promise<ActivationFacts | undefined> {
  const { rows } = await sql<ActivationFacts>`
    select c.account_id as "accountId", c.stock_id as "stockId", c.number as "contractNumber", c.status = 'active' and p.closed_at is null as "isBegun", (select time_zone from stock s where s.id = c.stock_id) as "timeZone", p.currency, c.status in ('pending', 'active') and p.closed_at is null as "isRunning",
           (select coalesce(sum(d.gross - d.paid), 0)::bigint from document d where ${OWED}) as debt,
           exists (select 1 from document d join payment y on y.reference = 'document:' || d.id where ${OWED} and y.status = 'pending') as "isUnderWay",
           coalesce((select d.id from document d where ${OWED} order by d.due_on, d.id limit 1),
                    (select d.id from document d where d.contract_id = c.id and d.kind = 'invoice' and d.status = 'paid' order by d.issued_on desc, d.id desc limit 1)) as "documentId"
      from contract c join billing_plan p on p.contract_id = c.id where c.id = ${contractId}`.execute(db)
  return rows[0]
}

const OWED = sql`d.contract_id = c.id and d.status = 'open' and d.kind <> 'credit_note' and d.gross > d.paid`

interface Row extends ActivationFacts {
  readonly status: SubscriptionAnswer['status'] | null
  readonly reason: SubscriptionAnswer['reason']
  readonly hasMethod: boolean
  readonly kind: SubscriptionAnswer['kind']
  readonly mandate: SubscriptionAnswer['mandate']
  readonly card: string | null
  readonly expires: string | null
  readonly nextPeriod: string | null
  readonly tries: SubscriptionAnswer['tries']
}

/** Automatic payments of a contract that the actor may see (asked before), as its page shows them. */
export async function subscriptionOf(
  db: Database,
  contractId: string,
  actor: Actor,
  asks: {
    isOnline(place: { stockId: string; currency: Currency }): boolean
    takesAccounts(stockId: string): Promise<boolean>
    smallest: number
  },
): Promise<SubscriptionAnswer | undefined> {
  const facts = await activationFacts(db, contractId)
  if (!facts) return undefined
  const { rows } = await sql<Row>`
    select s.status, case when s.status = 'suspended' then s.reason end as reason, m.id is not null as "hasMethod", m.card, m.expires, m.kind,
           case when q.id is not null and q.ended_at is null then json_build_object('reference', q.reference, 'holder', q.holder, 'account', q.account_label, 'signedOn', q.signed_on::text, 'creditorName', q.creditor_name, 'creditorId', q.creditor_id, 'wording', q.wording)
                when q.id is null and m.mandate is not null then json_build_object('reference', m.mandate) end as mandate,
           ${nextBilledDay}::text as "nextPeriod",
           (select coalesce(json_agg(t), '[]') from (
              select x.id, x.due_on::text as day, x.amount, x.currency, x.status, x.reason, x.try as attempt, d.id as "documentId", d.number as "invoiceNumber"
                from debit x join document d on d.id = x.document_id where d.contract_id = c.id order by x.due_at desc, x.id desc limit 8) t) as tries
      from contract c join billing_plan p on p.contract_id = c.id left join subscription s on s.contract_id = c.id and s.status <> 'cancelled'
      left join saved_method m on m.id = s.method_id left join mandate q on q.method_id = m.id where c.id = ${contractId}`.execute(
    db,
  )
  const row = rows[0]
  if (!row) return undefined
  const isOwn = facts.accountId === actor.id
  const planned = row.tries.filter((one) => one.status === 'planned').at(-1)
  const status = row.status ?? 'off'
  return {
    status,
    reason: row.reason ?? null,
    card: row.hasMethod ? { number: row.card, expires: row.expires } : null,
    kind: row.hasMethod ? row.kind : null,
    mandate: row.mandate ?? null,
    // What is planned waits past the contract's end.
    next: facts.isRunning ? nextOf(planned, status === 'active' ? row.nextPeriod : null) : null,
    tries: row.tries.filter((one) => one.status !== 'planned' && one.status !== 'dropped'),
    currency: facts.currency,
    toPayNow: facts.debt > 0 ? facts.debt : asks.smallest,
    isDebt: facts.debt > 0,
    mayActivate:
      isOwn &&
      actor.impersonatedBy === null &&
      facts.isRunning &&
      facts.documentId !== null &&
      !facts.isUnderWay &&
      asks.isOnline({ stockId: facts.stockId, currency: facts.currency as Currency }),
    mayGiveAccount:
      isOwn && actor.impersonatedBy === null && facts.isBegun && (await asks.takesAccounts(facts.stockId)),
    mayCancel: status !== 'off' && (isOwn || isSuperUser(actor)),
  }
}

function nextOf(
  planned: SubscriptionAnswer['tries'][number] | undefined,
  nextPeriod: string | null,
): SubscriptionAnswer['next'] {
  if (planned) {
    const { day, amount, documentId, invoiceNumber } = planned
    return { day, amount, documentId, invoiceNumber }
  }
  return nextPeriod === null ? null : { day: nextPeriod, amount: null, documentId: null, invoiceNumber: null }
}

/** Contracts with automatic payments: contract → how they stand. */
export async function autoPayments(
  db: Database,
  contractIds: readonly string[],
): Promise<Map<string, 'active' | 'suspended'>> {
  if (contractIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('subscription')
    .select(['contract_id as contractId', 'status'])
    .where('contract_id', 'in', [...contractIds])
    .where('status', 'in', ['active', 'suspended'])
    .execute()
  return new Map(rows.map((row) => [row.contractId, row.status as 'active' | 'suspended']))
}
