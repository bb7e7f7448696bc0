import { machineNow } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { isOurs, type Desk } from './desk.ts'
import { withoutPayer } from './erasure-store.ts'
import { insertMessage, type MessageSubjectKept, type News, type Verdict } from './message-store.ts'
import { isErasedPayer } from './payer-view.ts'
import { findByOutsideId, findPayment, type PaymentRow } from './payment-store.ts'
import type { MessageSubject, Processor, RawMessage, ReadMessage, Reply } from './processor.ts'

type Genuine = Extract<ReadMessage, { verdict: 'genuine' }>

const REFUSED: Reply = { status: 400, text: 'not accepted' }

/**
 * A processor's message: its signature is checked, it is held against our own row, stored as it came, and answered; what it
 * says is worked on behind the answer (process-messages.ts). Its sender waits for one insert, whatever the rest of the world
 * does, and a message that was answered is never lost. One that is not what it should be changes nothing and is not accepted.
 * @returns the answer, and the message that is to be worked on now
 */
export async function receiveMessage(
  desk: Desk,
  processor: Processor,
  raw: RawMessage,
): Promise<{ readonly reply: Reply; readonly messageId?: string }> {
  const message = processor.readMessage(raw)
  if (message.verdict !== 'genuine') {
    await keepStrange(desk, processor, message)
    return { reply: REFUSED }
  }
  const { verdict, attempt } = await judge(desk, processor, message.subject)
  const isErased = attempt !== undefined && (await isErasedPayer(desk.platform.db, attempt.accountId))
  const isWaiting = verdict === 'valid'
  const now = machineNow()
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
          news: verdict === 'not ours' ? null : newsOf(isErased ? { ...message, hearsay: {} } : message),
          verdict,
          receivedAt: now,
          nextTryAt: isWaiting ? now : null,
          paymentId: attempt?.id ?? null,
        })
  if (isWaiting)
    return messageId === undefined ? { reply: message.accepted } : { reply: message.accepted, messageId }
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
): Promise<{ verdict: Verdict; attempt?: PaymentRow }> {
  const { db } = desk.platform
  if (subject.about === 'nothing') return { verdict: 'not ours' }
  if (subject.about === 'method') return { verdict: 'valid' }
  const { orderId, outsideId, claims } = subject
  // Some messages name their payment only (a dispute): what it is for is asked for with it.
  if (orderId === null && claims === null) {
    const held = await findByOutsideId(db, processor.name, outsideId)
    return held ? { verdict: 'valid', attempt: held } : { verdict: 'valid' }
  }
  const found = isOurs(orderId) ? await findPayment(db, orderId) : undefined
  const attempt = found?.cabinet === processor.name ? found : undefined
  if (!attempt) return { verdict: claims === null ? 'not ours' : 'unknown order' }
  if (claims === null) return { verdict: 'valid', attempt }
  if (claims.amount?.amount !== attempt.amount.amount) return { verdict: 'other sum', attempt }
  if (claims.clientId !== attempt.accountId) return { verdict: 'other payer', attempt }
  return { verdict: 'valid', attempt }
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
