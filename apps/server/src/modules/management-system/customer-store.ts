import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'
import type { SourcePerson } from '../accounts/index.ts'
import type { Customer } from './customer-facts.ts'

/** A customer of the copy for whom an account stands. */
export interface LinkedCustomer extends Customer {
  readonly stockId: string
  readonly id: string
  readonly accountId: string
  /** What the source said when that was taken over last; null: not compared yet. */
  readonly followed: SourcePerson | null
  /** What the account said when the source was told last. */
  readonly told: SourcePerson | null
}

/** Those of a reading of a stock with those never compared, or those of an account, locked in the order of their accounts. */
export async function linkedCustomers(
  tx: Tx,
  of: { readonly stockId: string; readonly read: readonly string[] } | { readonly accountId: string },
): Promise<LinkedCustomer[]> {
  const whose =
    'stockId' in of
      ? sql`stock_id = ${of.stockId} and (followed is null or told is null or id = any(${[...of.read]}::text[]))`
      : sql`account_id = ${of.accountId}`
  const { rows } = await sql<LinkedCustomer>`
    select stock_id as "stockId", id, account_id as "accountId", salutation, first_name as "firstName", last_name as "lastName", company, registration_number as "registrationNumber", vat_number as "vatNumber", email, phone,
           address, city, zip, country, followed, told
      from external_customer where ${whose} and account_id is not null and erased_at is null order by account_id, stock_id, id for update`.execute(
    tx,
  )
  return rows
}

export async function keepFollowed(
  tx: Tx,
  { stockId, id }: Pick<LinkedCustomer, 'stockId' | 'id'>,
  { followed, told }: { readonly followed: SourcePerson; readonly told: SourcePerson },
): Promise<void> {
  await sql`
    update external_customer set followed = ${JSON.stringify(followed)}::jsonb, told = ${JSON.stringify(told)}::jsonb where stock_id = ${stockId} and id = ${id}`.execute(
    tx,
  )
}
