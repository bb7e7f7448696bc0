import { sql } from 'kysely'
import type { Currency } from '@stowage/domain/money'
import type { TariffNames, TariffTerms } from '@stowage/domain/tariff'
import type { Database } from '../../platform/database/connect.ts'
import type { StoredTerms } from '../billing/index.ts'

/** Who a mail goes to and who writes it. */
export interface ReaderFacts {
  readonly accountId: string
  readonly email: string
  readonly language: 'ru' | 'en' | 'de' | 'pl'
  /** Null while nobody knows that the address is his: whoever signs up with a stranger's has us say no words of his to that stranger. */
  readonly reader: string | null
  readonly brand: string
  readonly companyAddress: string | null
  readonly companyEmail: string | null
  readonly companyPhone: string | null
}

// Known: he followed the link that we sent there, or has had a box of ours.
const READER = sql`a.id as "accountId", a.email, a.language,
  case when a.email_confirmed_at is null and not exists (select from contract known where known.account_id = a.id and known.status in ('active', 'ended', 'closed')) then null
       when a.account_type = 'legal' then a.company else a.first_name end as reader,
  coalesce((select name from company limit 1), 'Stowage') as brand, (select address from company limit 1) as "companyAddress", (select email from company limit 1) as "companyEmail", (select support_phone from company limit 1) as "companyPhone"`

export async function readerFacts(db: Database, accountId: string): Promise<ReaderFacts | undefined> {
  const { rows } =
    await sql<ReaderFacts>`select ${READER} from account a where a.id = ${accountId} and a.deleted_at is null`.execute(
      db,
    )
  return rows[0]
}

export async function stockFacts(
  db: Database,
  stockId: string,
): Promise<{ name: string; code: string; timeZone: string } | undefined> {
  return await db
    .selectFrom('stock')
    .select(['name', 'code', 'time_zone as timeZone'])
    .where('id', '=', stockId)
    .executeTakeFirst()
}

/** A box at its stock, with the stock's legal entity. */
export interface PlaceFacts {
  readonly unitNumber: string
  readonly size: number
  readonly floor: number | null
  readonly stockId: string
  readonly stockName: string
  readonly stockAddress: string
  readonly timeZone: string
  readonly openingTime: string
  readonly closingTime: string
  readonly currency: Currency
  readonly sellerName: string
  readonly sellerAddress: string
  readonly sellerCountry: string
  readonly sellerTaxNumber: string | null
  readonly sellerEmail: string
  readonly sellerPhone: string
  readonly sellerIban: string | null
  readonly sellerBic: string | null
  readonly sellerBank: string | null
}

const PLACE = sql`b.unit_number as "unitNumber", b.size, b.floor, s.id as "stockId", s.name as "stockName", concat_ws(', ', s.address, concat_ws(' ', s.zip, t.city)) as "stockAddress", s.time_zone as "timeZone",
  to_char(s.opening_time, 'HH24:MI') as "openingTime", to_char(s.closing_time, 'HH24:MI') as "closingTime", s.currency, l.name as "sellerName", l.address as "sellerAddress", l.country as "sellerCountry", coalesce(l.vat_id, l.tax_number) as "sellerTaxNumber",
  l.email as "sellerEmail", l.phone as "sellerPhone", l.iban as "sellerIban", l.bic as "sellerBic", l.bank_name as "sellerBank"`
const AT = sql`join box b on b.id = x.box_id join stock s on s.id = b.stock_id join city t on t.id = s.city_id join seller l on l.id = s.seller_id join account a on a.id = x.account_id`

export interface ReservationFacts extends ReaderFacts, PlaceFacts {
  readonly boxId: string
  readonly arrivalDay: string
  readonly expiresAt: Temporal.Instant
  readonly price: StoredTerms
}

export async function reservationFacts(db: Database, id: string): Promise<ReservationFacts | undefined> {
  const { rows } =
    await sql<ReservationFacts>`select ${READER}, ${PLACE}, x.box_id as "boxId", x.arrival_day::text as "arrivalDay", x.expires_at as "expiresAt", x.price from reservation x ${AT} where x.id = ${id}`.execute(
      db,
    )
  return rows[0]
}

export interface ContractFacts extends ReaderFacts, PlaceFacts {
  readonly contractId: string
  readonly number: string
  readonly startDay: string
  /** The first day that was booked, where a late first payment has moved the beginning. */
  readonly plannedStartDay: string | null
  readonly endDay: string | null
  readonly holdUntil: Temporal.Instant | null
  readonly bookedAt: Temporal.Instant
  readonly paymentMethod: string
  readonly firstDocumentId: string | null
  readonly isConsumer: boolean
  readonly withdrawnAt: Temporal.Instant | null
  readonly tariff: TariffTerms | null
}

export async function contractFacts(db: Database, id: string): Promise<ContractFacts | undefined> {
  const { rows } = await sql<ContractFacts>`
    select ${READER}, ${PLACE}, x.id as "contractId", x.number, x.start_day::text as "startDay", x.planned_start_day::text as "plannedStartDay", x.end_day::text as "endDay", x.hold_until as "holdUntil", x.booked_at as "bookedAt", x.payment_method as "paymentMethod", x.first_document_id as "firstDocumentId",
           a.account_type = 'individual' and not a.is_individual_entrepreneur as "isConsumer", x.withdrawn_at as "withdrawnAt", x.price->'tariff' as tariff
      from contract x ${AT} where x.id = ${id}`.execute(db)
  return rows[0]
}

/** The running contract on a box, for what concerns whoever has it now. */
export async function contractOfBox(db: Database, boxId: string): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string
  }>`select id from contract where box_id = ${boxId} and status in ('active', 'ended') limit 1`.execute(db)
  return rows[0]?.id
}

export interface DocumentFacts {
  readonly id: string
  readonly contractId: string
  readonly number: string | null
  /** By which a transfer names it. */
  readonly paymentNumber: number
  readonly gross: number
  /** What is left to pay. */
  readonly debt: number
  readonly dueOn: string
  readonly currency: Currency
  /** The first day that it does not pay for; null: it is a penalty and pays for none. */
  readonly periodTo: string | null
  readonly isFirst: boolean
  readonly lines: readonly {
    kind: 'rent' | 'insurance' | 'deposit'
    quantity: number
    discountPercent: number
    discount: number
    net: number
    vatPercent: number
    vat: number
    tariff: TariffNames | null
  }[]
}

export async function documentFacts(db: Database, id: string): Promise<DocumentFacts | undefined> {
  const { rows } = await sql<DocumentFacts>`
    select d.id, d.contract_id as "contractId", d.number, d.payment_number as "paymentNumber", d.gross, case when d.status = 'open' then d.gross - d.paid else 0 end as debt, d.due_on::text as "dueOn", d.currency, case when d.kind = 'invoice' then d.period_to::text end as "periodTo", c.first_document_id = d.id as "isFirst",
           (select json_agg(json_build_object('kind', l.kind, 'quantity', l.quantity, 'discountPercent', l.discount_percent, 'discount', l.discount, 'net', l.net, 'vatPercent', l.vat_percent, 'vat', l.vat, 'tariff', l.explanation->'discount'->'name') order by l.position)
              from document_line l where l.document_id = d.id and l.kind in ('rent', 'insurance', 'deposit')) as lines
      from document d join contract c on c.id = d.contract_id where d.id = ${id}`.execute(db)
  return rows[0]
}

/** The invoice of a contract for the period from a day on, if it is issued. */
export async function documentOfPeriod(
  db: Database,
  contractId: string,
  from: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from document where contract_id = ${contractId} and kind = 'invoice' and status <> 'void' and period_from = ${from}::date and moved_on is null limit 1`.execute(
    db,
  )
  return rows[0]?.id
}

/** Rejected documents of an account with their reasons. */
export async function rejectedDocuments(
  db: Database,
  accountId: string,
): Promise<{ kind: 'passport' | 'selfie' | 'address' | 'extra'; reason: string }[]> {
  const { rows } = await sql<{ kind: 'passport' | 'selfie' | 'address' | 'extra'; reason: string }>`
    select kind, coalesce(rejection_reason, '') as reason from kyc_document where account_id = ${accountId} and replaced_at is null and rejected_at is not null order by kind`.execute(
    db,
  )
  return rows
}

/** A final statement, with what it comes to in minor units. */
export async function statementFacts(
  db: Database,
  id: string,
): Promise<{ id: string; contractId: string; currency: Currency; owed: number; payout: number } | undefined> {
  const { rows } = await sql<{
    id: string
    contractId: string
    currency: Currency
    owed: number
    payout: number
  }>`
    select id, contract_id as "contractId", currency, (snapshot->'statement'->>'owed')::bigint as owed, (snapshot->'statement'->>'payout')::bigint as payout
      from document where id = ${id} and kind = 'statement'`.execute(db)
  return rows[0]
}

/** A credit note that somebody made, with what it corrects; amounts below zero, in minor units. */
interface CreditNoteFacts {
  readonly id: string
  readonly contractId: string
  readonly currency: Currency
  readonly gross: number
  readonly reason: string | null
  readonly correctedKind: string
  readonly correctedNumber: string | null
}

export async function creditNoteFacts(db: Database, id: string): Promise<CreditNoteFacts | undefined> {
  const { rows } = await sql<CreditNoteFacts>`
    select n.id, n.contract_id as "contractId", n.currency, n.gross, n.comment as reason, d.kind as "correctedKind", d.number as "correctedNumber"
      from document n join document d on d.id = n.corrects_id where n.id = ${id} and n.kind = 'credit_note'`.execute(
    db,
  )
  return rows[0]
}

/** The papers that a move to another box has made, credit notes first: written in its transaction, at its moment. */
export async function documentsOfMove(
  db: Database,
  contractId: string,
  at: Temporal.Instant,
): Promise<{ id: string; gross: number; debt: number }[]> {
  const { rows } = await sql<{ id: string; gross: number; debt: number }>`
    select id, gross, case when status = 'open' then gross - paid else 0 end as debt
      from document where contract_id = ${contractId} and created_at = ${at.toString()}::timestamptz and kind in ('invoice', 'credit_note') and status <> 'void' order by kind, period_from, id`.execute(
    db,
  )
  return rows
}

export interface PenaltyFacts {
  readonly id: string
  readonly contractId: string
  readonly number: string | null
  readonly invoiceNumber: string
  readonly currency: Currency
  readonly gross: number
  /** What is left to pay of it. */
  readonly debt: number
  /** The charged days; `until` is the first that is not. */
  readonly from: string
  readonly until: string
  readonly dueDay: string
  readonly isGrowing: boolean
}

/** A penalty with the invoice that it was charged on; a void one is nothing to write of. */
export async function penaltyFacts(db: Database, id: string): Promise<PenaltyFacts | undefined> {
  const { rows } = await sql<PenaltyFacts>`
    select d.id, d.contract_id as "contractId", d.number, coalesce(o.number, '') as "invoiceNumber", d.currency, d.gross, case when d.status = 'open' then d.gross - d.paid else 0 end as debt,
           d.period_from::text as "from", d.period_to::text as until, d.due_on::text as "dueDay", o.status = 'open' as "isGrowing"
      from document d join document o on o.id = d.penalises_id where d.id = ${id} and d.status <> 'void'`.execute(
    db,
  )
  return rows[0]
}
