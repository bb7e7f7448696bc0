import { sql } from 'kysely'
import type { BilledDocument, BilledLine } from '@stowage/domain/credit'
import type { DiscountRule } from '@stowage/domain/discount'
import { money, type Currency } from '@stowage/domain/money'
import type { Database } from '../../platform/database/connect.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'
import { printNow, vatOfStock, type DatedVat } from './plan-view.ts'
import type { DocumentSnapshot, StoredTerms } from './plan.ts'

/** A plan as its settlement looks at it. */
export interface ClosingPlan {
  readonly id: string
  readonly contractId: string
  readonly accountId: string
  readonly stockId: string
  readonly sellerId: string
  readonly currency: Currency
  readonly terms: readonly StoredTerms[]
  readonly billedUntil: Temporal.PlainDate | null
  readonly endDay: Temporal.PlainDate | null
  readonly parkedReason: string | null
  readonly snapshot: DocumentSnapshot
  readonly vat: DatedVat
}

/** The plan of a contract that is still billed; locked where it is to be settled, so that no invoice is issued meanwhile. */
export async function planToClose(
  db: Database | Tx,
  contractId: string,
  isLocked: boolean,
): Promise<ClosingPlan | undefined> {
  const { rows } = await sql<ClosingPlan>`
    select p.id, p.contract_id as "contractId", p.account_id as "accountId", p.stock_id as "stockId", p.seller_id as "sellerId", p.currency, jsonb_build_array(p.terms) || p.later_terms as terms,
           p.billed_until as "billedUntil", p.end_day as "endDay", p.parked_reason as "parkedReason", ${printNow} as snapshot, ${vatOfStock('p.stock_id')} as vat
      from billing_plan p where p.contract_id = ${contractId} and p.closed_at is null ${isLocked ? sql`for update of p` : sql``}`.execute(
    db,
  )
  return rows[0]
}

interface BilledRow {
  readonly id: string
  readonly from: string
  readonly until: string
  readonly isOverstay: boolean
  readonly lines: readonly {
    readonly kind: BilledLine['kind']
    readonly quantity: number
    readonly net: number
    readonly vat: number
    readonly vatPercent: number
    readonly discountPercent: number
    readonly rate: number
    readonly discount: DiscountRule | null
    readonly coverage: number | null
  }[]
}

/** The invoices of a contract, with the days and the parts of their lines that moving and credit notes have left them. */
export async function billedDocuments(
  db: Database | Tx,
  contractId: string,
  currency: Currency,
): Promise<BilledDocument[]> {
  const { rows } = await sql<BilledRow>`
    select d.id, d.period_from::text as "from", coalesce(d.moved_on, d.period_to)::text as until,
           exists (select 1 from document_line o where o.document_id = d.id and o.explanation->>'rule' = 'overstayDays') as "isOverstay",
           (select coalesce(json_agg(json_build_object('kind', l.kind, 'quantity', l.quantity, 'net', l.net + coalesce(c.net, 0), 'vat', l.vat + coalesce(c.vat, 0), 'vatPercent', l.vat_percent, 'discountPercent', l.discount_percent, 'rate', l.unit_net,
                     'discount', l.explanation->'discount', 'coverage', l.explanation->'coverage') order by l.position), '[]')
              from document_line l
              left join (select cl.kind, sum(cl.net) as net, sum(cl.vat) as vat from document cd join document_line cl on cl.document_id = cd.id where cd.corrects_id = d.id and cd.status <> 'void' group by cl.kind) c on c.kind = l.kind
             where l.document_id = d.id and l.kind in ('rent', 'insurance', 'deposit')) as lines
      from document d where d.contract_id = ${contractId} and d.kind = 'invoice' and d.status <> 'void' order by d.period_from, d.id`.execute(
    db,
  )
  return rows.map((row) => ({
    id: row.id,
    from: Temporal.PlainDate.from(row.from),
    until: Temporal.PlainDate.from(row.until),
    isOverstay: row.isOverstay,
    lines: row.lines.map(({ discount, coverage, ...line }) => ({
      ...line,
      net: money(line.net, currency),
      vat: money(line.vat, currency),
      rate: money(line.rate, currency),
      ...(discount === null ? {} : { discount }),
      ...(coverage === null ? {} : { coverage: money(coverage, currency) }),
    })),
  }))
}

/** What is unpaid on a contract's documents, and on the tenant's others with the same seller that money may pay. */
export async function debtsAround(
  db: Database | Tx,
  of: { contractId: string; accountId: string; sellerId: string; currency: string },
): Promise<{ own: number; others: number }> {
  const { rows } = await sql<{ own: number; others: number }>`
    select coalesce(sum(gross - paid) filter (where contract_id = ${of.contractId}), 0)::bigint as own,
           coalesce(sum(gross - paid) filter (where contract_id <> ${of.contractId} and number is not null), 0)::bigint as others
      from document where account_id = ${of.accountId} and seller_id = ${of.sellerId} and currency = ${of.currency} and status = 'open' and kind <> 'credit_note'`.execute(
    db,
  )
  return rows[0] ?? { own: 0, others: 0 }
}

export interface NewPaper {
  readonly id: string
  readonly kind: 'credit_note' | 'statement'
  readonly plan: Pick<ClosingPlan, 'id' | 'contractId' | 'accountId' | 'stockId' | 'sellerId' | 'currency'>
  readonly correctsId: string | null
  /** null: of no day, as the statement of who left before his first. */
  readonly from: Temporal.PlainDate | null
  readonly until: Temporal.PlainDate | null
  readonly issuedOn: Temporal.PlainDate
  readonly net: number
  readonly vat: number
  readonly gross: number
  readonly snapshot: DocumentSnapshot
  /** Printed on it. */
  readonly comment?: string | null
  readonly at: Temporal.Instant
  readonly lines: readonly {
    readonly kind: string
    readonly quantity: number
    readonly unitNet: number
    readonly net: number
    readonly vatPercent: number
    readonly vat: number
    readonly gross: number
    readonly explanation: unknown
  }[]
}

/** A paper that asks for nothing: a credit note, or a statement. Its number follows as the transaction's last statement. */
export async function insertPaper(tx: Tx, paper: NewPaper): Promise<void> {
  const { plan } = paper
  await tx
    .insertInto('document')
    .values({
      id: paper.id,
      kind: paper.kind,
      plan_id: plan.id,
      contract_id: plan.contractId,
      account_id: plan.accountId,
      stock_id: plan.stockId,
      seller_id: plan.sellerId,
      status: 'paid',
      corrects_id: paper.correctsId,
      period_from: paper.from,
      period_to: paper.until,
      issued_on: paper.issuedOn,
      due_on: paper.issuedOn,
      accounting_date: paper.issuedOn,
      document_date: paper.issuedOn,
      currency: plan.currency,
      net: paper.net,
      vat: paper.vat,
      gross: paper.gross,
      snapshot: JSON.stringify(paper.snapshot),
      comment: paper.comment ?? null,
      created_at: paper.at,
    })
    .execute()
  if (paper.lines.length === 0) return
  await later(
    tx,
    tx.insertInto('document_line').values(
      paper.lines.map((line, index) => ({
        document_id: paper.id,
        position: index + 1,
        kind: line.kind,
        quantity: line.quantity,
        unit_net: line.unitNet,
        discount_percent: 0,
        discount: 0,
        net: line.net,
        vat_percent: line.vatPercent,
        vat: line.vat,
        gross: line.gross,
        explanation: JSON.stringify(line.explanation),
      })),
    ),
  )
}

/** The documents of a contract for its final statement, in the order they were issued. */
export interface StatedDocument {
  readonly id: string
  readonly kind: string
  readonly number: string | null
  readonly documentDate: string
  readonly periodFrom: string | null
  readonly periodTo: string | null
  readonly gross: number
  readonly paid: number
}

export async function statedDocuments(tx: Tx, contractId: string): Promise<StatedDocument[]> {
  const { rows } = await sql<StatedDocument>`
    select id, kind, number, document_date::text as "documentDate", period_from::text as "periodFrom", period_to::text as "periodTo", gross, paid
      from document where contract_id = ${contractId} and status <> 'void' and kind <> 'statement' order by issued_on, created_at, id`.execute(
    tx,
  )
  return rows
}

/** Numbers of documents; null for one that has none yet. */
export async function numbersOf(
  db: Database | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('document')
    .select(['id', 'number'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.number]))
}
