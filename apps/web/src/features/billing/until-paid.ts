import type { BillingDocument } from './document.ts'

/** Close together at first, for it is mostly a matter of a moment; ten seconds in all. */
const pauses = [150, 250, 400, 700, 1000, 1500, 2000, 2000, 2000]

/**
 * Money is written down first and booked to its document by an event after it. Reads the documents until this one owes
 * nothing.
 * @returns false where it still owes after ten seconds, or where the documents could not be read: the money is written down
 * all the same
 */
export async function untilPaid(
  documentId: string,
  read: () => Promise<readonly Pick<BillingDocument, 'id' | 'debt'>[]>,
  wait = pause,
): Promise<boolean> {
  for (const ms of pauses) {
    await wait(ms)
    let documents
    try {
      documents = await read()
    } catch {
      return false
    }
    if (documents.some(({ id, debt }) => id === documentId && debt <= 0)) return true
  }
  return false
}

export async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}
