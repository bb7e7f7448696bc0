import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/**
 * What we made of a message. `valid`: its key is right and it fits an order of ours, to be confirmed;
 * all others are final. `noted`: the processor has meanwhile taken the money back.
 */
export type Verdict =
  | 'valid'
  | 'credited'
  | 'known'
  | 'noted'
  | 'not confirmed'
  | 'malformed'
  | 'forged'
  | 'unknown order'
  | 'other sum'
  | 'other payer'

export async function insertMessage(
  db: Database,
  message: {
    id: string
    cabinet: string
    outsideId: string | null
    body: Readonly<Record<string, string>>
    verdict: Verdict
    receivedAt: Temporal.Instant
    paymentId: string | null
  },
): Promise<void> {
  await db
    .insertInto('payment_message')
    .values({
      id: message.id,
      cabinet: message.cabinet,
      outside_id: message.outsideId,
      body: JSON.stringify(message.body),
      verdict: message.verdict,
      received_at: message.receivedAt,
      payment_id: message.paymentId,
    })
    .execute()
}

/** What became of the messages about a processor's payment that waited to be confirmed. */
export async function decideMessages(
  db: Database | Tx,
  of: { cabinet: string; outsideId: string },
  verdict: Verdict,
): Promise<void> {
  await db
    .updateTable('payment_message')
    .set({ verdict })
    .where('cabinet', '=', of.cabinet)
    .where('outside_id', '=', of.outsideId)
    .where('verdict', '=', 'valid')
    .execute()
}

/** Messages that told of money are kept as long as somebody may still ask about it; all others are of use for weeks. */
const KEPT_DAYS = { withMoney: 1100, others: 90 }
const WITH_MONEY: readonly Verdict[] = ['credited', 'known', 'noted', 'other sum', 'other payer']
const AT_ONCE = 1000

/**
 * Forgets old messages: those about money after three years, the rest (forged, malformed, of another shop) after 90 days of
 * machine time. One that waits to be confirmed stays. What was paid stands in `payment` and in the book, which are kept.
 * @returns how many were forgotten
 */
export async function forgetOldMessages(db: Database, now: Temporal.Instant): Promise<number> {
  const before = (days: number): string => now.subtract({ hours: days * 24 }).toString()
  for (let forgotten = 0; ;) {
    const { numAffectedRows } = await sql`
      delete from payment_message where id in (
        select id from payment_message
         where verdict <> 'valid'
           and received_at < ${before(KEPT_DAYS.others)}::timestamptz
           and (verdict <> all(${WITH_MONEY}::text[]) or received_at < ${before(KEPT_DAYS.withMoney)}::timestamptz)
         order by received_at limit ${AT_ONCE} for update skip locked)`.execute(db)
    forgotten += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < AT_ONCE) return forgotten
  }
}
