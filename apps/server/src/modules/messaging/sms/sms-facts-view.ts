import { limits } from '@stowage/domain/limits'
import type { Currency } from '@stowage/domain/money'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'

const { fromHour, untilHour } = limits.reminder

export interface ClosingFacts {
  readonly documentId: string
  readonly accountId: string
  readonly number: string
  readonly language: 'ru' | 'en' | 'de' | 'pl'
  readonly stockId: string
  readonly contractId: string
  readonly currency: Currency
  readonly debt: number
  /** The first day on which the doors stay shut. */
  readonly closesOn: string
}

/**
 * Invoices on their last free day at the stock, of tenants who want to be told: from the next day on their doors stay shut
 * (domain/access.ts). Not where an older one has shut them already, a payment is under way, or a card is going to be debited. By day, as
 * reminders. @param documentId asked for that one, at any hour
 */
export async function closingInvoices(
  db: Database,
  now: Temporal.Instant,
  documentId?: string,
): Promise<ClosingFacts[]> {
  const which =
    documentId === undefined
      ? sql`extract(hour from l.now) >= ${fromHour} and extract(hour from l.now) < ${untilHour} and not exists (select from sms x where x.natural_key = 'accessClosing:' || d.id)`
      : sql`d.id = ${documentId}`
  const { rows } = await sql<ClosingFacts>`
    select d.id as "documentId", a.id as "accountId", n.number, a.language, s.id as "stockId", c.id as "contractId", d.currency, d.gross - d.paid as debt, (d.due_on + s.days_without_fee + 1)::text as "closesOn"
      from sms_number n join account a on a.id = n.account_id and a.deleted_at is null join contract c on c.account_id = n.account_id and c.status = 'active'
      join document d on d.contract_id = c.id and d.kind = 'invoice' and d.status = 'open' and d.gross > d.paid and d.number is not null join stock s on s.id = c.stock_id
      cross join lateral (select ${now.toString()}::timestamptz at time zone s.time_zone as now) l
     where n.confirmed_at is not null and 'accessClosing' = any(n.kinds) and not s.is_external and c.door_closing_agreed and d.due_on + s.days_without_fee = l.now::date and ${which}
       and not exists (select from unreachable_number u where u.number = n.number)
       and not exists (select from document o where o.contract_id = c.id and o.kind = 'invoice' and o.status = 'open' and o.gross > o.paid and o.number is not null and o.due_on < d.due_on)
       and not exists (select from payment p where p.reference = 'document:' || d.id and (p.status = 'pending' or (p.status = 'succeeded' and not exists (select from ledger_entry e where e.payment_id = p.id))))
       and not exists (select from debit b where b.document_id = d.id and b.status in ('planned', 'charging'))
     order by d.due_on, d.id limit 2000`.execute(db)
  return rows
}

/** By which clock nobody is woken: of the stock that the message is about, else of the last one where its reader had a box. */
export async function zoneOf(
  db: Database,
  of: { readonly stockId: string | null; readonly accountId: string | null },
): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select s.time_zone as zone from stock s where s.id = coalesce(${of.stockId},
      (select c.stock_id from contract c where c.account_id = ${of.accountId} order by c.booked_at desc limit 1),
      (select min(id) from stock))`.execute(db)
  return rows[0]?.zone ?? 'UTC'
}
