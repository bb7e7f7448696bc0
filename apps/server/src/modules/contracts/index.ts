import { on, onEach } from '../../platform/events/dispatcher.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  documentDisputed,
  documentPaymentReversed,
  documentSettled,
  firstPaidInPart,
  transferChosen,
  voidDocumentPaid,
} from '../billing/index.ts'
import { personErased, type Accounts } from '../accounts/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Payments } from '../payments/index.ts'
import { judgeDisputes } from './judge-disputes.ts'
import {
  activateContract,
  cancelLapsedHolds,
  endPastContracts,
  holdForTransfer,
  noteFirstPart,
  noteLatePayment,
  noteReversedPayment,
} from './change-status.ts'
import { eraseLeases, erasePastLeases } from './erase-leases.ts'
import { firstDocumentsOf } from './contract-store.ts'
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
  externalChangeAsked,
  externalContractTaken,
  firstPaymentIncomplete,
  paymentCameTooLate,
  withdrawalAsked,
} from './events.ts'
export { askSource, type ExternalWish } from './ask-source.ts'
export { takeExternal, type ExternalContract } from './take-external.ts'
export { keptPapers } from './erasure-store.ts'
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
  modules: { accounts: Accounts; catalog: Catalog; payments: Payments },
): Contracts {
  return {
    routes: [...contractRoutes(platform, modules), ...withdrawalRoutes(platform, modules)],
    handlers: [
      onEach(
        documentSettled,
        'contracts activate',
        async (tx, { payload, at }) =>
          await activateContract(tx, modules.catalog, {
            contractId: payload.contractId,
            documentId: payload.documentId,
            at,
          }),
        async (tx, facts) => {
          const first = await firstDocumentsOf(
            tx,
            facts.map(({ payload }) => payload.contractId),
          )
          return facts.filter(({ payload }) => first.has(payload.documentId))
        },
      ),
      on(voidDocumentPaid, 'contracts note money that came too late', async (tx, { payload, at }) => {
        const { contractId, documentId, paymentId, amount, kept, currency } = payload
        await noteLatePayment(tx, { contractId, documentId, paymentId, amount, kept, currency, at })
      }),
      on(
        firstPaidInPart,
        'contracts note a part of the first payment',
        async (tx, { payload, at }) => await noteFirstPart(tx, modules.catalog, { ...payload, at }),
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
        documentDisputed,
        'contracts block what is disputed',
        async (tx, { payload, at }) => await judgeDisputes(tx, payload.contractId, at),
      ),
      on(
        transferChosen,
        'contracts hold for a transfer',
        async (tx, { payload }) => await holdForTransfer(tx, modules.catalog, payload),
      ),
      on(
        personErased,
        'contracts erase what is not kept',
        async (tx, { payload }) => await eraseLeases(tx, platform.clock.now(), payload.accountId),
      ),
    ],
    jobs: [
      {
        name: 'erase-past-leases',
        everySeconds: 3600,
        run: async (stopping?: AbortSignal) => await erasePastLeases(platform, stopping),
      },
      {
        name: 'cancel-lapsed-holds',
        everySeconds: 20,
        run: async (stopping?: AbortSignal) => await cancelLapsedHolds(platform, modules, stopping),
      },
      {
        name: 'end-past-contracts',
        everySeconds: 60,
        run: async (stopping?: AbortSignal) => await endPastContracts(platform, stopping),
      },
    ],
  }
}
