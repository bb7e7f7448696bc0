import type { previewClosing as endpoint, previewLeaving as leaving } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import type { Closing } from '@stowage/domain/closing'
import { isRunningStatus } from '@stowage/domain/contract-life'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { numbersOf, previewClosing as previewOf } from '../billing/index.ts'
import { lockContractAt } from './contract-store.ts'
import { describeCharge, describeCredit } from './describe-lines.ts'
import { ownRunning } from './own-running.ts'
import { settlementWish } from './settlement-wish.ts'

type Preview = Answer<typeof endpoint>

/**
 * The settlement that closing a contract now would make; nothing is written.
 * @throws Failure 9104; 9109 when it does not run, or is billed by somebody else; 9111 where its billing has stopped
 */
export async function previewClosing(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  { params }: Call<typeof endpoint, Actor>,
): Promise<Preview> {
  const contract =
    (await lockContractAt(tx, { stockId: params.stockId, id: params.contractId })) ?? fail(9104)
  if (!isRunningStatus(contract.status) && !contract.isUnsettled)
    fail(9109, { reason: `a ${contract.status} contract` })
  const at = clock.now()
  if (contract.isExternal)
    return nothingSettled(contract.currency, at.toZonedDateTimeISO(contract.timeZone).toPlainDate())
  const wish = settlementWish(contract, at)
  const closing =
    (await previewOf(tx, { ...wish, at })) ?? fail(9109, { reason: 'the contract is not billed here' })
  return await describeClosing(tx, closing, wish.refundsUnusedTime)
}

/**
 * What leaving on a day would come to, as things stand: for who is about to give notice. Nothing is written.
 * @throws as `ownRunning`; Failure 9001 `leaveDate` for a past day; 9109 and 9111 as `previewClosing`
 */
export async function previewLeaving(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  { params, query, actor }: Call<typeof leaving, Actor>,
): Promise<Preview> {
  const at = clock.now()
  const own = await ownRunning(tx, actor, { ...params, ...query })
  const leftOn = Temporal.PlainDate.from(query.leaveDate)
  const today = at.toZonedDateTimeISO(own.timeZone).toPlainDate()
  if (Temporal.PlainDate.compare(leftOn, today) < 0) fail(9001, { field: 'leaveDate' })
  const { refundsUnusedTime, currency } = (await lockContractAt(tx, own)) ?? fail(6005)
  if (own.isExternal) return nothingSettled(currency, leftOn)
  const closing =
    (await previewOf(tx, {
      contractId: own.id,
      leftOn,
      refundsUnusedTime,
      at,
      // The day of its notice is its end (decision 13), not the one that was noted before.
      ...(own.isOpenEnded && own.status === 'active' ? { endDay: leftOn } : {}),
    })) ?? fail(9109, { reason: 'the contract is not billed here' })
  return await describeClosing(tx, closing, refundsUnusedTime)
}

/** Of a contract that its source keeps nothing is settled here. */
const nothingSettled = (currency: string, leftOn: Temporal.PlainDate): Preview => ({
  leftOn: leftOn.toString(),
  currency,
  refundsUnusedTime: false,
  charged: 0,
  credited: 0,
  deposit: 0,
  debt: 0,
  penalties: 0,
  balance: 0,
  toOthers: 0,
  owed: 0,
  payout: 0,
  charges: [],
  credits: [],
})

/** A settlement as the wire tells it. */
export async function describeClosing(
  tx: Tx,
  closing: Closing,
  refundsUnusedTime: boolean,
): Promise<Preview> {
  const numbers = await numbersOf(
    tx,
    closing.credits.map((credit) => credit.documentId),
  )
  return {
    leftOn: closing.leftOn.toString(),
    currency: closing.debt.currency,
    refundsUnusedTime,
    charged: closing.charged.amount,
    credited: closing.credited.amount,
    deposit: closing.deposit.amount,
    debt: closing.debt.amount,
    penalties: closing.penalties.amount,
    balance: closing.balance.amount,
    toOthers: closing.toOthers.amount,
    owed: closing.owed.amount,
    payout: closing.payout.amount,
    charges: closing.charges.map((charge) => ({ reason: charge.reason, ...describeCharge(charge) })),
    credits: closing.credits.map((credit) => describeCredit(credit, numbers)),
  }
}
