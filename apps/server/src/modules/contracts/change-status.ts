import { contractLife, type ContractEvent } from '@stowage/domain/contract-life'
import { IllegalStepError } from '@stowage/domain/life-cycle'
import { publish, type Transact, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import type { Catalog } from '../catalog/index.ts'
import { voidPlan } from '../billing/index.ts'
import type { Payments } from '../payments/index.ts'
import { lockContract, lockLapsedHolds, lockPastEnd, setStatus, type ContractRow } from './contract-store.ts'
import { contractActivated, contractCancelled, contractEnded } from './events.ts'

/** The next status of a contract by its table of life; an illegal step is 9109: somebody else has moved it meanwhile. */
export function stepContract(contract: ContractRow, event: ContractEvent): ContractRow['status'] {
  try {
    return contractLife.step(contract.status, event)
  } catch (error) {
    if (error instanceof IllegalStepError) fail(9109, { reason: error.message })
    throw error
  }
}

const about = (contract: ContractRow) => ({ contractId: contract.id, accountId: contract.accountId, stockId: contract.stockId, boxId: contract.boxId })
const envelope = (contract: ContractRow, at: Temporal.Instant) => ({ aggregate: `contract:${contract.id}`, stockId: contract.stockId, at })

/** The first document is paid: the rental stands. Money for a contract that was cancelled meanwhile stays the tenant's balance. */
export async function activateContract(tx: Tx, catalog: Catalog, settled: { contractId: string; documentId: string; at: Temporal.Instant }): Promise<void> {
  const contract = await lockContract(tx, settled.contractId)
  if (!contract || contract.firstDocumentId !== settled.documentId || !contractLife.allows(contract.status, 'firstInvoicePaid')) return
  await setStatus(tx, contract.id, stepContract(contract, 'firstInvoicePaid'), settled.at)
  await catalog.setClaimLapse(tx, contract.id, null)
  publish(tx, fact(contractActivated, { ...envelope(contract, settled.at), payload: about(contract) }))
}

/** Gives a pending contract up: its box is free again, its unpaid document void without a number. */
export async function cancelContract(tx: Tx, catalog: Catalog, contract: ContractRow, reason: 'hold-ended' | 'given-up', at: Temporal.Instant): Promise<void> {
  const status = stepContract(contract, reason === 'hold-ended' ? 'holdExpired' : 'cancelled')
  await setStatus(tx, contract.id, status, at)
  await voidPlan(tx, { contractId: contract.id, accountId: contract.accountId, stockId: contract.stockId, at })
  await catalog.releaseClaim(tx, contract.id, at)
  publish(tx, fact(contractCancelled, { ...envelope(contract, at), payload: { ...about(contract), reason } }))
}

/** Job: holds that ended unpaid. A contract whose payment is still under way waits until that is decided (decisions.md C13). */
export async function cancelLapsedHolds(transact: Transact, modules: { catalog: Catalog; payments: Payments }, now: () => Temporal.Instant): Promise<void> {
  for (;;) {
    const done = await transact(async (tx) => {
      const lapsed = await lockLapsedHolds(tx, now(), 100)
      let cancelled = 0
      for (const contract of lapsed) {
        if (contract.firstDocumentId && (await modules.payments.isUnderWay(tx, [`document:${contract.firstDocumentId}`]))) continue
        await cancelContract(tx, modules.catalog, contract, 'hold-ended', now())
        cancelled += 1
      }
      return cancelled
    })
    if (done === 0) return
  }
}

/** Job: terms whose leaving time is past; things may still be inside, so the box stays held. */
export async function endPastContracts(transact: Transact, now: () => Temporal.Instant): Promise<void> {
  for (;;) {
    const done = await transact(async (tx) => {
      const past = await lockPastEnd(tx, now(), 100)
      for (const contract of past) {
        await setStatus(tx, contract.id, stepContract(contract, 'endReached'), now())
        publish(tx, fact(contractEnded, { ...envelope(contract, now()), payload: about(contract) }))
      }
      return past.length
    })
    if (done === 0) return
  }
}
