import { sql } from 'kysely'
import type { listBalances } from '@stowage/api/billing'
import type { Answer } from '@stowage/api/endpoint'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/** What an account has with each seller in each currency: where anything was ever billed, paid or paid out. */
export async function balancesOf(db: Database | Tx, accountId: string): Promise<Answer<typeof listBalances>> {
  const { rows } = await sql<Answer<typeof listBalances>[number]>`
    with sale as (
      select seller_id, currency, array_agg(distinct stock_id) as stock_ids from document where account_id = ${accountId} group by 1, 2
    )
    select x.seller_id as "sellerId", l.name as "sellerName", x.currency, x.stock_ids as "stockIds",
           coalesce((select -sum(e.amount) from ledger_entry e where e.account_holder_id = ${accountId} and e.seller_id = x.seller_id and e.currency = x.currency and e.account = 'tenantCredit'), 0)::bigint as "accountBalance",
           coalesce((select sum(d.gross - d.paid) from document d where d.account_id = ${accountId} and d.seller_id = x.seller_id and d.currency = x.currency and d.status = 'open' and d.kind <> 'credit_note'), 0)::bigint as debt,
           (select coalesce(json_agg(json_build_object('id', p.id, 'contractId', p.contract_id, 'contractNumber', c.number, 'amount', p.amount, 'method', p.method, 'reference', p.reference, 'paidOn', p.paid_on) order by p.recorded_at desc, p.id desc), '[]')
              from payout p left join contract c on c.id = p.contract_id where p.account_id = ${accountId} and p.seller_id = x.seller_id and p.currency = x.currency) as payouts
      from sale x join seller l on l.id = x.seller_id order by l.name, x.currency`.execute(db)
  return rows
}

/** The seller and currency of an account's latest document; of one that became void where there is no other: its money may have come after that. */
export async function latestSaleOf(
  db: Database,
  accountId: string,
): Promise<{ sellerId: string; currency: string } | undefined> {
  return await db
    .selectFrom('document')
    .select(['seller_id as sellerId', 'currency'])
    .where('account_id', '=', accountId)
    .orderBy(sql`status = 'void'`)
    .orderBy('issued_on', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function isAccountThere(db: Database | Tx, id: string): Promise<boolean> {
  return (await db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Whether a contract was ever billed to an account by a seller. */
export async function contractSaleOf(
  db: Database | Tx,
  of: { contractId: string; accountId: string; sellerId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('billing_plan')
    .select('id')
    .where('contract_id', '=', of.contractId)
    .where('account_id', '=', of.accountId)
    .where('seller_id', '=', of.sellerId)
    .executeTakeFirst()
  return row !== undefined
}
