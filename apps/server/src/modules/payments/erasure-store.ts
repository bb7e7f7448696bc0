import { sql } from 'kysely'
import { later, type Tx } from '../../platform/database/transaction.ts'

/** Fields of a stored message by which a dispute about money is settled, of each processor; all others may name the payer. */
const KEPT =
  'id sum orderid obtain_datetime ps_id status refund_id refund_amount type created livemode object payment orderId amount amountRefunded currency reason failure declineCode dueBy was'.split(
    ' ',
  )

/** A message's fields without those that may name its payer. */
export const withoutPayer = (body: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => KEPT.includes(name)))

export async function blankPayments(tx: Tx, accountId: string): Promise<void> {
  await later(
    tx,
    sql`update payment_message m set problem = null, news = case when news is null then null else jsonb_build_object('subject', news->'subject', 'hearsay', '{}'::jsonb) end, body = (
           select coalesce(jsonb_object_agg(f.key, f.value), '{}'::jsonb) from jsonb_each(case jsonb_typeof(m.body) when 'object' then m.body else '{}'::jsonb end) f where f.key = any(${KEPT}))
          from payment p where p.id = m.payment_id and p.account_id = ${accountId}`,
  )
  await later(
    tx,
    sql`update payment set card = null, card_holder = null, redirection_url = null, failure_reason = null,
               details = details - 'form' - 'charge' - 'purpose' where account_id = ${accountId}`,
  )
  await later(
    tx,
    sql`update payment_refund r set reason = '', problem = null from payment p where p.id = r.payment_id and p.account_id = ${accountId}`,
  )
  await later(
    tx,
    sql`update saved_method set card = null, expires = null, mandate = null, to_forget = coalesce(outside_id, to_forget), outside_id = null, forgotten_at = coalesce(forgotten_at, saved_at) where account_id = ${accountId}`,
  )
}
