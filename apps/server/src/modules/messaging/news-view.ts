import { limits } from '@stowage/domain/limits'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { ReaderFacts } from './mail-facts-view.ts'

/** What nobody's deed tells but the calendar, or a night that issues thousands at once: read as a list, told by a mail each. */
export interface News {
  /** Of what the mail is about; with `key` it is told once. */
  readonly subjectId: string
  readonly key: string
  readonly accountId: string
  readonly email: string
  readonly language: 'ru' | 'en' | 'de' | 'pl'
  readonly stockId: string
}

const { fromHour, untilHour } = limits.reminder
/** A reservation's end is told so long before, where it was made earlier than twice as long before. */
const RESERVATION_HOURS = 24
/** An invoice that could not be told for longer (nobody ran this) is left to its reminders. */
const INVOICE_DAYS = 3

const WHO = sql`a.id as "accountId", a.email, a.language, s.id as "stockId"`

/** Reservations that end within a day. */
export async function endingReservations(db: Database, now: Temporal.Instant): Promise<News[]> {
  const until = now.add({ hours: RESERVATION_HOURS })
  const { rows } = await sql<News>`
    select x.id as "subjectId", x.id as key, ${WHO}
      from reservation x join stock s on s.id = x.stock_id join account a on a.id = x.account_id and a.deleted_at is null
     where x.status = 'live' and x.expires_at > ${now.toString()}::timestamptz and x.expires_at <= ${until.toString()}::timestamptz
       and x.reserved_at <= x.expires_at - make_interval(hours => ${2 * RESERVATION_HOURS})
       and not exists (select 1 from mail m where m.natural_key = 'reservationEnding:' || x.id)
     order by x.expires_at limit 2000`.execute(db)
  return rows
}

/**
 * Running contracts whose last day is as near as leaving and extending are offered (specification 2.12), by day at the stock and
 * not at night; not those that were booked for hardly longer. Each end is told once: an extended contract has another.
 */
export async function endingContracts(db: Database, now: Temporal.Instant): Promise<News[]> {
  const days = limits.contract.leaveOfferedDaysBeforeEnd
  const here = now.toZonedDateTimeISO('UTC').toPlainDate()
  const { rows } = await sql<News>`
    select c.id as "subjectId", c.id || ':' || c.end_day::text as key, ${WHO}
      from contract c join stock s on s.id = c.stock_id join account a on a.id = c.account_id and a.deleted_at is null
      cross join lateral (select ${now.toString()}::timestamptz at time zone s.time_zone as now) l
     where c.status = 'active' and c.end_day between ${here.subtract({ days: 1 }).toString()}::date and ${here.add({ days: days + 1 }).toString()}::date
       and c.end_day > l.now::date and c.end_day <= l.now::date + ${days}::int and c.start_day <= c.end_day - ${2 * days}::int
       and extract(hour from l.now) >= ${fromHour} and extract(hour from l.now) < ${untilHour} and not s.is_external
       and not exists (select 1 from mail m where m.natural_key = 'contractEnding:' || c.id || ':' || c.end_day::text)
     order by c.end_day, c.id limit 2000`.execute(db)
  return rows
}

/**
 * New invoices of running contracts that no other mail carries: not the first one (the booking's mail has it), not of a move or
 * an extension, not where a card is debited (told with its day), and none that is paid already.
 */
export async function newInvoices(db: Database, now: Temporal.Instant): Promise<News[]> {
  const here = now.toZonedDateTimeISO('UTC').toPlainDate()
  const { rows } = await sql<News>`
    select d.id as "subjectId", d.id as key, ${WHO}
      from document d join contract c on c.id = d.contract_id join stock s on s.id = d.stock_id join account a on a.id = d.account_id and a.deleted_at is null
     where d.status = 'open' and d.due_on between ${here.subtract({ days: INVOICE_DAYS }).toString()}::date and ${here.add({ days: limits.invoice.issuedDaysAhead + 2 }).toString()}::date
       and d.kind = 'invoice' and d.gross > d.paid and d.number is not null and d.issued_on >= ${here.subtract({ days: INVOICE_DAYS }).toString()}::date
       and c.status in ('active', 'ended') and d.id is distinct from c.first_document_id and not s.is_external
       and d.created_at is distinct from c.extended_at and not exists (select 1 from contract_transfer t where t.contract_id = c.id and t.moved_at = d.created_at)
       and not exists (select 1 from subscription u where u.contract_id = c.id and u.status = 'active')
       and not exists (select 1 from mail m where m.document_id = d.id)
     order by d.due_on, d.id limit 2000`.execute(db)
  return rows
}

/** A reservation that is still held. */
export async function isHeld(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql<{
    id: string
  }>`select id from reservation where id = ${id} and status = 'live'`.execute(db)
  return rows.length > 0
}

/** How a contract that runs will end; undefined where it does not any more, or has no end. */
export async function contractEnd(
  db: Database,
  id: string,
): Promise<{ day: string; time: string; isLeaving: boolean } | undefined> {
  const { rows } = await sql<{ day: string; time: string; isLeaving: boolean }>`
    select end_day::text as day, to_char(coalesce(planned_leave_time, ${limits.contract.leavingTime}::time), 'HH24:MI') as time, notice_given_at is not null as "isLeaving"
      from contract where id = ${id} and status = 'active' and end_day is not null`.execute(db)
  return rows[0]
}

interface CallBack {
  readonly email: string
  readonly phone: string
  readonly accountId: string | null
  readonly language: News['language']
}

/** A request to be called back, with whom to answer; undefined where no address was left. */
export async function callBackFacts(db: Database | Tx, appealId: string): Promise<CallBack | undefined> {
  const { rows } = await sql<CallBack>`
    select p.email, p.phone, p.account_id as "accountId", coalesce(a.language, 'ru') as language from appeal p left join account a on a.id = p.account_id
     where p.id = ${appealId} and p.type = 'callback' and p.phone is not null and p.email is not null and p.email <> ''`.execute(
    db,
  )
  return rows[0]
}

/** Who writes to somebody without an account: the company, as everybody may read it. */
export async function companyFacts(
  db: Database,
): Promise<Pick<ReaderFacts, 'brand' | 'companyAddress' | 'companyEmail' | 'companyPhone'>> {
  const { rows } = await sql<Pick<ReaderFacts, 'brand' | 'companyAddress' | 'companyEmail' | 'companyPhone'>>`
    select coalesce((select name from company limit 1), 'Stowage') as brand, (select address from company limit 1) as "companyAddress",
           (select email from company limit 1) as "companyEmail", (select support_phone from company limit 1) as "companyPhone"`.execute(
    db,
  )
  return rows[0] ?? { brand: 'Stowage', companyAddress: null, companyEmail: null, companyPhone: null }
}
