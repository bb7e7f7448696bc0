import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { on, type Handler } from '../../platform/events/dispatcher.ts'
import type { Platform } from '../../platform/platform.ts'
import { boxLeftOpen } from '../access/index.ts'
import {
  accountCreated,
  accountForBooking,
  documentRejected,
  passwordResetRequested,
  verificationDecided,
} from '../accounts/index.ts'
import { documentSettled, transferChosen } from '../billing/index.ts'
import { boxReserved, reservationExpired } from '../booking/index.ts'
import { contractBooked, contractCancelled } from '../contracts/index.ts'
import { insertMail } from './mail-store.ts'
import type { MailKind } from './mails/index.ts'

interface Wish {
  readonly kind: MailKind
  readonly accountId: string
  readonly stockId?: string | null
  readonly documentId?: string
  readonly data: Readonly<Record<string, unknown>>
  /** Whom two facts may tell the same, one mail: said instead of the fact's number. */
  readonly once?: string
}

/** Which fact writes which mail; one call each. The mail's key is the fact's number, so that a fact handled twice writes one. */
export function mailHandlers(platform: Platform, isMuted: () => boolean): Handler[] {
  const write = async (tx: Tx, event: { id: number; at: Temporal.Instant }, wish: Wish): Promise<void> => {
    if (isMuted()) return
    const account = await accountForBooking(tx, wish.accountId)
    if (!account) return
    await insertMail(tx, {
      naturalKey: `${wish.kind}:${wish.once ?? event.id}`,
      kind: wish.kind,
      recipient: account.email,
      accountId: account.id,
      stockId: wish.stockId ?? null,
      documentId: wish.documentId ?? null,
      language: account.language,
      data: wish.data,
      at: platform.clock.now(),
      due: machineNow(),
    })
  }
  return [
    on(
      accountCreated,
      'mail welcome',
      async (tx, event) =>
        await write(tx, event, {
          kind: 'accountCreated',
          accountId: event.payload.accountId,
          data: { accountId: event.payload.accountId },
        }),
    ),
    on(
      passwordResetRequested,
      'mail password reset',
      async (tx, event) =>
        await write(tx, event, {
          kind: 'passwordReset',
          accountId: event.payload.accountId,
          data: { accountId: event.payload.accountId, resetId: event.payload.resetId },
        }),
    ),
    on(
      documentRejected,
      'mail rejected document',
      async (tx, event) =>
        await write(tx, event, {
          kind: 'kycRejected',
          accountId: event.payload.accountId,
          data: { accountId: event.payload.accountId },
        }),
    ),
    on(verificationDecided, 'mail verified', async (tx, event) => {
      if (event.payload.verified)
        await write(tx, event, {
          kind: 'kycVerified',
          accountId: event.payload.accountId,
          data: { accountId: event.payload.accountId },
        })
    }),
    on(
      boxReserved,
      'mail reservation',
      async (tx, event) =>
        await write(tx, event, {
          kind: 'bookingReserved',
          accountId: event.payload.accountId,
          stockId: event.payload.stockId,
          data: { reservationId: event.payload.reservationId },
        }),
    ),
    on(
      reservationExpired,
      'mail expired reservation',
      async (tx, event) =>
        await write(tx, event, {
          kind: 'reservationExpired',
          accountId: event.payload.accountId,
          stockId: event.payload.stockId,
          data: { reservationId: event.payload.reservationId },
        }),
    ),
    on(
      contractBooked,
      'mail booking',
      async (tx, { payload, ...event }) =>
        await write(tx, event, {
          kind: 'bookingContract',
          accountId: payload.accountId,
          stockId: payload.stockId,
          documentId: payload.documentId,
          data: { contractId: payload.contractId, documentId: payload.documentId },
        }),
    ),
    on(contractBooked, 'mail documents needed', async (tx, { payload, ...event }) => {
      // A superUser may book for somebody whose documents are not there; his door stays shut until they are.
      const tenant = await accountForBooking(tx, payload.accountId)
      if (tenant && tenant.missingDocuments.length > 0)
        await write(tx, event, {
          kind: 'documentsNeeded',
          accountId: payload.accountId,
          stockId: payload.stockId,
          data: { accountId: payload.accountId },
        })
    }),
    on(
      transferChosen,
      'mail bank details',
      async (tx, { payload, ...event }) =>
        await write(tx, event, {
          kind: 'paymentInstructions',
          accountId: payload.accountId,
          stockId: payload.stockId,
          documentId: payload.documentId,
          data: { documentId: payload.documentId },
          // Pressed again it is the same mail, the next day another: perhaps the first one was lost.
          once: `${payload.documentId}:${event.at.toString().slice(0, 10)}`,
        }),
    ),
    on(
      contractCancelled,
      'mail cancelled contract',
      async (tx, { payload, ...event }) =>
        await write(tx, event, {
          kind: 'contractCancelled',
          accountId: payload.accountId,
          stockId: payload.stockId,
          data: { contractId: payload.contractId, reason: payload.reason },
        }),
    ),
    on(
      documentSettled,
      'mail payment',
      async (tx, { payload, ...event }) =>
        await write(tx, event, {
          kind: 'paymentReceived',
          accountId: payload.accountId,
          stockId: payload.stockId,
          documentId: payload.documentId,
          data: { documentId: payload.documentId },
        }),
    ),
    on(boxLeftOpen, 'mail box left open', async (tx, { payload, ...event }) => {
      if (payload.accountId !== null)
        await write(tx, event, {
          kind: 'boxLeftOpen',
          accountId: payload.accountId,
          stockId: payload.stockId,
          data: { boxId: payload.boxId, since: payload.since },
        })
    }),
  ]
}
