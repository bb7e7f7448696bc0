import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { listContractInvoices } from '@stowage/api/billing'
import type { Answer } from '@stowage/api/endpoint'
import type { Database } from '../../platform/database/connect.ts'

type DocumentAnswer = Answer<typeof listContractInvoices>[number]

interface Row {
  readonly id: string
  readonly kind: string
  readonly number: string | null
  readonly contractId: string | null
  readonly contractExternalId: string | null
  readonly contractNumber: string | null
  readonly boxId: string | null
  readonly unitNumber: string | null
  readonly accountId: string
  readonly stockId: string
  readonly timeZone: string
  readonly documentDate: string
  readonly accountingDate: string
  readonly dueOn: string | null
  readonly periodFrom: string | null
  readonly periodTo: string | null
  readonly net: number
  readonly vat: number
  readonly gross: number
  readonly open: number
  readonly currency: string
  readonly paymentDate: string | null
  readonly description: string | null
  readonly comment: string | null
}

const FIGURES =
  sql.raw(`x.document_date::text as "documentDate", x.accounting_date::text as "accountingDate", x.due_date::text as "dueOn", x.period_from::text as "periodFrom", (x.period_to + 1)::text as "periodTo", x.net, x.vat, x.gross, x.open_amount as open, x.currency,
           x.payment_date::text as "paymentDate", x.description, x.comment`)

/**
 * Documents that the source of an external stock has issued, from the copy: they are shown beside ours and never paid, corrected or
 * printed here (decision 260).
 * @param where on `c`, the contract, and `d` with its account and stock
 */
export async function externalDocuments(
  db: Database,
  where: RawBuilder<SqlBool>,
  now: Temporal.Instant,
): Promise<DocumentAnswer[]> {
  const { rows } = await sql<Row>`
    select x.id, x.kind, x.number, c.id as "contractId", c.external_id as "contractExternalId", c.number as "contractNumber", c.box_id as "boxId", b.unit_number as "unitNumber", c.account_id as "accountId", c.stock_id as "stockId", s.time_zone as "timeZone",
           ${FIGURES}
      from contract c join external_document x on x.stock_id = c.stock_id and x.contract_id = c.external_id join box b on b.id = c.box_id join stock s on s.id = c.stock_id
      cross join lateral (select c.account_id, c.stock_id) d
     where c.external_id is not null and ${where}
     order by x.document_date desc, x.id desc limit 1000`.execute(db)
  return rows.map((row) => answer(row, now))
}

/**
 * Those that the source has issued to a customer who has an account here, on no contract that is here: for a lost key, or on a contract
 * that ended before he was imported. They stand in the list of all his documents and nowhere else.
 * @param where on `d`, account and stock, and `c`, a contract of nobody in particular
 */
export async function looseExternalDocuments(
  db: Database,
  where: RawBuilder<SqlBool>,
  now: Temporal.Instant,
): Promise<DocumentAnswer[]> {
  const { rows } = await sql<Row>`
    select x.id, x.kind, x.number, null as "contractId", x.contract_id as "contractExternalId", null as "contractNumber", null as "boxId", null as "unitNumber", d.account_id as "accountId", x.stock_id as "stockId", s.time_zone as "timeZone",
           ${FIGURES}
      from external_customer k join external_document x on x.stock_id = k.stock_id and x.customer_id = k.id join stock s on s.id = x.stock_id
      cross join lateral (select k.account_id, k.stock_id) d cross join (select null::text as internal_user_id) c
     where not exists (select 1 from contract o where o.stock_id = x.stock_id and o.external_id = x.contract_id) and ${where}
     order by x.document_date desc, x.id desc limit 1000`.execute(db)
  return rows.map((row) => answer(row, now))
}

/** One of them by its own id, which is unique in its stock only; undefined where nobody rents here on whose contract it stands. */
export async function externalDocument(
  db: Database,
  { stockId, documentId }: { readonly stockId: string; readonly documentId: string },
): Promise<
  | {
      readonly contractId: string
      readonly accountId: string
      readonly number: string | null
      readonly accountingDate: string
      readonly documentDate: string
    }
  | undefined
> {
  const { rows } = await sql<{
    contractId: string
    accountId: string
    number: string | null
    accountingDate: string
    documentDate: string
  }>`
    select c.id as "contractId", c.account_id as "accountId", x.number, x.accounting_date::text as "accountingDate", x.document_date::text as "documentDate"
      from external_document x join contract c on c.stock_id = x.stock_id and c.external_id = x.contract_id
     where x.stock_id = ${stockId} and x.id = ${documentId}`.execute(db)
  return rows[0]
}

function answer(row: Row, now: Temporal.Instant): DocumentAnswer {
  const { id, unitNumber, boxId, stockId, gross, net, kind, currency } = row
  const contractId = row.contractId ?? ''
  const contractNumber = row.contractNumber ?? ''
  // A payment owes nothing, and what a credit note leaves open is owed to the tenant.
  const debt = kind === 'Invoice' ? Math.max(0, row.open) : 0
  const today = now.toZonedDateTimeISO(row.timeZone).toPlainDate().toString()
  const dueDate = row.dueOn ?? row.documentDate
  return {
    id,
    documentId: id,
    invoiceId: id,
    invoiceNumber: row.number,
    contractId,
    contractNumber,
    unitNumber,
    boxId,
    stockId,
    currency,
    documentType: kind,
    amount: gross,
    net,
    vatAmount: row.vat,
    paid: debt === 0,
    paidAmount: kind === 'Invoice' ? gross - debt : 0,
    writtenOff: 0,
    writeOffReason: null,
    credited: 0,
    mayWriteOff: false,
    debt,
    overdue: debt > 0 && dueDate < today,
    status: debt === 0 ? 'paid' : 'open',
    periodFrom: row.periodFrom,
    periodTo: row.periodTo,
    documentDate: row.documentDate,
    accountingDate: row.accountingDate,
    dueDate,
    paymentDate: row.paymentDate,
    invoiceComment: row.comment,
    description: row.description,
    documentDescription:
      row.description ?? (unitNumber === null ? (row.number ?? '') : `${contractNumber} · ${unitNumber}`),
    contractData: {
      stockId,
      userId: row.accountId,
      externalId: row.contractExternalId ?? '',
    },
    lines: [],
    statement: null,
    mayPay: false,
    paymentUnderWay: false,
    isExternal: true,
  }
}
