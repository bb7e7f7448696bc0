import { lockDocument } from '../modules/billing/billing-store.ts'
import { issue } from '../modules/billing/settle-payment.ts'
import type { World } from './world.ts'

/** The first document of a booking becomes an invoice, numbered and in the book, though nothing is paid on it yet. */
export async function beginUnpaid({ running }: World, documentId: string): Promise<void> {
  const { transact, clock } = running.platform
  await transact(async (tx) => {
    const document = await lockDocument(tx, documentId)
    if (document?.number === null) await issue(tx, document, clock.now())
  })
}
