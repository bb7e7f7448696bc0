import type { mailInvoice as endpoint } from '@stowage/api/emails'
import { authorOf, note } from '../../platform/audit/author.ts'
import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountForBooking } from '../accounts/index.ts'
import { invoiceEmailings, isPenalty, reminderFacts, type InvoiceEmailing } from './invoice-mail-view.ts'
import { insertMail, lockReminders } from './mail-store.ts'

/** Between two reminders of one invoice; the clock of the machine, which nobody moves. */
const LIMIT_MINUTES = 10

/**
 * Writes the unpaid-invoice mail to the tenant, in the tenant's language; it goes out with the next round of sending. One that
 * still waits (the mail server is away) is not joined by a second.
 * @throws Failure 9104 no such invoice, or of another stock or contract than said; 9116 nothing to remind of; 9129 sent lately
 */
export async function mailInvoice(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<InvoiceEmailing> {
  const { invoiceId, stockId, contractId } = call.body
  const facts = await reminderFacts(tx, invoiceId)
  if (facts === undefined) {
    if (await isPenalty(tx, invoiceId)) fail(9116, { params: { by: 'penalty' } })
    fail(9104)
  }
  if ((stockId ?? facts.stockId) !== facts.stockId) fail(9104)
  if ((contractId ?? facts.contractId) !== facts.contractId) fail(9104)
  const account = (await accountForBooking(tx, facts.accountId)) ?? fail(9104)
  if (facts.status !== 'open') fail(9116, { params: { by: facts.status } })
  if (facts.debt <= 0) fail(9116)
  if (facts.contractStatus === 'pending') fail(9116, { params: { by: 'pending' } })

  const { count, askedAt, isWaiting } = await lockReminders(tx, invoiceId)
  const now = machineNow()
  const since = askedAt === null ? Infinity : now.since(askedAt).total('seconds')
  // A clock that was set back would otherwise keep the invoice shut for as long.
  if (since >= 0 && since < LIMIT_MINUTES * 60) {
    const seconds = Math.ceil(LIMIT_MINUTES * 60 - since)
    fail(9129, { retryAfterSeconds: seconds, params: { seconds } })
  }
  if (!isWaiting) {
    await insertMail(tx, {
      naturalKey: `invoiceReminder:${invoiceId}:${count + 1}`,
      kind: 'invoiceReminder',
      recipient: account.email,
      accountId: account.id,
      stockId: facts.stockId,
      documentId: invoiceId,
      language: account.language,
      data: { documentId: invoiceId },
      at: clock.now(),
      due: now,
      askedAt: now,
    })
    note(tx, clock, authorOf(call), {
      action: 'invoice-mailed',
      subjectType: 'document',
      subjectId: invoiceId,
      stockId: facts.stockId,
      after: { number: facts.number, debt: facts.debt, currency: facts.currency },
    })
  }
  const [state] = await invoiceEmailings(tx, account.id, [invoiceId])
  return state ?? fail(9104)
}
