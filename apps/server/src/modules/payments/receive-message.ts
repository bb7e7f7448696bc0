import { machineNow } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { findAttempt } from './attempt-store.ts'
import { isOurs, type Desk } from './desk.ts'
import { withoutPayer } from './erasure-store.ts'
import {
  insertMessage,
  type MessageSubjectKept,
  type News,
  type Verdict,
  type WaitingMessage,
} from './message-store.ts'
import { isErasedPayer } from './payer-view.ts'
import { findByOutsideId, type PaymentRow } from './payment-store.ts'
import type { MessageSubject, Processor, RawMessage, ReadMessage, Reply } from './processor.ts'

type Genuine = Extract<ReadMessage, { verdict: 'genuine' }>

const REFUSED: Reply = { status: 400, text: 'not accepted' }

/**
 * A processor's message: its signature is checked, it is held against our own row, stored as it came, and answered; what it
 * says is worked on behind the answer (process-messages.ts). Its sender waits for one insert, whatever the rest of the world
 * does, and a message that was answered is never lost. One that is not what it should be changes nothing and is not accepted.
 * @returns the answer, and what of the message is to be worked on now, which is what was stored
 */
export async function receiveMessage(
  desk: Desk,
  processor: Processor,
  raw: RawMessage,
): Promise<{ readonly reply: Reply; readonly message?: WaitingMessage }> {
  const message = processor.readMessage(raw)
  if (message.verdict !== 'genuine') {
    await keepStrange(desk, processor, message)
    return { reply: REFUSED }
  }
  const { verdict, attempt, isErased = false } = await judge(desk, processor, message.subject)
  const isWaiting = verdict === 'valid'
  const now = machineNow()
  const news = newsOf(isErased ? { ...message, hearsay: {} } : message)
  // Of other shops that share the account come as many as they like.
  const messageId =
    (verdict === 'not ours' || (verdict === 'unknown order' && processor.servesOthers === true)) &&
    !desk.keepsStrange()
      ? undefined
      : await insertMessage(desk.platform.db, {
          id: newId(),
          cabinet: processor.name,
          outsideId: message.subject.about === 'nothing' ? null : message.subject.outsideId,
          type: message.type,
          messageKey: message.messageId,
          body: isErased ? withoutPayer(message.kept) : message.kept,
          news: verdict === 'not ours' ? null : news,
          verdict,
          receivedAt: now,
          nextTryAt: isWaiting ? now : null,
          paymentId: attempt?.id ?? null,
        })
  if (isWaiting) {
    if (messageId === undefined) return { reply: message.accepted }
    const waiting = { id: messageId, cabinet: processor.name, paymentId: attempt?.id ?? null, news, tries: 0 }
    return { reply: message.accepted, message: waiting }
  }
  if (verdict === 'not ours') return { reply: message.accepted }
  const isOthers = verdict === 'unknown order' && processor.servesOthers === true
  desk.platform.log.error(
    { processor: processor.name, verdict, payment: attempt?.id, type: message.type },
    'a payment message was not accepted',
  )
  return { reply: isOthers ? message.accepted : REFUSED }
}

const newsOf = ({ subject, hearsay }: Genuine): News => ({ subject: keptSubject(subject), hearsay })

function keptSubject(subject: MessageSubject): MessageSubjectKept {
  if (subject.about !== 'payment') return subject
  const { outsideId, orderId, claims } = subject
  return { about: 'payment', outsideId, orderId, claimsMoney: claims !== null }
}

async function judge(
  desk: Desk,
  processor: Processor,
  subject: MessageSubject,
): Promise<{ verdict: Verdict; attempt?: PaymentRow; isErased?: boolean }> {
  const { db } = desk.platform
  if (subject.about === 'nothing') return { verdict: 'not ours' }
  if (subject.about !== 'payment') return { verdict: 'valid' }
  const { orderId, outsideId, claims } = subject
  // Some messages name their payment only (a dispute): what it is for is asked for with it.
  if (orderId === null && claims === null) {
    const held = await findByOutsideId(db, processor.name, outsideId)
    if (held === undefined) return { verdict: 'valid' }
    return { verdict: 'valid', attempt: held, isErased: await isErasedPayer(db, held.accountId) }
  }
  const found = isOurs(orderId) ? await findAttempt(db, orderId) : undefined
  if (found?.row.cabinet !== processor.name)
    return { verdict: claims === null ? 'not ours' : 'unknown order' }
  const { row: attempt, isErased } = found
  const told = { attempt, isErased }
  if (claims === null) return { verdict: 'valid', ...told }
  if (claims.amount?.amount !== attempt.amount.amount) return { verdict: 'other sum', ...told }
  if (claims.clientId !== attempt.accountId) return { verdict: 'other payer', ...told }
  return { verdict: 'valid', ...told }
}

/** The door is open to anybody, the disk is finite. */
async function keepStrange(
  desk: Desk,
  processor: Processor,
  { verdict, outsideId, kept }: Exclude<ReadMessage, Genuine>,
): Promise<void> {
  const { db, log } = desk.platform
  if (desk.keepsStrange())
    await insertMessage(db, {
      id: newId(),
      cabinet: processor.name,
      outsideId: outsideId ?? null,
      type: '',
      messageKey: null,
      body: kept,
      news: null,
      verdict,
      receivedAt: machineNow(),
      nextTryAt: null,
      paymentId: null,
    })
  log.warn({ processor: processor.name, verdict }, 'a payment message was not accepted')
}
