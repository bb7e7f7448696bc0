import type { RecordedEvent } from '../../platform/events/event.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Hub } from '../../platform/realtime/hub.ts'
import { lockChanged, locksRead, siteAvailability } from '../access/index.ts'
import { accountChanged, documentRejected, verificationDecided } from '../accounts/index.ts'
import {
  creditNoteIssued,
  debitAnnounced,
  debitDeclined,
  documentPaymentReversed,
  documentSettled,
  subscriptionActivated,
  subscriptionCancelled,
} from '../billing/index.ts'
import { boxReserved, reservationCancelled, reservationExpired } from '../booking/index.ts'
import { boxClaimed, boxReleased } from '../catalog/index.ts'
import {
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
  contractWithdrawn,
  externalContractTaken,
  moveOutOpened,
} from '../contracts/index.ts'
import { paymentFailed } from '../payments/index.ts'
import { notificationChanged } from './events.ts'
import { peopleWithBoxes } from './people-with-boxes-view.ts'
import { tellNotification } from './tell-notification.ts'

/** Facts about an account: its pages read again. They learn which kind of thing changed, not what it is. */
const PERSONAL: ReadonlySet<string> = new Set(
  [
    accountChanged,
    documentRejected,
    verificationDecided,
    documentSettled,
    documentPaymentReversed,
    subscriptionActivated,
    subscriptionCancelled,
    debitAnnounced,
    debitDeclined,
    creditNoteIssued,
    contractBooked,
    contractActivated,
    contractCancelled,
    contractEnded,
    contractClosed,
    contractExtended,
    noticeGiven,
    noticeWithdrawn,
    contractMarked,
    contractMoved,
    contractWithdrawn,
    externalContractTaken,
    moveOutOpened,
    boxReserved,
    reservationCancelled,
    reservationExpired,
    paymentFailed,
  ].map((event) => event.type),
)
/** A plan is as fresh as that; with a thousand pages and more, each half a millisecond of the time: telling them takes a fiftieth of it then. */
const COALESCE_MS = 250
const MS_EACH_PAGE = 0.5

/** Tells browsers that something changed: the person whom it concerns at once, everybody who looks at a plan four times a second at most, and once a second where two thousand do. */
export function createPush(platform: Pick<Platform, 'db' | 'log'>): {
  heard(event: RecordedEvent): void
  useHub(hub: Hub): void
  close(): void
} {
  let hub: Hub | undefined
  const stocks = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    timer = undefined
    // One message for all of them: two thousand pages hear of two hundred stocks in two thousand messages.
    hub?.send({ everybody: true }, { actionType: 'STOCKS_CHANGED', payload: { stockIds: [...stocks] } })
    stocks.clear()
  }
  return {
    useHub(given) {
      hub = given
    },
    heard({ type, payload, stockId }) {
      if (PERSONAL.has(type)) {
        hub?.send(
          { accounts: [String(payload['accountId'])] },
          {
            actionType: 'PUSH_NOTIFICATION',
            payload: {
              kind: type,
              subjectId: String(payload['contractId'] ?? payload['documentId'] ?? payload['accountId']),
            },
          },
        )
        return
      }
      if (type === siteAvailability.type && stockId !== null) {
        const message = { actionType: 'PUSH_NOTIFICATION', payload: { kind: type, subjectId: stockId } }
        hub?.send({ staff: { permission: 'stocks.availability', stockId } }, message)
        peopleWithBoxes(platform.db, stockId).then(
          (accounts) => hub?.send({ accounts }, message),
          // They see it at their next try; a page is no heartbeat.
          (error: unknown) =>
            platform.log.warn({ err: error, stockId }, 'tenants were not told of their site'),
        )
        return
      }
      if (type === notificationChanged.type) {
        if (hub) tellNotification(platform, hub, payload)
        return
      }
      // A movement is told by itself (BOX_OPENED, BOX_CLOSED); what is not one, only as a change of the stock.
      const isLost = type === lockChanged.type && payload['state'] === 'unavailable'
      const isOfBoxes = type === boxClaimed.type || type === boxReleased.type || type === locksRead.type
      if ((isOfBoxes || isLost) && stockId !== null) {
        stocks.add(stockId)
        timer ??= setTimeout(flush, Math.max(COALESCE_MS, (hub?.size() ?? 0) * MS_EACH_PAGE))
      }
    },
    close: () => clearTimeout(timer),
  }
}
