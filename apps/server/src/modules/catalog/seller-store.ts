import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { NewSeller } from './create-seller.ts'

/** What a form may change of a seller; the text of an exemption is set by script only. */
export interface SellerData {
  readonly name: string
  readonly address: string
  /** ISO 3166 code of two letters. */
  readonly country: string
  readonly email: string
  readonly phone: string
  readonly taxNumber: string | null
  readonly vatId: string | null
  readonly registrationNumber: string | null
  readonly bankName: string | null
  readonly iban: string | null
  readonly bic: string | null
  /** Under which it collects SEPA direct debits. */
  readonly creditorId: string | null
  /** By how much a first payment may fall short and count as paid, in minor units. */
  readonly paymentTolerance: number
}

export interface SellerRow extends SellerData {
  readonly id: string
  /** How many stocks sell for it. */
  readonly stocks: number
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant | null
}

const columns = sql`l.id, l.name, l.address, l.country, l.email, l.phone, l.tax_number as "taxNumber", l.vat_id as "vatId", l.registration_number as "registrationNumber",
  l.bank_name as "bankName", l.iban, l.bic, l.creditor_id as "creditorId", l.payment_tolerance as "paymentTolerance", l.created_at as "createdAt", l.updated_at as "updatedAt",
  (select count(*)::int from stock s where s.seller_id = l.id and s.deleted_at is null) as stocks`

export async function readSellers(db: Database): Promise<SellerRow[]> {
  const { rows } = await sql<SellerRow>`
    select ${columns} from seller l where l.deleted_at is null order by l.name, l.id`.execute(db)
  return rows
}

/** The seller's row, locked until the transaction ends. */
export async function lockSeller(tx: Tx, id: string): Promise<SellerRow | undefined> {
  const { rows } = await sql<SellerRow>`
    select ${columns} from seller l where l.id = ${id} and l.deleted_at is null for update of l`.execute(tx)
  return rows[0]
}

const written = (seller: SellerData) => ({
  name: seller.name,
  address: seller.address,
  country: seller.country,
  email: seller.email,
  phone: seller.phone,
  tax_number: seller.taxNumber,
  vat_id: seller.vatId,
  registration_number: seller.registrationNumber,
  bank_name: seller.bankName,
  iban: seller.iban,
  bic: seller.bic,
  creditor_id: seller.creditorId,
  payment_tolerance: seller.paymentTolerance,
})

export async function insertSeller(
  tx: Tx,
  seller: SellerData & {
    readonly id: string
    readonly exemptionText: NewSeller['exemptionText']
    readonly createdAt: Temporal.Instant
  },
): Promise<void> {
  await tx
    .insertInto('seller')
    .values({
      ...written(seller),
      id: seller.id,
      exemption_text: seller.exemptionText ? JSON.stringify(seller.exemptionText) : null,
      created_at: seller.createdAt,
    })
    .execute()
}

export async function updateSeller(
  tx: Tx,
  id: string,
  seller: SellerData,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('seller')
    .set({ ...written(seller), updated_at: at })
    .where('id', '=', id)
    .execute()
}

export async function markSellerDeleted(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('seller').set({ deleted_at: at }).where('id', '=', id).execute()
}

/** How many stocks sell for it now: asked after its row is locked, so that a stock made meanwhile is counted. */
export async function countStocksSelling(tx: Tx, sellerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from stock where seller_id = ${sellerId} and deleted_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}
