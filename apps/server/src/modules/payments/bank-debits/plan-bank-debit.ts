import { sepaText } from '@stowage/domain/sepa-text'
import { machineNow } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import type { Desk } from '../desk.ts'
import type { MethodRow } from '../method-store.ts'
import type { Payments } from '../payments.ts'
import { expireAttempts } from '../attempt-store.ts'
import { BANK_DEBIT, insertPayment } from '../payment-store.ts'
import { insertBankDebit } from './bank-debit-store.ts'
import { lockMandate } from './mandate-store.ts'

/** What a payer's bank prints beside the debit. */
const MOST_WORDS = 140

/**
 * Writes down that a payer's account is to be debited through the seller's own bank: it waits for a file. Pending from its first
 * moment, as every charge is; the payment's id is its name at the bank (EndToEndId).
 * @throws Failure 9104 where the mandate has ended
 */
export async function planBankDebit(
  desk: Desk,
  tx: Tx,
  method: MethodRow,
  charge: Parameters<Payments['planCharge']>[1],
  collection: Parameters<Payments['planCharge']>[2],
): Promise<{ paymentId: string }> {
  const mandate = method.outsideId === null ? undefined : await lockMandate(tx, method.outsideId)
  if (!mandate || mandate.endedAt !== null || mandate.ibanSealed === null) fail(9104)
  const { amount, reference, accountId, stockId, createdById } = collection
  if (amount.currency !== 'EUR') throw new RangeError(`a direct debit in ${amount.currency}`)
  const now = desk.platform.clock.now()
  // Pages that were opened for it before: nobody shall pay it there as well.
  await expireAttempts(tx, reference, now)
  const paymentId = newId()
  await insertPayment(tx, {
    id: paymentId,
    processor: BANK_DEBIT,
    cabinet: BANK_DEBIT,
    reference,
    accountId,
    stockId,
    amount,
    status: 'pending',
    outsideId: paymentId,
    details: { startedAt: machineNow().toString(), method: 'sepa' },
    createdAt: now,
    createdById,
    methodId: method.id,
    chargeKey: charge.key,
    card: { number: method.card, holder: null },
  })
  await insertBankDebit(tx, {
    paymentId,
    mandateId: mandate.id,
    sellerId: mandate.sellerId,
    announcedOn: charge.on ?? now.toZonedDateTimeISO('Europe/Berlin').toPlainDate(),
    remittance: sepaText(charge.statement ?? collection.serviceName, MOST_WORDS),
  })
  return { paymentId }
}
