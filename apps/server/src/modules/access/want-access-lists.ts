import { clockMoved } from '../../platform/business-clock.ts'
import { machineNow } from '../../platform/clock.ts'
import { afterCommit, type Tx } from '../../platform/database/transaction.ts'
import { on, onMany, type Handler } from '../../platform/events/dispatcher.ts'
import type { EventType } from '../../platform/events/event.ts'
import {
  accountChanged,
  accountEnded,
  documentRejected,
  documentUploaded,
  verificationDecided,
} from '../accounts/index.ts'
import {
  documentCredited,
  documentPaymentReversed,
  documentSettled,
  documentVoided,
} from '../billing/index.ts'
import { boxChanged, stockChanged } from '../catalog/index.ts'
import {
  contractActivated,
  contractCancelled,
  contractClosed,
  contractEnded,
  contractExtended,
  contractMarked,
  contractMoved,
  contractWithdrawn,
  externalContractTaken,
  moveOutOpened,
  noticeGiven,
  noticeWithdrawn,
} from '../contracts/index.ts'
import { paymentFailed } from '../payments/index.ts'
import { pairedStocks, stocksOfAccount, wantLists } from './access-list-store.ts'
import { siteAvailability } from './events.ts'

/** What changes a right at one stock. That an invoice was issued does not: it bars nobody before the list is issued anew. */
const ofStock: readonly EventType<{ stockId: string }>[] = [
  contractActivated,
  contractCancelled,
  contractClosed,
  contractEnded,
  contractExtended,
  contractMarked,
  contractMoved,
  contractWithdrawn,
  externalContractTaken,
  moveOutOpened,
  noticeGiven,
  noticeWithdrawn,
  documentCredited,
  documentPaymentReversed,
  documentSettled,
  documentVoided,
  paymentFailed,
  boxChanged,
  stockChanged,
]

/** What changes the rights of one person, wherever he has something. */
const ofAccount: readonly EventType<{ accountId: string }>[] = [
  accountChanged,
  accountEnded,
  documentRejected,
  documentUploaded,
  verificationDecided,
]

/**
 * Rights follow payment, block, notice and staff edits to the site: every such fact marks the lists it concerns, and says so to
 * whoever pushes them as soon as the mark is in the database.
 */
export function accessListHandlers(kick: () => void): Handler[] {
  const want = async (tx: Tx, stockIds: readonly string[]): Promise<void> => {
    await wantLists(tx, stockIds, machineNow())
    afterCommit(tx, kick)
  }
  return [
    ...ofStock.map((type) =>
      onMany(type, `access-list:${type.type}`, async (tx, facts) => {
        await want(tx, [...new Set(facts.map(({ payload }) => payload.stockId))])
      }),
    ),
    ...ofAccount.map((type) =>
      on(
        type,
        `access-list:${type.type}`,
        async (tx, { payload }) => await want(tx, await stocksOfAccount(tx, payload.accountId)),
      ),
    ),
    // Hours and dates of a list are those of business time (a demonstration may move it).
    on(clockMoved, 'access-list:clock-moved', async (tx) => await want(tx, await pairedStocks(tx))),
    on(siteAvailability, 'access-list:site-is-back', async (tx, { payload }) => {
      if (payload.isOk) await want(tx, [payload.stockId])
    }),
  ]
}
