import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { LineRow } from './billing-store.ts'

/** A line of an issued document, with what credit notes have left of it; in minor units. */
export interface LeftLine {
  readonly position: number
  readonly kind: LineRow['kind']
  readonly quantity: number
  readonly unitNet: number
  readonly vatPercent: number
  readonly net: number
  readonly vat: number
}

/**
 * What is left of each line. A credit line names the line that it takes back; those of a closing do not, and correct the one line of
 * their kind.
 */
export async function leftLines(db: Database | Tx, documentId: string): Promise<LeftLine[]> {
  const { rows } = await sql<LeftLine>`
    select l.position, l.kind, l.quantity, l.unit_net as "unitNet", l.vat_percent as "vatPercent", (l.net + coalesce(c.net, 0))::bigint as net, (l.vat + coalesce(c.vat, 0))::bigint as vat
      from document_line l
      left join lateral (
        select sum(cl.net) as net, sum(cl.vat) as vat from document cd join document_line cl on cl.document_id = cd.id
         where cd.corrects_id = l.document_id and cd.status <> 'void' and cl.kind = l.kind and coalesce((cl.explanation->>'position')::int, l.position) = l.position) c on true
     where l.document_id = ${documentId} order by l.position`.execute(db)
  return rows
}

/** A document as far as its correction is concerned. */
export interface Correctable {
  readonly id: string
  readonly kind: string
  readonly status: 'open' | 'paid' | 'void'
  readonly number: string | null
  readonly contractId: string
  /** Its deposits are settled, or were never taken. */
  readonly isContractOver: boolean
  readonly accountId: string
  readonly sellerId: string
  readonly currency: string
  readonly gross: number
  readonly paid: number
  readonly writtenOff: number
}

export async function correctable(db: Database | Tx, documentId: string): Promise<Correctable | undefined> {
  const row = await db
    .selectFrom('document')
    .innerJoin('contract', 'contract.id', 'document.contract_id')
    .select([
      'document.id',
      'document.kind',
      'document.status',
      'document.number',
      'document.contract_id as contractId',
      'document.account_id as accountId',
      'document.seller_id as sellerId',
      'document.currency',
      'gross',
      'paid',
      'written_off as writtenOff',
    ])
    .select(({ eb }) => eb('contract.status', 'in', ['closed', 'cancelled']).as('isContractOver'))
    .where('document.id', '=', documentId)
    .executeTakeFirst()
  return row as Correctable | undefined
}

/** What a tenant owes a seller on issued documents, but for one of them. */
export async function debtBeside(db: Database | Tx, document: Correctable): Promise<number> {
  const { rows } = await sql<{ debt: number }>`
    select coalesce(sum(gross - paid), 0)::bigint as debt from document
     where account_id = ${document.accountId} and seller_id = ${document.sellerId} and currency = ${document.currency} and status = 'open' and kind <> 'credit_note' and number is not null and id <> ${document.id}`.execute(
    db,
  )
  return rows[0]?.debt ?? 0
}
