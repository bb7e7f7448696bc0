import { contractLife, type ContractEvent } from '@stowage/domain/contract-life'
import { pendingHoldEnd } from '@stowage/domain/contract-moments'
import { firstDueDay } from '@stowage/domain/invoice-days'
import { IllegalStepError } from '@stowage/domain/life-cycle'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Platform } from '../../platform/platform.ts'
import { workRows } from '../../platform/rows-of-job.ts'
import type { Catalog } from '../catalog/index.ts'
import { daysOfPlan, isDocumentPaid, lockUndecided, moveFirstDue, voidPlan } from '../billing/index.ts'
import type { Payments } from '../payments/index.ts'
import {
  lapsedHolds,
  lockContract,
  lockContractAt,
  lockLapsedHold,
  lockPastEnd,
  moveBeginning,
  pastEnd,
  setFirstPaymentReversed,
  setHold,
  setStatus,
  type ContractRow,
} from './contract-store.ts'
import type { Currency } from '@stowage/domain/money'
import {
  contractActivated,
  contractCancelled,
  contractEnded,
  firstPaymentIncomplete,
  paymentCameTooLate,
} from './events.ts'
import { tell } from './tell.ts'

/** The next status of a contract by its table of life; an illegal step is 9109: somebody else has moved it meanwhile. */
export function stepContract(contract: ContractRow, event: ContractEvent): ContractRow['status'] {
  try {
    return contractLife.step(contract.status, event)
  } catch (error) {
    if (error instanceof IllegalStepError) fail(9109, { reason: error.message })
    throw error
  }
}

/**
 * The first document is paid: the rental stands, or stands again after its payment had gone back. Money for a contract that
 * was cancelled meanwhile stays the tenant's balance (noteLatePayment).
 */
export async function activateContract(
  tx: Tx,
  catalog: Catalog,
  settled: { contractId: string; documentId: string; at: Temporal.Instant },
): Promise<void> {
  const contract = await lockContract(tx, settled.contractId)
  if (!contract || contract.firstDocumentId !== settled.documentId) return
  if (contract.firstPaymentReversed) await lookAtFirstPayment(tx, contract, settled)
  if (!contractLife.allows(contract.status, 'firstInvoicePaid')) return
  const days = await daysOfPlan(tx, contract.id)
  // Paid after the planned first day: billing has moved the term to the day from which the box can be used.
  const isMoved = days !== undefined && Temporal.PlainDate.compare(contract.startDay, days.startDay) < 0
  if (isMoved) await moveBeginning(tx, contract.id, days)
  await setStatus(tx, contract.id, stepContract(contract, 'firstInvoicePaid'), settled.at)
  await catalog.setClaimLapse(tx, contract.id, null)
  tell(tx, contractActivated, contract, settled.at, {})
}

/** The first document is paid in part: the tenant learns what is missing, and a transfer keeps the box as one that was announced. */
export async function noteFirstPart(
  tx: Tx,
  catalog: Catalog,
  part: {
    contractId: string
    documentId: string
    stockId: string
    paymentId: string
    processor: string
    amount: number
    missing: number
    currency: Currency
    at: Temporal.Instant
  },
): Promise<void> {
  const { contractId, documentId, stockId, processor, at, ...came } = part
  if (processor === 'bankTransfer') await holdForTransfer(tx, catalog, { contractId, documentId, stockId })
  const contract = await lockContract(tx, contractId)
  if (contract?.status !== 'pending' || contract.firstDocumentId !== documentId) return
  tell(tx, firstPaymentIncomplete, contract, at, { documentId, ...came })
}

/** Money has come for a contract that was cancelled before it: it is the tenant's balance, and he and staff are told (issue 7/8). */
export async function noteLatePayment(
  tx: Tx,
  {
    contractId,
    at,
    ...late
  }: {
    contractId: string
    documentId: string
    paymentId: string
    amount: number
    kept: number
    currency: Currency
    at: Temporal.Instant
  },
): Promise<void> {
  const contract = await lockContract(tx, contractId)
  if (contract?.status !== 'cancelled' || contract.firstDocumentId !== late.documentId) return
  tell(tx, paymentCameTooLate, contract, at, late)
}

/** Money went back that had paid a document: if it was the first one's, the doors close until it is paid anew (decisions.md C20). */
export async function noteReversedPayment(
  tx: Tx,
  reversed: { contractId: string; documentId: string; at: Temporal.Instant },
): Promise<void> {
  const contract = await lockContract(tx, reversed.contractId)
  if (contract?.firstDocumentId === reversed.documentId) await lookAtFirstPayment(tx, contract, reversed)
}

async function lookAtFirstPayment(
  tx: Tx,
  contract: ContractRow,
  { documentId, at }: { documentId: string; at: Temporal.Instant },
): Promise<void> {
  const isReversed = !(await isDocumentPaid(tx, documentId))
  if (isReversed !== contract.firstPaymentReversed)
    await setFirstPaymentReversed(tx, contract.id, isReversed, at)
}

/**
 * The tenant pays by bank transfer after all: a box that is held for him is held as long as for one who chose so at once, 14
 * business days from the booking (decisions.md C13). Money takes days to come, and was never to be lost to the 72 hours.
 */
export async function holdForTransfer(
  tx: Tx,
  catalog: Catalog,
  chosen: { contractId: string; documentId: string; stockId: string },
): Promise<void> {
  const contract = await lockContractAt(tx, { stockId: chosen.stockId, id: chosen.contractId })
  if (contract?.status !== 'pending' || contract.firstDocumentId !== chosen.documentId) return
  const until = pendingHoldEnd(contract.bookedAt, { awaitsPayment: true, timeZone: contract.timeZone })
  if (contract.holdUntil && Temporal.Instant.compare(contract.holdUntil, until) >= 0) return
  await setHold(tx, contract.id, until)
  await catalog.setClaimLapse(tx, contract.id, until)
  await moveFirstDue(tx, chosen.documentId, firstDueDay(contract.startDay, until, contract.timeZone))
}

const STEP_OF = { 'hold-ended': 'holdExpired', 'given-up': 'cancelled', withdrawn: 'withdrawn' } as const

/**
 * Gives a pending contract up: its box is free again, its document void without a number; what had come for it is the tenant's
 * balance. The documents are locked first: where one is paid in full, or money for it is about to be settled, the contract runs,
 * whatever its status still says.
 * @throws Failure 9109 when its first document is paid or about to be, or it is not pending any more
 */
export async function cancelContract(
  tx: Tx,
  catalog: Catalog,
  contract: ContractRow,
  reason: 'hold-ended' | 'given-up' | 'withdrawn',
  at: Temporal.Instant,
): Promise<void> {
  const status = stepContract(contract, STEP_OF[reason])
  if (!(await lockUndecided(tx, contract.id))) fail(9109, { reason: 'its first document is being paid' })
  await setStatus(tx, contract.id, status, at)
  const released = await voidPlan(tx, {
    contractId: contract.id,
    accountId: contract.accountId,
    stockId: contract.stockId,
    at,
  })
  await catalog.releaseClaim(tx, contract.id, at)
  tell(tx, contractCancelled, contract, at, {
    reason,
    ...(released === undefined
      ? {}
      : {
          came: released.came.amount,
          kept: released.kept.amount,
          currency: released.came.currency,
        }),
  })
}

/**
 * Job: holds that ended unpaid. A contract whose payment is still under way, or whose pay page the processor has not closed
 * yet, waits until that is decided, at most 14 business days from the booking (decisions.md C13). One transaction each: one
 * that waits or fails keeps no other box from becoming free.
 */
export async function cancelLapsedHolds(
  { transact, db, clock, log }: Pick<Platform, 'transact' | 'db' | 'clock' | 'log'>,
  modules: { catalog: Catalog; payments: Payments },
  stopping?: AbortSignal,
): Promise<void> {
  await workRows(
    { db, log },
    {
      job: 'cancel-lapsed-holds',
      find: async (at) => await lapsedHolds(db, clock.now(), at),
      keyOf: ({ id }) => id,
      work: async (hold) =>
        await transact(async (tx) => await cancelIfLapsed(tx, modules, hold, clock.now())),
      stopping,
    },
  )
}

async function cancelIfLapsed(
  tx: Tx,
  modules: { catalog: Catalog; payments: Payments },
  { id, timeZone }: { readonly id: string; readonly timeZone: string },
  now: Temporal.Instant,
): Promise<void> {
  const contract = await lockLapsedHold(tx, id, now)
  if (!contract) return
  const latest = pendingHoldEnd(contract.bookedAt, { awaitsPayment: true, timeZone })
  const references = contract.firstDocumentId === null ? [] : [`document:${contract.firstDocumentId}`]
  const mayWait = Temporal.Instant.compare(now, latest) < 0
  if (mayWait && (await modules.payments.mayStillArrive(tx, references))) return
  await cancelContract(tx, modules.catalog, contract, 'hold-ended', now)
}

/** Job: terms whose leaving time is past; things may still be inside, so the box stays held. */
export async function endPastContracts(
  { transact, db, clock, log }: Pick<Platform, 'transact' | 'db' | 'clock' | 'log'>,
  stopping?: AbortSignal,
): Promise<void> {
  await workRows(
    { db, log },
    {
      job: 'end-past-contracts',
      find: async (at) => await pastEnd(db, clock.now(), { limit: 100, at }),
      keyOf: (id) => id,
      work: async (id) =>
        await transact(async (tx) => {
          const contract = await lockPastEnd(tx, clock.now(), id)
          if (!contract) return
          await setStatus(tx, contract.id, stepContract(contract, 'endReached'), clock.now())
          tell(tx, contractEnded, contract, clock.now(), {})
        }),
      stopping,
    },
  )
}
