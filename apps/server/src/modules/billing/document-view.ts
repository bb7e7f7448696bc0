import { sql, type SqlBool, type RawBuilder } from 'kysely'
import type { Answer } from '@stowage/api/endpoint'
import type { listContractInvoices } from '@stowage/api/billing'
import { isOverdue, unpaidOf } from '@stowage/domain/debt'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { isSuperUser, type Actor, type Language } from '../../platform/http/actor.ts'
import { externalDocuments, looseExternalDocuments } from './external-document-view.ts'
import { localRate, type LocalRate } from './exchange-rate-store.ts'
import type { DocumentSnapshot, StatementFigures } from './plan.ts'

export type DocumentAnswer = Answer<typeof listContractInvoices>[number]

interface Row {
  readonly id: string
  readonly kind: string
  readonly contractId: string
  readonly contractNumber: string
  readonly contractStatus: string
  readonly contractExternalId: string | null
  readonly boxId: string
  readonly unitNumber: string
  readonly accountId: string
  readonly stockId: string
  readonly timeZone: string
  readonly number: string | null
  readonly status: 'open' | 'paid' | 'void'
  readonly currency: string
  readonly net: number
  readonly vat: number
  readonly gross: number
  readonly paid: number
  readonly writtenOff: number
  readonly writeOffReason: string | null
  readonly credited: number
  readonly periodFrom: string | null
  readonly periodTo: string | null
  readonly issuedOn: string
  readonly dueOn: string
  readonly accountingDate: string
  readonly documentDate: string
  readonly paidAt: string | null
  readonly comment: string | null
  /** What a statement comes to: below 0 what is left for the tenant. */
  readonly outcome: number | null
  readonly statement: StatementFigures | null
  /** Numbers of the documents that a statement names, by their ids. */
  readonly numbers: Readonly<Record<string, string | null>> | null
  readonly underWay: boolean
  readonly lines: DocumentAnswer['lines']
}

/**
 * Who may see a document: its owner; superUser; staff with contracts.read, of their own stock where they are tied to one; of
 * an internal contract only a superUser or that internal user (specification 2.1). A predicate on `d` and `c`.
 */
export function visibleTo(
  actor: Actor,
  permission: 'contracts.read' | 'documents.read' = 'contracts.read',
): RawBuilder<SqlBool> {
  if (isSuperUser(actor)) return sql<SqlBool>`true`
  const own = sql<SqlBool>`d.account_id = ${actor.id} and c.internal_user_id is null`
  const internal = sql<SqlBool>`c.internal_user_id = ${actor.id}`
  if (!actor.grants.has(permission)) return sql<SqlBool>`((${own}) or (${internal}))`
  const stock = actor.stockId === null ? sql<SqlBool>`true` : sql<SqlBool>`d.stock_id = ${actor.stockId}`
  return sql<SqlBool>`((${own}) or (${internal}) or (c.internal_user_id is null and ${stock}))`
}

/** Tenants see invoices, penalties, credit notes and statements; drafts of nothing. Void documents stay out of sight. */
async function read(db: Database, where: RawBuilder<SqlBool>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.id, d.kind, d.contract_id as "contractId", c.number as "contractNumber", c.status as "contractStatus", c.external_id as "contractExternalId", c.box_id as "boxId", d.snapshot->>'unitNumber' as "unitNumber",
           d.account_id as "accountId", d.stock_id as "stockId", s.time_zone as "timeZone", d.number, d.status, d.currency, d.net, d.vat, d.gross, d.paid, d.written_off as "writtenOff", d.write_off_reason as "writeOffReason",
           d.period_from::text as "periodFrom", d.period_to::text as "periodTo", d.issued_on::text as "issuedOn", d.due_on::text as "dueOn", d.accounting_date::text as "accountingDate", d.document_date::text as "documentDate",
           to_char(d.paid_at at time zone s.time_zone, 'YYYY-MM-DD') as "paidAt", d.comment, ((d.snapshot->'statement'->>'owed')::bigint - (d.snapshot->'statement'->>'payout')::bigint) as outcome,
           (select coalesce(-sum(n.gross), 0)::bigint from document n where n.corrects_id = d.id and n.status <> 'void') as credited,
           d.snapshot->'statement' as statement, case when d.kind = 'statement' then (select json_object_agg(o.id, o.number) from document o where o.contract_id = d.contract_id) end as numbers,
           exists (select 1 from payment p where p.reference = 'document:' || d.id and p.status = 'pending') as "underWay",
           (select coalesce(json_agg(json_build_object('kind', l.kind, 'quantity', l.quantity, 'unitNet', l.unit_net, 'discountPercent', l.discount_percent, 'discount', l.discount, 'net', l.net,
                     'vatPercent', l.vat_percent, 'vat', l.vat, 'gross', l.gross, 'explanation', l.explanation) order by l.position), '[]') from document_line l where l.document_id = d.id) as lines
      from document d join contract c on c.id = d.contract_id join stock s on s.id = d.stock_id
     where d.status <> 'void' and ${where}
     order by d.issued_on desc, d.id desc limit 1000`.execute(db)
  return rows
}

const TYPES: Readonly<Record<string, string>> = {
  invoice: 'Invoice',
  penalty: 'Invoice',
  credit_note: 'CreditNote',
  statement: 'Statement',
}

/** What the specification calls a kind of document: a penalty is an `Invoice` (decisions.md C18). */
export const documentTypeOf = (kind: string): string => TYPES[kind] ?? kind

function answer(row: Row, now: Temporal.Instant, actor: Actor): DocumentAnswer {
  const isCreditNote = row.kind === 'credit_note'
  const debt = isCreditNote ? 0 : unpaidOf(row)
  const today = now.toZonedDateTimeISO(row.timeZone).toPlainDate()
  const due = {
    ...row,
    dueDay: Temporal.PlainDate.from(row.dueOn),
    isOfPendingContract: row.contractStatus === 'pending',
  }
  return {
    id: row.id,
    documentId: row.id,
    invoiceId: row.id,
    invoiceNumber: row.number,
    contractId: row.contractId,
    contractNumber: row.contractNumber,
    documentType: documentTypeOf(row.kind),
    unitNumber: row.unitNumber,
    boxId: row.boxId,
    currency: row.currency,
    amount: row.outcome ?? row.gross,
    net: row.net,
    vatAmount: row.vat,
    paid: debt === 0 && row.writtenOff === 0,
    paidAmount: row.paid - row.writtenOff,
    writtenOff: row.writtenOff,
    writeOffReason: isSuperUser(actor) ? row.writeOffReason : null,
    credited: row.credited,
    mayWriteOff:
      isSuperUser(actor) &&
      debt > 0 &&
      row.number !== null &&
      ['closed', 'cancelled'].includes(row.contractStatus),
    debt,
    overdue: !isCreditNote && isOverdue(due, today),
    status: row.status,
    periodFrom: row.periodFrom,
    periodTo: row.periodTo,
    documentDate: row.documentDate,
    accountingDate: row.accountingDate,
    dueDate: row.dueOn,
    paymentDate: row.paidAt,
    invoiceComment: row.comment,
    description: null,
    documentDescription: `${row.contractNumber} · ${row.unitNumber}`,
    contractData: { stockId: row.stockId, userId: row.accountId, externalId: row.contractExternalId },
    lines: row.lines,
    statement: row.statement && statedOf(row.statement, row.numbers ?? {}),
    stockId: row.stockId,
    mayPay: debt > 0 && row.accountId === actor.id && actor.impersonatedBy === null && !row.underWay,
    paymentUnderWay: row.underWay,
  }
}

function statedOf(
  { documents, ...figures }: StatementFigures,
  numbers: NonNullable<Row['numbers']>,
): DocumentAnswer['statement'] {
  return {
    ...figures,
    documents: documents.map(({ id, kind, gross, ...days }) => ({
      id,
      documentType: documentTypeOf(kind),
      isPenalty: kind === 'penalty',
      invoiceNumber: numbers[id] ?? null,
      amount: gross,
      ...days,
    })),
  }
}

/** Those of a contract; of one that its source keeps, what that has issued (decision 260). */
export async function documentsOfContract(
  db: Database,
  contractId: string,
  actor: Actor,
  now: Temporal.Instant,
): Promise<DocumentAnswer[]> {
  const rows = await read(db, sql<SqlBool>`d.contract_id = ${contractId} and ${visibleTo(actor)}`)
  const external = await externalDocuments(
    db,
    sql<SqlBool>`c.id = ${contractId} and ${visibleTo(actor)}`,
    now,
  )
  return [...rows.map((row) => answer(row, now, actor)), ...external]
}

export async function documentsOfAccount(
  db: Database,
  accountId: string,
  actor: Actor,
  now: Temporal.Instant,
): Promise<DocumentAnswer[]> {
  const rows = await read(db, sql<SqlBool>`d.account_id = ${accountId} and ${visibleTo(actor)}`)
  const external = await externalDocuments(
    db,
    sql<SqlBool>`c.account_id = ${accountId} and ${visibleTo(actor)}`,
    now,
  )
  const loose = await looseExternalDocuments(
    db,
    sql<SqlBool>`d.account_id = ${accountId} and ${visibleTo(actor)}`,
    now,
  )
  return [...rows.map((row) => answer(row, now, actor)), ...external, ...loose]
}

export async function contractIsVisible(db: Database, contractId: string, actor: Actor): Promise<boolean> {
  const { rows } =
    await sql`select 1 from contract c cross join lateral (select c.account_id, c.stock_id) d where c.id = ${contractId} and ${visibleTo(actor)}`.execute(
      db,
    )
  return rows.length > 0
}

/** What is to be collected for a document, as the processor and its receipt need it. */
export interface Payable {
  readonly id: string
  readonly contractId: string
  readonly contractNumber: string
  readonly contractStatus: string
  readonly holdUntil: Temporal.Instant | null
  /** Agreed to automatic payments on booking. */
  readonly wantsDebits: boolean
  readonly accountId: string
  readonly stockId: string
  readonly sellerId: string
  /** Its seller has an account that money can be transferred to. */
  readonly takesTransfers: boolean
  /** By which a transfer names it. */
  readonly paymentNumber: number
  readonly status: 'open' | 'paid' | 'void'
  readonly currency: string
  readonly gross: number
  readonly paid: number
  readonly unitNumber: string
  readonly email: string
  readonly phone: string | null
  readonly language: Language
  readonly snapshot: DocumentSnapshot
  readonly lines: readonly { kind: string; gross: number; vatPercent: number; quantity: number }[]
}

const PAYABLE = sql`
  select d.id, d.contract_id as "contractId", c.number as "contractNumber", c.status as "contractStatus", c.hold_until as "holdUntil", coalesce((c.answers->>'autoPayment')::boolean, false) as "wantsDebits", d.account_id as "accountId", d.stock_id as "stockId", d.seller_id as "sellerId", l.iban is not null as "takesTransfers", d.payment_number as "paymentNumber", d.status, d.currency, d.gross, d.paid,
         d.snapshot->>'unitNumber' as "unitNumber", a.email, a.phone, a.language, d.snapshot,
         (select json_agg(json_build_object('kind', l.kind, 'gross', l.gross, 'vatPercent', l.vat_percent, 'quantity', l.quantity) order by l.position) from document_line l where l.document_id = d.id) as lines
    from document d join contract c on c.id = d.contract_id join account a on a.id = d.account_id join seller l on l.id = d.seller_id`

/** A document that the actor may pay or mark as paid: his own, or any for a superUser. */
export async function payable(db: Database, documentId: string, actor: Actor): Promise<Payable | undefined> {
  const whose = isSuperUser(actor) ? sql`true` : sql`d.account_id = ${actor.id}`
  const { rows } =
    await sql<Payable>`${PAYABLE} where d.id = ${documentId} and d.kind <> 'credit_note' and ${whose}`.execute(
      db,
    )
  return rows[0]
}

/** The same for a debit of ours, where nobody asks. */
export async function payableForDebit(tx: Tx, documentId: string): Promise<Payable | undefined> {
  const { rows } = await sql<Payable>`${PAYABLE} where d.id = ${documentId}`.execute(tx)
  return rows[0]
}

/** The first document of the pending contract of a box and a user (decisions.md A5). */
export async function payableOfPendingBox(
  db: Database,
  of: { boxId: string; accountId: string },
): Promise<Payable | undefined> {
  const { rows } =
    await sql<Payable>`${PAYABLE} where c.box_id = ${of.boxId} and c.account_id = ${of.accountId} and c.status = 'pending' and d.id = c.first_document_id`.execute(
      db,
    )
  return rows[0]
}

/** What one tenant's balance and debt are, per seller of a stock. */
export async function debtOf(
  db: Database,
  of: { accountId: string; sellerId: string; currency: string },
): Promise<number> {
  const { rows } = await sql<{
    debt: number
  }>`select coalesce(sum(gross - paid), 0)::bigint as debt from document where account_id = ${of.accountId} and seller_id = ${of.sellerId} and currency = ${of.currency} and status = 'open' and kind <> 'credit_note'`.execute(
    db,
  )
  return rows[0]?.debt ?? 0
}

/** Everything a printed document shows. */
export interface PrintableDocument {
  readonly id: string
  readonly kind: string
  readonly number: string | null
  readonly currency: string
  readonly net: number
  readonly vat: number
  readonly gross: number
  readonly paid: number
  readonly paidOn: string | null
  readonly issuedOn: string
  readonly dueOn: string
  readonly documentDate: string
  readonly periodFrom: string | null
  readonly periodTo: string | null
  readonly snapshot: DocumentSnapshot
  readonly brand: string
  readonly language: string
  readonly comment: string | null
  /** The number of the invoice that it corrects. */
  readonly corrects: string | null
  /** The day printed on it, YYYY-MM-DD. */
  readonly correctsDate: string | null
  /** By which rate its VAT is told in the currency of its seller's country, where that is another one and the rate is known. */
  readonly localRate: LocalRate | null
  /** Numbers of the documents that a statement names, by their ids. */
  readonly numbers: Readonly<Record<string, string | null>>
  /** By which a transfer names it. */
  readonly paymentNumber: number
  readonly lines: readonly {
    kind: string
    quantity: number
    unitNet: number
    discountPercent: number
    discount: number
    net: number
    vatPercent: number
    vat: number
    gross: number
    explanation: Record<string, unknown>
  }[]
}

/** A document for printing; with an actor only when he may see it, without one for mails of our own. */
export async function printableDocument(
  db: Database,
  documentId: string,
  actor: Actor | null,
): Promise<PrintableDocument | undefined> {
  const visible = actor === null ? sql<SqlBool>`true` : visibleTo(actor, 'documents.read')
  const { rows } = await sql<PrintableDocument>`
    select d.id, d.kind, d.number, d.payment_number as "paymentNumber", d.currency, d.net, d.vat, d.gross, d.paid - d.written_off as paid, to_char(d.paid_at at time zone s.time_zone, 'YYYY-MM-DD') as "paidOn", d.issued_on::text as "issuedOn", d.due_on::text as "dueOn", d.document_date::text as "documentDate",
           d.period_from::text as "periodFrom", d.period_to::text as "periodTo", d.snapshot, d.comment, a.language, coalesce((select name from company limit 1), d.snapshot->'seller'->>'name') as brand,
           (select o.number from document o where o.id = d.corrects_id) as corrects, (select o.document_date::text from document o where o.id = d.corrects_id) as "correctsDate", ${localRate()} as "localRate", case when d.kind = 'statement' then (select json_object_agg(o.id, o.number) from document o where o.contract_id = d.contract_id) else '{}' end as numbers,
           (select coalesce(json_agg(json_build_object('kind', l.kind, 'quantity', l.quantity, 'unitNet', l.unit_net, 'discountPercent', l.discount_percent, 'discount', l.discount, 'net', l.net, 'vatPercent', l.vat_percent,
                    'vat', l.vat, 'gross', l.gross, 'explanation', l.explanation) order by l.position), '[]') from document_line l where l.document_id = d.id) as lines
      from document d join contract c on c.id = d.contract_id join stock s on s.id = d.stock_id join account a on a.id = d.account_id
     where d.id = ${documentId} and ${visible}`.execute(db)
  return rows[0]
}
