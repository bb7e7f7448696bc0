import type {
  clearBox as clearing,
  confirmWithdrawal as confirming,
  previewWithdrawal as previewing,
} from '@stowage/api/withdrawals'
import type { Answer } from '@stowage/api/endpoint'
import { isSameClosing } from '@stowage/domain/closing'
import { lastWithdrawalDay, withdrawalRefusal } from '@stowage/domain/withdrawal'
import { authorOf, note } from '../../platform/audit/author.ts'
import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { sameText, sha256 } from '../../platform/seal.ts'
import { isBillingStopped, previewClosing, settleContract } from '../billing/index.ts'
import type { Catalog } from '../catalog/index.ts'
import { cancelContract, stepContract } from './change-status.ts'
import { lockContractAt, setStatus, type ContractRow } from './contract-store.ts'
import { contractFor, type ContractAnswer } from './contract-view.ts'
import { contractCancelled, contractWithdrawn } from './events.ts'
import { describeClosing } from './preview-closing.ts'
import { withdrawalWish } from './settlement-wish.ts'
import { tell } from './tell.ts'
import { withdrawalCode } from './withdrawal-code.ts'
import {
  markUsed,
  requestOf,
  setCleared,
  setWithdrawn,
  withdrawalRow,
  type RequestRow,
  type WithdrawalRow,
} from './withdrawal-store.ts'

interface Tools {
  readonly platform: Platform
  readonly catalog: Catalog
}

/**
 * What withdrawing now would come to, for who has the code of the mail; where it is not possible, why not.
 * @throws Failure 9001 `code` for one that is wrong, used or too old
 */
export async function previewWithdrawal(
  { platform }: Pick<Tools, 'platform'>,
  tx: Tx,
  { body }: Call<typeof previewing, Actor | null>,
): Promise<Answer<typeof previewing>> {
  const { contractId } = await known(platform, tx, body.code, false)
  const row = (await withdrawalRow(tx, contractId)) ?? wrongCode()
  const at = platform.clock.now()
  const { signedOn, today } = daysOf(row, at)
  const refusal = withdrawalRefusal({ ...row, signedOn }, today)
  const settlement =
    refusal === null && row.status === 'active' && !(await isBillingStopped(tx, contractId))
      ? await previewClosing(tx, { ...withdrawalWish(contractId, today), at })
      : undefined
  return {
    contractNumber: row.number,
    unitNumber: row.unitNumber,
    stockName: row.stockName,
    signedOn: signedOn.toString(),
    until: lastWithdrawalDay(signedOn).toString(),
    startDate: row.startDay.toString(),
    hasBegun: Temporal.PlainDate.compare(row.startDay, today) <= 0,
    isPaid: row.status === 'active',
    refusal,
    settlement: settlement === undefined ? null : await describeClosing(tx, settlement, true),
  }
}

/**
 * Withdraws from a contract (decision 17): one that is not paid yet is given up without a number, one that runs is settled pro rata,
 * each day at the price that was agreed on, and is over at once. Its receipt is mailed. A box in which things may be stays held
 * until staff have looked.
 * @throws as `previewWithdrawal`; Failure 9127 with what stands in the way; 9109 where the settlement is another than was shown,
 *   or money is just coming in
 */
export async function confirmWithdrawal(
  { platform, catalog }: Tools,
  tx: Tx,
  { body, address }: Call<typeof confirming, Actor | null>,
): Promise<Answer<typeof confirming>> {
  const at = platform.clock.now()
  const request = await known(platform, tx, body.code, true)
  const contract =
    (await lockContractAt(tx, { stockId: request.stockId, id: request.contractId })) ?? wrongCode()
  const row = (await withdrawalRow(tx, contract.id)) ?? wrongCode()
  const { signedOn, today } = daysOf(row, at)
  const refusal = withdrawalRefusal({ ...row, signedOn }, today)
  if (refusal !== null) fail(9127, { params: { by: refusal } })
  const mayBeInside = row.status === 'active' && Temporal.PlainDate.compare(row.startDay, today) <= 0
  const isRunning = row.status === 'active'
  // The right does not wait for our billing: it is received now, and staff settle it.
  const isUnsettled = isRunning && (await isBillingStopped(tx, contract.id))
  const settled = isRunning && !isUnsettled ? await settle(tx, contract, today, at, body.shown ?? null) : null
  if (isRunning) {
    await setStatus(tx, contract.id, stepContract(contract, 'withdrawn'), at)
    tell(tx, contractCancelled, contract, at, { reason: 'withdrawn' })
  }
  if (!isRunning) await cancelContract(tx, catalog, contract, 'withdrawn', at)
  else if (!mayBeInside) await catalog.releaseClaim(tx, contract.id, at)
  await setWithdrawn(tx, contract.id, at, mayBeInside ? null : at)
  await markUsed(tx, request.id, machineNow())
  note(
    tx,
    { now: () => at },
    { actorId: null, onBehalfOf: contract.accountId, address },
    {
      action: 'contract-withdrawn',
      subjectType: 'contract',
      subjectId: contract.id,
      stockId: contract.stockId,
      before: { status: contract.status },
      after: { status: 'cancelled', signedOn: signedOn.toString(), ...settled },
    },
  )
  tell(tx, contractWithdrawn, contract, at, { mayBeInside, isSettled: !isUnsettled })
  return {
    contractNumber: row.number,
    unitNumber: row.unitNumber,
    receivedAt: at.toString(),
    timeZone: row.timeZone,
    currency: contract.currency,
    owed: settled?.owed ?? 0,
    payout: settled?.payout ?? 0,
    isSettled: !isUnsettled,
    mayBeInside,
  }
}

async function settle(
  tx: Tx,
  contract: ContractRow,
  today: Temporal.PlainDate,
  at: Temporal.Instant,
  shown: Parameters<typeof isSameClosing>[1] | null,
): Promise<{ readonly owed: number; readonly payout: number }> {
  const closing =
    (await settleContract(tx, { ...withdrawalWish(contract.id, today), at }, (settled) => {
      if (shown !== null && !isSameClosing(settled, shown))
        fail(9109, { reason: 'the settlement is another than the one that was shown' })
    })) ?? fail(9109, { reason: 'the contract is not billed here' })
  return { owed: closing.owed.amount, payout: closing.payout.amount }
}

function daysOf({ signedAt, timeZone }: WithdrawalRow, now: Temporal.Instant) {
  const dayAt = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate()
  return { signedOn: dayAt(signedAt), today: dayAt(now) }
}

async function known(
  platform: Pick<Platform, 'config'>,
  tx: Tx,
  code: string,
  isLocked: boolean,
): Promise<RequestRow> {
  const request = await requestOf(tx, sha256(code), isLocked)
  const isOpen =
    request !== undefined &&
    request.usedAt === null &&
    sameText(withdrawalCode(platform, request.id), code) &&
    Temporal.Instant.compare(request.expiresAt, machineNow()) > 0
  return isOpen ? request : wrongCode()
}

function wrongCode(): never {
  return fail(9001, { field: 'code' })
}

/**
 * Staff have seen that the box of a contract that was withdrawn from is empty: it is free.
 * @throws Failure 9104; 9109 where it is not held any more
 */
export async function clearBox(
  { platform, catalog }: Tools,
  tx: Tx,
  call: Call<typeof clearing, Actor>,
): Promise<ContractAnswer> {
  const { params, actor } = call
  const at = platform.clock.now()
  const contract =
    (await lockContractAt(tx, { stockId: params.stockId, id: params.contractId })) ?? fail(9104)
  if (!(await setCleared(tx, contract.id, at))) fail(9109, { reason: 'its box is not held for it' })
  await catalog.releaseClaim(tx, contract.id, at)
  note(tx, { now: () => at }, authorOf(call), {
    action: 'box-cleared',
    subjectType: 'contract',
    subjectId: contract.id,
    stockId: contract.stockId,
    after: { boxId: contract.boxId },
  })
  return (await contractFor(tx, contract.id, actor, at)) ?? fail(9104)
}
