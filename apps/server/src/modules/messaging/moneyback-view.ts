import { sql } from 'kysely'
import type { Currency } from '@stowage/domain/money'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/** How the money of a payment was taken back by its payer's bank; undefined: it was not, staff have given it back. */
export async function takenBackBy(tx: Tx, paymentId: string): Promise<'card' | 'debit' | undefined> {
  // A charge of a saved method is told of by its own mail (debitDeclined).
  const { rows } = await sql<{ isDebit: boolean }>`
    select not d.blocks as "isDebit" from payment_dispute d
     where d.payment_id = ${paymentId} and d.is_withdrawn and not exists (select 1 from debit x where x.payment_id = d.payment_id)
     order by d.id desc limit 1`.execute(tx)
  const [row] = rows
  return row && (row.isDebit ? 'debit' : 'card')
}

export interface SuperUser {
  readonly accountId: string
  readonly email: string
  readonly language: string
}

export async function superUsers(tx: Tx): Promise<SuperUser[]> {
  const { rows } = await sql<SuperUser>`
    select id as "accountId", email, language from account
     where platform_role = 'superUser' and deleted_at is null and not blocked_by_staff order by id`.execute(
    tx,
  )
  return rows
}

export interface DisputeFacts {
  readonly state: 'warned' | 'open' | 'won' | 'lost'
  readonly reason: string | null
  readonly amount: number
  readonly currency: Currency
  readonly dueBy: Temporal.Instant | null
  readonly isWithdrawn: boolean
  /** The contract's doors are shut because of it. */
  readonly blocks: boolean
  readonly tenant: string
  readonly documentNumber: string | null
  readonly contractNumber: string | null
  readonly stockName: string
  readonly timeZone: string
}

/** A dispute that nobody has looked at yet, as it stands now. */
export async function disputeFacts(db: Database, id: string): Promise<DisputeFacts | undefined> {
  const { rows } = await sql<DisputeFacts>`
    select d.state, d.reason, d.amount, d.currency, d.due_by as "dueBy", d.is_withdrawn as "isWithdrawn", d.blocks and d.is_withdrawn as blocks,
           coalesce(case when a.account_type = 'legal' then nullif(a.company, '') end, nullif(trim(concat_ws(' ', a.first_name, a.last_name)), ''), a.email) as tenant,
           doc.number as "documentNumber", c.number as "contractNumber", s.name as "stockName", s.time_zone as "timeZone"
      from payment_dispute d join payment p on p.id = d.payment_id join account a on a.id = p.account_id join stock s on s.id = p.stock_id
      left join document doc on p.reference = 'document:' || doc.id left join contract c on c.id = doc.contract_id
     where d.id = ${id} and d.handled_at is null`.execute(db)
  return rows[0]
}

export interface RefundedPayment {
  readonly currency: Currency
  /** What of the payer's card or account may be shown. */
  readonly card: string | null
  readonly tenant: string
  readonly documentNumber: string | null
  readonly contractId: string
  readonly contractNumber: string
  readonly stockName: string
}

/** A payment of which money went back, and what it had been for; undefined where its paper is gone. */
export async function refundedPayment(db: Database, id: string): Promise<RefundedPayment | undefined> {
  const { rows } = await sql<RefundedPayment>`
    select p.currency, p.card,
           coalesce(case when a.account_type = 'legal' then nullif(a.company, '') end, nullif(trim(concat_ws(' ', a.first_name, a.last_name)), ''), a.email) as tenant,
           doc.number as "documentNumber", c.id as "contractId", c.number as "contractNumber", s.name as "stockName"
      from payment p join document doc on p.reference = 'document:' || doc.id join contract c on c.id = doc.contract_id
      join account a on a.id = p.account_id join stock s on s.id = p.stock_id
     where p.id = ${id}`.execute(db)
  return rows[0]
}

/** Where the box of a contract can be booked once more. */
export interface NextBooking {
  readonly boxId: string
  readonly cityId: string
  /** Nobody has it. */
  readonly isFree: boolean
}

export async function nextBooking(db: Database, contractId: string): Promise<NextBooking | undefined> {
  const { rows } = await sql<NextBooking>`
    select b.id as "boxId", s.city_id as "cityId",
           not exists (select 1 from box_claim k where k.box_id = b.id and k.released_at is null) as "isFree"
      from contract c join box b on b.id = c.box_id join stock s on s.id = b.stock_id where c.id = ${contractId}`.execute(
    db,
  )
  return rows[0]
}
