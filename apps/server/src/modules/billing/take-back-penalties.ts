import { chargedAnew } from '@stowage/domain/penalty'
import { money, subtract, sum, zero } from '@stowage/domain/money'
import { formatDay } from '@stowage/texts/format.ts'
import { pdfTexts } from '@stowage/texts/pdf/index.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { accountForBooking } from '../accounts/index.ts'
import { lockDocument } from './billing-store.ts'
import { makeCreditNote } from './credit-note.ts'
import { creditNoteIssued, documentCredited } from './events.ts'
import { readLate } from './late-invoice-view.ts'
import { lateInvoice, penalisedDays, penaltiesPaidBefore } from './penalty-store.ts'
import { useCreditOf, useCreditOn } from './settle-payment.ts'
import { tell } from './tell.ts'

/**
 * A payment counts from its own day on (decision 19): where penalties have charged days behind it, because it came into the book
 * later, a credit note takes those days back. Its invoice's payments as they are known now decide, so that twice is once. The
 * caller has just settled the payment and has the tenant's turn.
 */
export async function takeBackPenalties(tx: Tx, paymentId: string, at: Temporal.Instant): Promise<void> {
  for (const { invoiceId, penaltyId, paidOn } of await penaltiesPaidBefore(tx, paymentId)) {
    const facts = await lateInvoice(tx, invoiceId)
    const penalty = facts && (await lockDocument(tx, penaltyId))
    if (!facts || !penalty || penalty.number === null) continue
    const { invoice } = readLate(facts)
    const lines = (await penalisedDays(tx, penaltyId)).flatMap((line) => {
      const charged = {
        from: Temporal.PlainDate.from(line.from),
        until: Temporal.PlainDate.from(line.until),
        percent: line.percent,
        amount: money(line.net, penalty.currency),
      }
      const net = subtract(money(line.left, penalty.currency), chargedAnew(invoice, charged))
      if (net.amount <= 0) return []
      return [
        {
          kind: 'penalty' as const,
          quantity: line.quantity,
          unitNet: line.unitNet,
          net,
          vat: zero(penalty.currency),
          vatPercent: 0,
          explanation: {
            rule: 'corrected',
            position: line.position,
            rate: line.unitNet,
            billed: line.left,
            rateDate: line.from,
            rounding: 'halfAwayFromZero',
          },
        },
      ]
    })
    if (lines.length === 0) continue
    const from = penalty.periodFrom ?? penalty.issuedOn
    const language = (await accountForBooking(tx, penalty.accountId))?.language ?? 'en'
    const noteId = await makeCreditNote(tx, {
      original: penalty,
      from,
      until: penalty.periodTo ?? from.add({ days: 1 }),
      lines,
      reason: pdfTexts(language)('credit.paidBefore', { day: formatDay(paidOn, language) }),
      at,
    })
    const back = sum(
      lines.map(({ net }) => net),
      penalty.currency,
    )
    await useCreditOn(tx, penaltyId, back, at, [])
    await useCreditOf(tx, penalty, { contractId: penalty.contractId, at, issued: [] })
    tell(tx, documentCredited, penalty, at, { documentId: penaltyId })
    tell(tx, creditNoteIssued, penalty, at, { documentId: noteId })
  }
}
