import { shownDecline } from '@stowage/domain/decline-shown'
import { isUndecided } from '@stowage/domain/payment-life'
import { isDeclineCode } from '@stowage/texts/errors/index.ts'
import { askAboutAttempt } from './ask-about-attempt.ts'
import { isOurs, type Desk } from './desk.ts'
import { findPayment } from './payment-store.ts'
import { ProcessorError } from './processor.ts'

/** The payer waits for a page. */
const ASK_WITHIN_MS = 3_000

/**
 * The browser is back from the processor's page: where it goes now. What stands in the address decides nothing about money
 * and only ever picks a sentence; the processor is asked, because it tells nobody of a decline.
 * @returns a path of ours
 */
export async function returnPayer(
  desk: Desk,
  query: { payment: string | null; errorReason: string | null; result: string | null },
): Promise<string> {
  const { db } = desk.platform
  const found = isOurs(query.payment) ? await findPayment(db, query.payment) : undefined
  if (!found) return '/payment-failed'
  const reason = query.errorReason !== null && isDeclineCode(query.errorReason) ? query.errorReason : null
  const row = isUndecided(found.status) ? await ask(desk, found, reason) : found
  const known = row.failureReason !== null && isDeclineCode(row.failureReason) ? row.failureReason : reason
  const isFailed =
    row.status === 'failed' ||
    row.status === 'cancelled' ||
    (isUndecided(row.status) && /^(fail|failed|error)$/.test(query.result ?? ''))
  if (isFailed)
    return `/payment-failed?${new URLSearchParams({ payment: row.id, ...(known === null ? {} : { errorReason: shownDecline(known) ?? known }) }).toString()}`
  return `/payment-success?payment=${row.id}`
}

async function ask(
  desk: Desk,
  row: NonNullable<Awaited<ReturnType<typeof findPayment>>>,
  reason: string | null,
): Promise<typeof row> {
  const processor = desk.processors.named(row.cabinet)
  if (!processor) return row
  try {
    await askAboutAttempt(desk, processor, row, { hearsay: { reason }, withinMs: ASK_WITHIN_MS })
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    desk.platform.log.warn(
      { err: error, payment: row.id },
      'a payer came back while the processor could not be asked',
    )
  }
  return (await findPayment(desk.platform.db, row.id)) ?? row
}
