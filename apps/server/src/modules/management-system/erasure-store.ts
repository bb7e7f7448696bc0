import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'
import { emailKeyOf } from '../accounts/index.ts'

/**
 * A person was erased: what the source has said of him goes here too, and is not taken again. What he rented and paid stays, without words
 * about him; the source is its operator's, and is asked to erase him there.
 */
export async function eraseCustomer(tx: Tx, accountId: string, at: Temporal.Instant): Promise<void> {
  await blank(tx, sql`k.account_id = ${accountId}`, at)
  await sql`update external_task set payload = '{}' where account_id = ${accountId}`.execute(tx)
}

/**
 * The same of whoever was never imported and has this address. Who still rents over there, or owes, is not over yet: he is asked for, and
 * goes when he is.
 * @param email as it is compared
 */
export async function eraseNamesakes(tx: Tx, email: string, at: Temporal.Instant): Promise<void> {
  await sql`
    update external_customer set erase_asked_at = ${at.toString()}::timestamptz
     where account_id is null and erased_at is null and ${emailKeyOf('email')} = ${email}`.execute(tx)
  await eraseWhoIsOver(tx, null, at)
}

/** Whoever was asked for and has nothing open at the source any more. @param stockId null: of every stock */
export async function eraseWhoIsOver(tx: Tx, stockId: string | null, at: Temporal.Instant): Promise<void> {
  const moment = sql`${at.toString()}::timestamptz`
  await blank(
    tx,
    sql`k.account_id is null and k.erased_at is null and k.erase_asked_at is not null and (${stockId}::text is null or k.stock_id = ${stockId})
        and not exists (
          select 1 from external_contract c join stock s on s.id = c.stock_id
           where c.stock_id = k.stock_id and c.customer_id = k.id and (c.leave_day is null or c.leave_day > (${moment} at time zone s.time_zone)::date or c.balance > 0))
        and not exists (select 1 from external_document d where d.stock_id = k.stock_id and d.customer_id = k.id and d.open_amount > 0)`,
    at,
  )
}

/** @param whose a condition on the customers `k` */
async function blank(tx: Tx, whose: RawBuilder<unknown>, at: Temporal.Instant): Promise<void> {
  await sql`
    with gone as (
      update external_customer k
         set account_id = null, company = null, registration_number = null, vat_number = null, salutation = null, first_name = null, last_name = null, email = null,
             phone = null, other_contacts = null, address = null, city = null, zip = null, country = null, followed = null, told = null, erased_at = ${at.toString()}::timestamptz
       where ${whose} returning k.stock_id, k.id)
    update external_document d set description = null, comment = null from gone where d.stock_id = gone.stock_id and d.customer_id = gone.id`.execute(
    tx,
  )
}
