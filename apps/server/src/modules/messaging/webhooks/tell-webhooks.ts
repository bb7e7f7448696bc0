import type * as z from 'zod/mini'
import { toWire } from '@stowage/api/wire'
import type { WebhookEvent } from '@stowage/api/webhook-event-names'
import { WEBHOOK_VERSION, webhookEvents } from '@stowage/api/webhook-events'
import { machineNow } from '../../../platform/clock.ts'
import type { Handler } from '../../../platform/events/dispatcher.ts'
import type { EventType } from '../../../platform/events/event.ts'
import { boxForced, boxLeftOpen, siteAvailability } from '../../access/index.ts'
import { accountCreated, accountEnded, verificationDecided } from '../../accounts/index.ts'
import * as billing from '../../billing/index.ts'
import { boxReserved, reservationCancelled, reservationExpired } from '../../booking/index.ts'
import * as contracts from '../../contracts/index.ts'
import * as payments from '../../payments/index.ts'
import { appealAdded, appealHandled } from '../../support/index.ts'
import { insertDeliveries } from './delivery-store.ts'

/** Which fact of the house is which event outside: a payload that lacks a field which the event promises does not compile. */
const fromFact = <E extends WebhookEvent>(
  type: EventType<z.output<(typeof webhookEvents)[E]> & Record<string, unknown>>,
  event: E,
) => ({ type: type.type, event })

const told = [
  fromFact(contracts.contractBooked, 'contract.booked'),
  fromFact(contracts.contractActivated, 'contract.activated'),
  fromFact(contracts.contractExtended, 'contract.extended'),
  fromFact(contracts.contractMoved, 'contract.moved'),
  fromFact(contracts.noticeGiven, 'contract.notice-given'),
  fromFact(contracts.noticeWithdrawn, 'contract.notice-withdrawn'),
  fromFact(contracts.contractEnded, 'contract.ended'),
  fromFact(contracts.contractClosed, 'contract.closed'),
  fromFact(contracts.contractCancelled, 'contract.cancelled'),
  fromFact(contracts.contractWithdrawn, 'contract.withdrawn'),
  fromFact(boxReserved, 'reservation.created'),
  fromFact(reservationCancelled, 'reservation.cancelled'),
  fromFact(reservationExpired, 'reservation.expired'),
  fromFact(billing.documentIssued, 'document.issued'),
  fromFact(billing.documentSettled, 'document.settled'),
  fromFact(billing.documentVoided, 'document.voided'),
  fromFact(billing.penaltyIssued, 'penalty.issued'),
  fromFact(billing.creditNoteIssued, 'credit-note.issued'),
  fromFact(payments.paymentReceived, 'payment.received'),
  fromFact(payments.paymentFailed, 'payment.failed'),
  fromFact(payments.paymentRefunded, 'payment.refunded'),
  fromFact(payments.paymentDisputed, 'payment.disputed'),
  fromFact(billing.subscriptionActivated, 'subscription.activated'),
  fromFact(billing.subscriptionCancelled, 'subscription.cancelled'),
  fromFact(accountCreated, 'user.created'),
  fromFact(verificationDecided, 'user.verification-decided'),
  fromFact(accountEnded, 'user.deleted'),
  fromFact(appealAdded, 'appeal.added'),
  fromFact(appealHandled, 'appeal.handled'),
  fromFact(boxLeftOpen, 'box.left-open'),
  fromFact(boxForced, 'box.forced'),
  fromFact(siteAvailability, 'site.availability'),
] as const

/** The text that is signed and sent: made once, so that every attempt says the same. */
export function bodyOf(type: string, at: Temporal.Instant, data: unknown): string {
  return JSON.stringify({ type, version: WEBHOOK_VERSION, timestamp: at.toString(), data })
}

/**
 * One handler for each event that webhooks can tell. Nobody's event costs a row for them: it is asked whether anybody wants it
 * before the fact is written.
 */
export function webhookHandlers(isWanted: (event: string) => boolean): Handler[] {
  return told.map(({ type, event }) => ({
    name: `webhooks ${event}`,
    type,
    isWanted: () => isWanted(event),
    async run(tx, { id, at, payload }) {
      const body = bodyOf(event, at, toWire(webhookEvents[event], payload))
      await insertDeliveries(tx, { eventId: id, event, body, at: machineNow() })
    },
  }))
}
