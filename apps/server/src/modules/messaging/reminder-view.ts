import { limits } from '@stowage/domain/limits'
import { sql, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { isNotPutOff } from '../../platform/rows-of-job.ts'

const { daysBefore, daysAfter, fromHour, lateDays, untilHour } = limits.reminder

/** An invoice that a step of its stock's reminders has come for. */
export interface DueReminder {
  readonly documentId: string
  readonly accountId: string
  readonly stockId: string
  readonly dueOn: string
  readonly issuedOn: string
  readonly today: string
  readonly daysBefore: readonly number[]
  readonly daysAfter: readonly number[]
}

/** The key of the mail of a step, by which each is written once. */
export const reminderKey = (documentId: string, step: number): string =>
  `invoiceReminder:${documentId}:day${step}`

/**
 * Invoices that a step has come for and no mail was written of yet: of contracts that run (nobody is reminded of a booking that
 * may be given up) at stocks that we bill, by day at the stock, without those for which a payment is under way or has come in
 * and is not booked, a card is going to be debited (told in mails of its own), or a mail waits. The days of due are bounded first, for the index.
 */
export async function dueReminders(
  db: Database | Tx,
  now: Temporal.Instant,
  of: { readonly limit: number; readonly documentId?: string; readonly turn?: Temporal.Instant },
): Promise<DueReminder[]> {
  const here = now.toZonedDateTimeISO('UTC').toPlainDate()
  const [first, last] = [
    here.subtract({ days: daysAfter.max + lateDays + 1 }),
    here.add({ days: daysBefore.max + 1 }),
  ]
  const only = of.documentId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`d.id = ${of.documentId}`
  const isFree =
    of.turn === undefined ? sql<SqlBool>`true` : isNotPutOff('remind-of-invoices', sql`d.id`, of.turn)
  const { rows } = await sql<DueReminder>`
    select d.id as "documentId", d.account_id as "accountId", d.stock_id as "stockId", d.due_on::text as "dueOn", d.issued_on::text as "issuedOn", l.now::date::text as today, s.remind_days_before as "daysBefore", s.remind_days_after as "daysAfter"
      from document d join contract c on c.id = d.contract_id join stock s on s.id = d.stock_id
      cross join lateral (select ${now.toString()}::timestamptz at time zone s.time_zone as now) l
      cross join lateral (select max(t) as step from (select -unnest(s.remind_days_before) as t union all select unnest(s.remind_days_after)) steps where t <= l.now::date - d.due_on) n
     where ${only} and ${isFree} and d.status = 'open' and d.due_on between ${first.toString()}::date and ${last.toString()}::date and d.kind = 'invoice' and d.gross > d.paid and d.number is not null
       and c.status in ('active', 'ended') and not s.is_external and extract(hour from l.now) >= ${fromHour} and extract(hour from l.now) < ${untilHour}
       and l.now::date - d.due_on - n.step <= ${lateDays} and d.due_on + n.step > d.issued_on
       and not exists (select 1 from mail m where m.natural_key = 'invoiceReminder:' || d.id || ':day' || n.step)
       and not exists (select 1 from mail m where m.document_id = d.id and m.kind = 'invoiceReminder' and m.status = 'waiting')
       and not exists (select 1 from payment p where p.reference = 'document:' || d.id
             and (p.status = 'pending' or (p.status = 'succeeded' and not exists (select 1 from ledger_entry e where e.payment_id = p.id))))
       and not exists (select 1 from debit b where b.document_id = d.id and b.status in ('planned', 'charging'))
     order by d.due_on, d.id limit ${of.limit}`.execute(db)
  return rows
}
