import { postPayout } from '@stowage/domain/ledger'
import { money } from '@stowage/domain/money'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { lockDocument, takeTenantTurn } from './billing-store.ts'
import { leftLines } from './correction-view.ts'
import { makeCreditNote } from './credit-note.ts'
import { voidPlan } from './open-plan.ts'
import { insertPayout } from './payout-store.ts'
import { post } from './post-ledger.ts'

/**
 * The plan of an imported contract that is taken back: nothing is billed any more. A credit note takes its deposit out of the books,
 * and a payout by hand the money, which stays where it was held before.
 * @throws Failure 9109 where its document is not as the import left it
 */
export async function undoTakenPlan(
  tx: Tx,
  {
    contract,
    byId,
    at,
  }: {
    readonly contract: {
      readonly id: string
      readonly accountId: string
      readonly stockId: string
      readonly firstDocumentId: string | null
    }
    readonly byId: string
    readonly at: Temporal.Instant
  },
): Promise<void> {
  const { id: contractId, accountId, stockId, firstDocumentId } = contract
  if (firstDocumentId !== null) {
    const aimed = (await lockDocument(tx, firstDocumentId)) ?? fail(9109)
    const { sellerId, currency } = aimed
    await takeTenantTurn(tx, { accountId, sellerId, currency })
    const lines = await leftLines(tx, aimed.id)
    if (aimed.status !== 'paid' || lines.some(({ kind }) => kind !== 'deposit')) fail(9109)
    await makeCreditNote(tx, {
      original: aimed,
      from: aimed.periodFrom ?? aimed.issuedOn,
      until: aimed.periodTo ?? aimed.issuedOn.add({ days: 1 }),
      lines: lines.map((line) => ({
        kind: line.kind,
        quantity: line.quantity,
        unitNet: line.unitNet,
        net: money(line.net, currency),
        vat: money(line.vat, currency),
        vatPercent: line.vatPercent,
        explanation: {
          rule: 'corrected',
          position: line.position,
          rate: line.unitNet,
          billed: line.net,
          rateDate: (aimed.periodFrom ?? aimed.issuedOn).toString(),
          rounding: 'halfAwayFromZero',
        },
      })),
      reason: null,
      at,
    })
    const amount = lines.reduce((running, { net, vat }) => running + net + vat, 0)
    const payoutId = newId()
    const paidOn = at.toZonedDateTimeISO(aimed.snapshot.timeZone).toPlainDate()
    await insertPayout(tx, {
      id: payoutId,
      accountId,
      sellerId,
      currency,
      stockId,
      contractId,
      amount,
      method: 'bankTransfer',
      reference: null,
      paidOn,
      recordedAt: at,
      recordedById: byId,
    })
    await post(tx, [
      {
        posting: postPayout('manual', money(amount, currency)),
        facts: {
          reason: 'payout',
          accountHolderId: accountId,
          sellerId,
          stockId,
          contractId,
          paymentId: payoutId,
          businessDay: paidOn,
          recordedAt: at,
        },
      },
    ])
  }
  await voidPlan(tx, { contractId, accountId, stockId, at })
}
