import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'
import { emailKeyOf } from '../accounts/index.ts'
import { blankSms } from './sms/number-store.ts'

export interface ErasedReader {
  /** Null: he had no account. */
  readonly accountId: string | null
  /** As addresses are compared; null: not known any more. */
  readonly email: string | null
}

/**
 * Takes a person out of what was written to him: addresses, subjects and contents go, and what waits is not sent any more. That
 * an invoice was mailed on that day stays with the invoice. The key of a mail may hold the address it went to.
 */
export async function blankMails(tx: Tx, who: ErasedReader): Promise<void> {
  const isHis = (address: string) => sql<boolean>`${emailKeyOf(address)} = ${who.email}`
  await sql`delete from bouncing_address where ${isHis('address')}
    or address in (select recipient from mail where account_id = ${who.accountId})`.execute(tx)
  await sql`delete from push_task where mail_id in (select id from mail where account_id = ${who.accountId})
    or subscription_id in (select id from push_subscription where account_id = ${who.accountId})`.execute(tx)
  await sql`
    update mail set recipient = '', natural_key = 'erased:' || id, subject = null, data = '{}'::jsonb, last_error = null,
           status = case status when 'waiting' then 'failed' else status end,
           failure = case status when 'waiting' then 'gone' else failure end
     where account_id = ${who.accountId} or ${isHis('recipient')}`.execute(tx)
  if (who.accountId === null) return
  await tx.deleteFrom('push_subscription').where('account_id', '=', who.accountId).execute()
  await blankSms(tx, who.accountId)
  await tx.deleteFrom('inbox_read').where('account_id', '=', who.accountId).execute()
}
