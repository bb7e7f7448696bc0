import { sql, type SqlBool } from 'kysely'
import { limits } from '@stowage/domain/limits'
import type { PenaltyLine } from '@stowage/domain/penalty'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { isNotPutOff } from '../../platform/rows-of-job.ts'
import { leftLines } from './correction-view.ts'
import { lateFacts, type LateFacts } from './late-invoice-view.ts'

/** The first of the month at the stock `s`, some hours into it. */
const monthAt = (now: Temporal.Instant) =>
  sql`date_trunc('month', (${now.toString()}::timestamptz at time zone s.time_zone) - make_interval(hours => ${limits.penalty.monthEndHour}))::date`

/**
 * Invoices with days of past months that nobody has looked at, the longest overdue first. Where a payment is under way, or has
 * come in and is not booked, its own day decides: so that is waited for. The due day is compared with the latest day on earth
 * first, for the index.
 */
export async function uncheckedInvoices(
  db: Database,
  now: Temporal.Instant,
  { limit, turn }: { readonly limit: number; readonly turn: Temporal.Instant },
): Promise<string[]> {
  const lastDay = now.toZonedDateTimeISO('Pacific/Kiritimati').toPlainDate().toString()
  const { rows } = await sql<{ id: string }>`
    select d.id from document d join contract c on c.id = d.contract_id join stock s on s.id = d.stock_id
     where ${PENALISED} and d.status = 'open' and d.due_on < ${lastDay}::date
       and d.due_on + s.days_without_fee + 1 < ${monthAt(now)} and coalesce(d.penalised_until, '-infinity') < ${monthAt(now)}
       and not exists (select 1 from payment p where p.reference = 'document:' || d.id
             and (p.status = 'pending' or (p.status = 'succeeded' and not exists (select 1 from ledger_entry e where e.payment_id = p.id))))
       and ${isNotPutOff('charge-penalties', sql`d.id`, turn)}
     order by d.due_on, d.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Invoices of contracts that run and whose tenants agreed to a late fee, at stocks that we bill (decisions 18, 19, 21). A predicate on `d`, `c` and `s`. */
const PENALISED = sql<SqlBool>`d.kind = 'invoice' and d.number is not null and c.status in ('active', 'ended') and c.late_fee_agreed and not s.is_external`

/** The overdue invoices of a contract on which no penalty was charged, the oldest first. */
export async function unpenalisedInvoices(
  tx: Tx,
  contractId: string,
  now: Temporal.Instant,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from document d join contract c on c.id = d.contract_id join stock s on s.id = d.stock_id
     where d.contract_id = ${contractId} and ${PENALISED} and d.status = 'open' and d.due_on < (${now.toString()}::timestamptz at time zone s.time_zone)::date
       and not exists (select 1 from document f where f.penalises_id = d.id and f.status <> 'void')
     order by d.due_on, d.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Where a contract is; who asks first goes first, so that two presses are one after the other. Undefined: there is none. */
export async function contractTurn(tx: Tx, contractId: string): Promise<{ stockId: string } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`penalty ${contractId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ stockId: string }>`
    select stock_id as "stockId" from billing_plan where contract_id = ${contractId}`.execute(tx)
  return rows[0]
}

/** How many penalties were issued on a contract, and their sum in minor units. */
export async function penaltiesOf(
  tx: Tx,
  contractId: string,
): Promise<{ count: number; amount: number; currency: string }> {
  const { rows } = await sql<{ count: number; amount: number; currency: string }>`
    select count(d.id)::int as count, coalesce(sum(d.gross), 0)::bigint as amount, p.currency from billing_plan p
      left join document d on d.contract_id = p.contract_id and d.kind = 'penalty' and d.status <> 'void'
     where p.contract_id = ${contractId} group by p.currency`.execute(tx)
  return rows[0] ?? { count: 0, amount: 0, currency: '' }
}

/** An invoice that may bear penalties, locked, with all that they follow from; undefined where none can. */
export async function lockLateInvoice(tx: Tx, documentId: string): Promise<LateFacts | undefined> {
  await sql`select 1 from document where id = ${documentId} for update`.execute(tx)
  const { rows } = await sql<LateFacts>`
    select ${lateFacts()} from document d join contract c on c.id = d.contract_id join stock s on s.id = d.stock_id
     where d.id = ${documentId} and ${PENALISED}`.execute(tx)
  return rows[0]
}

/** The open invoices of a contract that are past their due day, the oldest first. */
export async function lateInvoicesOf(
  db: Database | Tx,
  contractId: string,
  now: Temporal.Instant,
): Promise<LateFacts[]> {
  const { rows } = await sql<LateFacts>`
    select ${lateFacts()} from document d join contract c on c.id = d.contract_id join stock s on s.id = d.stock_id
     where d.contract_id = ${contractId} and ${PENALISED} and d.status = 'open' and d.due_on < (${now.toString()}::timestamptz at time zone s.time_zone)::date
     order by d.due_on, d.id`.execute(db)
  return rows
}

/** What penalties on an invoice follow from, whatever has become of it and its contract. */
export async function lateInvoice(tx: Tx, documentId: string): Promise<LateFacts | undefined> {
  const { rows } = await sql<LateFacts>`
    select ${lateFacts()} from document d join contract c on c.id = d.contract_id join stock s on s.id = d.stock_id where d.id = ${documentId}`.execute(
    tx,
  )
  return rows[0]
}

/** Penalties that have charged days from that of a payment on, on invoices that it has paid; the oldest first. */
export async function penaltiesPaidBefore(
  tx: Tx,
  paymentId: string,
): Promise<{ invoiceId: string; penaltyId: string; paidOn: string }[]> {
  const { rows } = await sql<{ invoiceId: string; penaltyId: string; paidOn: string }>`
    select distinct d.id as "invoiceId", f.id as "penaltyId", f.period_from, p.day::text as "paidOn" from settlement t
      join document d on d.id = t.document_id and d.kind = 'invoice' join document f on f.penalises_id = d.id and f.status <> 'void' join stock s on s.id = d.stock_id
      join payment y on y.id = t.payment_id cross join lateral (select (y.succeeded_at at time zone s.time_zone)::date as day) p
     where t.payment_id = ${paymentId} and t.amount > 0 and f.period_to > p.day order by f.period_from, f.id`.execute(
    tx,
  )
  return rows
}

/** Those of these payments of which the same is to be asked: most have paid nothing that bears a penalty. */
export async function paidBeforePenalties(tx: Tx, paymentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct t.payment_id as id from settlement t join document f on f.penalises_id = t.document_id and f.status <> 'void'
     where t.payment_id = any(${[...paymentIds]}) order by t.payment_id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The lines of a penalty as they were charged, with what credit notes have left of each; in minor units. */
export async function penalisedDays(
  tx: Tx,
  penaltyId: string,
): Promise<
  {
    readonly position: number
    readonly quantity: number
    readonly unitNet: number
    readonly net: number
    readonly left: number
    readonly from: string
    readonly until: string
    readonly percent: number
  }[]
> {
  const left = await leftLines(tx, penaltyId)
  const rows = await tx
    .selectFrom('document_line')
    .select(['position', 'quantity', 'unit_net as unitNet', 'net', 'explanation'])
    .where('document_id', '=', penaltyId)
    .orderBy('position')
    .execute()
  return rows.map(({ explanation, ...line }) => {
    const { from, until, percent } = explanation as { from: string; until: string; percent: number }
    return {
      ...line,
      left: left.find(({ position }) => position === line.position)?.net ?? 0,
      from,
      until,
      percent,
    }
  })
}

export async function setPenalisedUntil(tx: Tx, documentId: string, day: Temporal.PlainDate): Promise<void> {
  await tx
    .updateTable('document')
    .set({ penalised_until: day })
    .where('id', '=', documentId)
    .where((eb) => eb.or([eb('penalised_until', 'is', null), eb('penalised_until', '<', day)]))
    .execute()
}

export interface NewPenalty {
  readonly id: string
  readonly invoiceId: string
  readonly lines: readonly PenaltyLine[]
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
  readonly issuedOn: Temporal.PlainDate
  readonly dueOn: Temporal.PlainDate
  /** What each line says of itself beside its own figures. */
  readonly said: Readonly<Record<string, unknown>>
  readonly at: Temporal.Instant
}

/** A penalty with its lines; whose it is, and what it prints of seller and buyer, it has from its invoice. */
export async function insertPenalty(tx: Tx, penalty: NewPenalty): Promise<void> {
  const lines = penalty.lines.map((line, index) => ({
    position: index + 1,
    quantity: line.days,
    unit_net: line.base.amount,
    net: line.amount.amount,
    explanation: {
      ...penalty.said,
      rule: line.rule,
      rate: line.base.amount,
      percent: line.percent,
      days: line.days,
      from: line.from.toString(),
      until: line.until.toString(),
      isCapped: line.isCapped,
      rounding: 'halfAwayFromZero',
    },
  }))
  const total = penalty.lines.reduce((sum, line) => sum + line.amount.amount, 0)
  await sql`
    with document as (
      insert into document (id, kind, plan_id, contract_id, account_id, stock_id, seller_id, status, period_from, period_to, issued_on, due_on, accounting_date, document_date, currency, net, vat, gross, snapshot, penalises_id, created_at)
      select ${penalty.id}, 'penalty', plan_id, contract_id, account_id, stock_id, seller_id, 'open', ${penalty.from.toString()}::date, ${penalty.until.toString()}::date, ${penalty.issuedOn.toString()}::date, ${penalty.dueOn.toString()}::date,
             ${penalty.issuedOn.toString()}::date, ${penalty.issuedOn.toString()}::date, currency, ${total}::bigint, 0, ${total}::bigint, snapshot, id, ${penalty.at.toString()}::timestamptz
        from document where id = ${penalty.invoiceId})
    insert into document_line (document_id, position, kind, quantity, unit_net, discount_percent, discount, net, vat_percent, vat, gross, explanation)
    select ${penalty.id}, position, 'penalty', quantity, unit_net, 0, 0, net, 0, 0, net, explanation
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(position int, quantity numeric, unit_net bigint, net bigint, explanation jsonb)`.execute(
    tx,
  )
}
