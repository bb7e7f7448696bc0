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
