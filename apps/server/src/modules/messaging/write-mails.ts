import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { on, onMany, type Handler } from '../../platform/events/dispatcher.ts'
import type { EventType } from '../../platform/events/event.ts'
import type { Platform } from '../../platform/platform.ts'
import { boxForced, boxLeftOpen, pinVoided } from '../access/index.ts'
import {
  accountCreated,
  accountForBooking,
  accountSecured,
  documentRejected,
  emailConfirmationAsked,
  openFormerAddress,
  passwordResetRequested,
  signedInElsewhere,
  verificationDecided,
} from '../accounts/index.ts'
import {
  creditNoteIssued,
  debitAnnounced,
  debitDeclined,
  documentPaymentReversed,
  documentSettled,
  monthlyBillsAsked,
  NOTHING_TO_PAY,
  PAID_BY_CREDIT,
  PAID_FROM_BALANCE,
  penaltyIssued,
  riseWithdrawn,
  statementIssued,
  subscriptionActivated,
  subscriptionCancelled,
  transferChosen,
} from '../billing/index.ts'
import { boxReserved, reservationExpired } from '../booking/index.ts'
import {
  contractBooked,
  contractCancelled,
  firstPaymentIncomplete,
  contractExtended,
  contractMoved,
  contractWithdrawn,
  withdrawalAsked,
  moveOutOpened,
  noticeGiven,
  noticeWithdrawn,
  paymentCameTooLate,
} from '../contracts/index.ts'
import { paymentRefunded, refundFailed } from '../payments/index.ts'
import { appealAdded } from '../support/index.ts'
import { addresseesOf } from './addressees-view.ts'
import { insertMail, insertMails, type NewMail } from './mail-store.ts'
import type { MailKind } from './mails/index.ts'
import { takenBackBy } from './moneyback-view.ts'
import { callBackFacts } from './news-view.ts'
import { watchersOf } from './site-watchers-view.ts'

/** Whom a fact is about; without an account nobody is written to. */
interface About extends Readonly<Record<string, unknown>> {
  readonly accountId: string | null
  readonly stockId?: string
}

/** What the mail is composed from when it is sent; `documentId` ties the mail to an invoice. */
type Kept = Readonly<Record<string, string>> | undefined

/** Which fact writes which mail; one call each. The mail's key is the fact's number, so that a fact handled twice writes one. */
export function mailHandlers(platform: Platform, isMuted: () => boolean): Handler[] {
  /**
   * @param keep undefined where this fact is no reason to write
   * @param once whom two facts may tell the same, one mail: said instead of the fact's number
   */
  const mail = <P extends About>(
    type: EventType<P>,
    name: string,
    kind: MailKind,
    keep: (payload: P, tx: Tx) => Kept | Promise<Kept>,
    once?: (payload: P, at: Temporal.Instant) => string,
  ): Handler =>
    onMany(type, name, async (tx, facts) => {
      if (isMuted()) return
      const accountIds = facts.flatMap(({ payload }) => payload.accountId ?? [])
      const addressees = accountIds.length === 0 ? undefined : await addresseesOf(tx, accountIds)
      const mails: NewMail[] = []
      for (const { id, at, payload } of facts) {
        const account = addressees?.get(payload.accountId ?? '')
        const data = account && (await keep(payload, tx))
        if (account === undefined || data === undefined) continue
        mails.push({
          naturalKey: `${kind}:${once?.(payload, at) ?? id}`,
          kind,
          recipient: account.email,
          accountId: account.id,
          stockId: payload.stockId ?? null,
          documentId: data['documentId'] ?? null,
          language: account.language,
          data,
          at: platform.clock.now(),
          due: machineNow(),
        })
      }
      await insertMails(tx, mails)
    })
  return [
    mail(accountCreated, 'mail welcome', 'accountCreated', ({ accountId }) => ({ accountId })),
    mail(passwordResetRequested, 'mail password reset', 'passwordReset', ({ accountId, resetId }) => ({
      accountId,
      resetId,
    })),
    // Everybody's browser is a new one to the demo.
    mail(signedInElsewhere, 'mail new sign-in', 'newSignIn', ({ accountId, familyId }) =>
      platform.config.demo ? undefined : { accountId, familyId },
    ),
    mail(accountSecured, 'mail account security', 'accountSecurity', ({ accountId, what, by }) =>
      // To the new address goes the mail that confirms it.
      what === 'email' ? undefined : { accountId, what, by, at: machineNow().toString() },
    ),
    on(accountSecured, 'mail former address', async (tx, { id, payload }) => {
      const { accountId, what, by } = payload
      const recipient = isMuted() ? undefined : openFormerAddress(platform, payload)
      const account = (await addresseesOf(tx, [accountId])).get(accountId)
      if (recipient === undefined || account === undefined) return
      await insertMail(tx, {
        naturalKey: `accountSecurity:${id}`,
        kind: 'accountSecurity',
        recipient,
        accountId,
        stockId: null,
        documentId: null,
        language: account.language,
        data: { accountId, what, by, at: machineNow().toString() },
        at: platform.clock.now(),
        due: machineNow(),
      })
    }),
    mail(documentRejected, 'mail rejected document', 'kycRejected', ({ accountId }) => ({ accountId })),
    mail(verificationDecided, 'mail verified', 'kycVerified', ({ accountId, verified }) =>
      verified ? { accountId } : undefined,
    ),
    mail(boxReserved, 'mail reservation', 'bookingReserved', ({ reservationId }) => ({ reservationId })),
    mail(reservationExpired, 'mail expired reservation', 'reservationExpired', ({ reservationId }) => ({
      reservationId,
    })),
    mail(contractBooked, 'mail booking', 'bookingContract', ({ contractId, documentId }) => ({
      contractId,
      documentId,
    })),
    mail(contractBooked, 'mail documents needed', 'documentsNeeded', async ({ accountId }, tx) => {
      // A superUser may book for somebody whose documents are not there; his door stays shut until they are.
      const tenant = await accountForBooking(tx, accountId)
      return tenant && tenant.missingDocuments.length > 0 ? { accountId } : undefined
    }),
    mail(
      transferChosen,
      'mail bank details',
      'paymentInstructions',
      ({ documentId }) => ({ documentId }),
      // Pressed again it is the same mail, the next day another: perhaps the first one was lost.
      ({ documentId }, at) => `${documentId}:${at.toString().slice(0, 10)}`,
    ),
    // A withdrawal has a receipt of its own; of a contract that came by import its tenant was not notified either.
    mail(
      contractCancelled,
      'mail cancelled contract',
      'contractCancelled',
      ({ contractId, reason, came = 0, kept = 0, currency = '' }) =>
        reason === 'withdrawn' || reason === 'import-undone'
          ? undefined
          : { contractId, reason, came: String(came), kept: String(kept), currency },
    ),
    mail(
      firstPaymentIncomplete,
      'mail what is missing of a first payment',
      'firstPaymentIncomplete',
      ({ documentId, amount }) => ({ documentId, amount: String(amount) }),
    ),
    mail(withdrawalAsked, 'mail withdrawal link', 'withdrawalAsked', ({ contractId, requestId }) => ({
      contractId,
      requestId,
    })),
    mail(
      contractWithdrawn,
      'mail withdrawal receipt',
      'withdrawalReceived',
      ({ contractId, mayBeInside, isSettled }) => ({
        contractId,
        inside: mayBeInside ? 'yes' : 'no',
        settled: isSettled ? 'yes' : 'no',
      }),
    ),
    mail(contractExtended, 'mail extended contract', 'contractExtended', ({ contractId, from, until }) => ({
      contractId,
      from,
      until,
    })),
    mail(contractMoved, 'mail moved contract', 'contractMoved', ({ transferId }) => ({ transferId })),
    mail(moveOutOpened, 'mail move-out window', 'moveOutOpened', ({ contractId, until }) => ({
      contractId,
      until,
    })),
    mail(noticeGiven, 'mail notice', 'noticeNoted', ({ contractId, day, time }) => ({
      contractId,
      day,
      time,
    })),
    mail(noticeWithdrawn, 'mail withdrawn notice', 'noticeNoted', ({ contractId }) => ({ contractId })),
    mail(riseWithdrawn, 'mail withdrawn rent rise', 'rentRiseWithdrawn', ({ riseId }) => ({ riseId })),
    // Nobody has paid anything for an invoice of 0; one that his balance has paid is news to its tenant all the same.
    mail(documentSettled, 'mail payment', 'paymentReceived', ({ documentId, paymentId }) =>
      paymentId === NOTHING_TO_PAY || paymentId === PAID_BY_CREDIT
        ? undefined
        : { documentId, paidFrom: paymentId === PAID_FROM_BALANCE ? 'balance' : 'payment' },
    ),
    mail(
      subscriptionActivated,
      'mail automatic payments on',
      'subscriptionActivated',
      ({ contractId, isOther }) => ({ contractId, isOther: isOther ? 'yes' : 'no' }),
    ),
    mail(
      subscriptionCancelled,
      'mail automatic payments off',
      'subscriptionCancelled',
      ({ contractId, by }) => ({ contractId, by }),
    ),
    mail(debitAnnounced, 'mail debit to come', 'debitAnnounced', ({ documentId, debitId }) => ({
      documentId,
      debitId,
    })),
    mail(
      debitDeclined,
      'mail declined debit',
      'debitDeclined',
      ({ documentId, debitId, nextOn, isSuspended }) => ({
        documentId,
        debitId,
        nextOn: nextOn ?? '',
        isSuspended: isSuspended ? 'yes' : 'no',
      }),
    ),
    // What staff have given back is told by a mail of its own; what his bank has taken back is a debt again.
    mail(
      documentPaymentReversed,
      'mail returned payment',
      'paymentReturned',
      async ({ documentId, paymentId }, tx) => {
        const how = await takenBackBy(tx, paymentId)
        return how && { documentId, how }
      },
    ),
    mail(paymentRefunded, 'mail refund', 'refundMade', ({ paymentId, refunded, cause }) =>
      cause === 'refund' ? { paymentId, amount: String(refunded), state: 'made' } : undefined,
    ),
    mail(refundFailed, 'mail returned refund', 'refundMade', ({ paymentId, failed }) => ({
      paymentId,
      amount: String(failed),
      state: 'returned',
    })),
    mail(
      paymentCameTooLate,
      'mail payment that came too late',
      'paymentCameTooLate',
      ({ contractId, amount, kept, currency }) => ({
        contractId,
        amount: String(amount),
        kept: String(kept),
        currency,
      }),
    ),
    // To whomever was named, an accountant perhaps, who may have no account.
    on(monthlyBillsAsked, 'mail monthly bills', async (tx, { id, payload }) => {
      const { stockId, month, email, accountId, language } = payload
      if (isMuted()) return
      await insertMail(tx, {
        naturalKey: `monthlyBills:${id}`,
        kind: 'monthlyBills',
        recipient: email,
        accountId,
        stockId,
        documentId: null,
        language,
        data: { stockId, month, accountId },
        at: platform.clock.now(),
        due: machineNow(),
      })
    }),
    mail(emailConfirmationAsked, 'mail confirm address', 'addressConfirm', ({ accountId, confirmId }) => ({
      accountId,
      confirmId,
    })),
    mail(penaltyIssued, 'mail penalty', 'penaltyIssued', ({ documentId }) => ({ documentId })),
    mail(statementIssued, 'mail final statement', 'finalStatement', ({ documentId }) => ({ documentId })),
    mail(creditNoteIssued, 'mail credit note', 'creditNote', ({ documentId }) => ({ documentId })),
    mail(pinVoided, 'mail void PIN', 'pinVoided', ({ accountId, stockId }) => ({ accountId, stockId })),
    mail(boxLeftOpen, 'mail box left open', 'boxLeftOpen', ({ boxId, since }) => ({ boxId, since })),
    // Once a day to one address: who types somebody else's over and over sends him no flood.
    on(appealAdded, 'mail call-back', async (tx, { payload: { appealId, type }, at }) => {
      const asked = isMuted() || type !== 'callback' ? undefined : await callBackFacts(tx, appealId)
      if (!asked) return
      await insertMail(tx, {
        naturalKey: `callBackAsked:${asked.email.toLowerCase()}:${at.toString().slice(0, 10)}`,
        kind: 'callBackAsked',
        recipient: asked.email,
        accountId: asked.accountId,
        stockId: null,
        documentId: null,
        language: asked.language,
        data: { appealId },
        at: platform.clock.now(),
        due: machineNow(),
      })
    }),
    // To all who watch these locks. A contact that has come loose is one mail an hour.
    on(boxForced, 'mail box forced', async (tx, { at, payload: { stockId, lockId, name, at: openedAt } }) => {
      if (isMuted()) return
      for (const { accountId, email, language } of await watchersOf(tx, stockId))
        await insertMail(tx, {
          naturalKey: `boxForced:${stockId}:${lockId}:${at.toString().slice(0, 13)}:${accountId}`,
          kind: 'boxForced',
          recipient: email,
          accountId,
          stockId,
          documentId: null,
          language,
          data: { stockId, name, at: openedAt, accountId },
          at: platform.clock.now(),
          due: machineNow(),
        })
    }),
  ]
}
