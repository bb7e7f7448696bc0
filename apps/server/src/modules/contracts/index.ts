import { on } from '../../platform/events/dispatcher.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { documentPaymentReversed, documentSettled, transferChosen } from '../billing/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Payments } from '../payments/index.ts'
import {
  activateContract,
  cancelLapsedHolds,
  endPastContracts,
  holdForTransfer,
  noteReversedPayment,
} from './change-status.ts'
import { contractRoutes } from './routes.ts'
import { withdrawalRoutes } from './withdrawal-routes.ts'

export {
  contractActivated,
  contractBooked,
  contractCancelled,
  contractClosed,
  contractEnded,
  contractExtended,
  noticeGiven,
  noticeWithdrawn,
  contractMarked,
  contractMoved,
  moveOutOpened,
  contractWithdrawn,
  withdrawalAsked,
} from './events.ts'
export {
  holdEnd,
  newContractId,
  openContract,
  type NewContract,
  type OpenedContract,
} from './open-contract.ts'
export { pendingContractOf, type NewSignatureRow } from './contract-store.ts'
export { contractFor, contractsOfAccount, type ContractAnswer } from './contract-view.ts'
export { withdrawalCode } from './withdrawal-code.ts'
export { leaseFacts, type LeaseFacts } from './lease-facts.ts'
export { transferFacts } from './transfer-store.ts'
export { leaseHash, LEASE_VERSION } from './lease-text.ts'
export { renderLeasePdf } from './print-lease.ts'
export { renderContractPdf } from './send-lease-pdf.ts'

export type Contracts = Module

/** The contracts module of one server: signing, the life of a contract, its holds and its end. */
export function createContracts(
  platform: Platform,
  modules: { catalog: Catalog; payments: Payments },
): Contracts {
  const now = () => platform.clock.now()
  return {
    routes: [...contractRoutes(platform, modules), ...withdrawalRoutes(platform, modules)],
    handlers: [
      on(
        documentSettled,
        'contracts activate',
        async (tx, { payload, at }) =>
          await activateContract(tx, modules.catalog, {
            contractId: payload.contractId,
            documentId: payload.documentId,
            at,
          }),
      ),
      on(
        documentPaymentReversed,
        'contracts note reversed payments',
        async (tx, { payload, at }) =>
          await noteReversedPayment(tx, {
            contractId: payload.contractId,
            documentId: payload.documentId,
            at,
          }),
      ),
      on(
        transferChosen,
        'contracts hold for a transfer',
        async (tx, { payload }) => await holdForTransfer(tx, modules.catalog, payload),
      ),
    ],
    jobs: [
      {
        name: 'cancel-lapsed-holds',
        everySeconds: 20,
        run: async () => await cancelLapsedHolds(platform, modules),
      },
      {
        name: 'end-past-contracts',
        everySeconds: 60,
        run: async () => await endPastContracts(platform.transact, now),
      },
    ],
  }
}
