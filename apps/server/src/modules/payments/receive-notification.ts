import { paymentLife } from '@stowage/domain/payment-life'
import { machineNow } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { applyOutsidePayment, type Hearsay } from './apply-outside-payment.ts'
import { isOurs, type Desk } from './desk.ts'
import { decideMessages, insertMessage, type Verdict } from './message-store.ts'
import { PayKeeperError, type PayKeeper } from './paykeeper/client.ts'
import { isOutsideId, readAmount, type OutsidePayment } from './paykeeper/read-answer.ts'
import { isBindingId, saveMethod } from './save-method.ts'
import { acceptance, isSigned, type SignedFields } from './paykeeper/signature.ts'
import {
  changePayment,
  findPayment,
  knownNews,
  lockByOutsideId,
  lockPayment,
  type PaymentRow,
} from './payment-store.ts'

export interface Reply {
  readonly status: 200 | 400
  readonly text: string
}

/** The processor waits for the answer while we ask it back. */
const CONFIRM_WITHIN_MS = 4_000

interface Message extends SignedFields {
  readonly body: Readonly<Record<string, string>>
}

/**
 * A processor's message that money has come in: judged, stored with the verdict, confirmed by asking the processor itself,
 * credited, answered, in this order. A message that is not what it should be changes nothing and is not accepted.
 *
 * When the processor cannot be asked back just now, the message is accepted all the same: it is stored, the payment is
 * under way, and we go on asking until it is decided. Refusing would use up the processor's finite attempts and leave its
 * alarm with the merchant, for a question that only we can repeat.
 */
export async function receiveNotification(
  desk: Desk,
  paykeeper: PayKeeper,
  fields: URLSearchParams,
): Promise<Reply> {
  const { platform } = desk
  const { cabinet } = paykeeper
  const message = readMessage(fields)
  const { verdict, attempt } = await judge(desk, paykeeper, fields, message)
  const isStrange = verdict === 'forged' || verdict === 'malformed'
  if (!isStrange || desk.keepsStrange()) {
    await insertMessage(platform.db, {
      id: newId(),
      cabinet: cabinet.name,
      outsideId: message && isOutsideId(message.id) ? message.id : null,
      body: message?.body ?? keepable(fields),
      verdict,
      receivedAt: machineNow(),
      paymentId: attempt?.id ?? null,
    })
  }
  if (!message || (verdict !== 'valid' && verdict !== 'known') || !attempt) {
    platform.log[isStrange ? 'warn' : 'error'](
      { cabinet: cabinet.name, verdict, payment: message?.id, order: message?.orderId },
      'a payment message was not accepted',
    )
    return { status: 400, text: 'not accepted' }
  }
  const final = verdict === 'known' ? verdict : await confirm(desk, paykeeper, message, attempt)
  // Credited already, because somebody asked first: the message still brings what only it tells.
  const { binding } = hearsayOf(message)
  if (final === 'known' && binding)
    await platform.transact(async (tx) => await saveMethod(desk, tx, attempt.id, binding))
  if (final === 'credited' || final === 'known' || final === 'noted' || final === 'valid')
    return { status: 200, text: acceptance(message.id, cabinet.secretWord) }
  platform.log.error(
    { cabinet: cabinet.name, verdict: final, payment: message.id, order: message.orderId },
    'a payment message was not confirmed',
  )
  return { status: 400, text: 'not accepted' }
}

function readMessage(fields: URLSearchParams): Message | undefined {
  // Two values under one name would be read one way here and another way there.
  if (['id', 'sum', 'clientid', 'orderid', 'key'].some((name) => fields.getAll(name).length > 1))
    return undefined
  const value = (name: string): string => fields.get(name) ?? ''
  const message = {
    id: value('id'),
    sum: value('sum'),
    clientId: value('clientid'),
    orderId: value('orderid'),
    body: keepable(fields),
  }
  return message.id !== '' && message.sum !== '' && value('key') !== '' ? message : undefined
}

/** As it came, but bounded: anybody may send here. PostgreSQL's JSON has no NUL. */
function keepable(fields: URLSearchParams): Record<string, string> {
  const short = (text: string, length: number): string =>
    text.replaceAll('\u0000', '').toWellFormed().slice(0, length)
  return Object.fromEntries(
    [...fields]
      .slice(0, 40)
      .map(([name, value]) => [short(name, 60), short(value, name === 'service_name' ? 8000 : 300)]),
  )
}

async function judge(
  desk: Desk,
  paykeeper: PayKeeper,
  fields: URLSearchParams,
  message: Message | undefined,
): Promise<{ verdict: Verdict; attempt?: PaymentRow }> {
  const { cabinet } = paykeeper
  if (!message || !isOutsideId(message.id)) return { verdict: 'malformed' }
  if (!isSigned(message, fields.get('key') ?? '', cabinet.secretWord)) return { verdict: 'forged' }
  const attempt = isOurs(message.orderId) ? await findPayment(desk.platform.db, message.orderId) : undefined
  if (!attempt || attempt.cabinet !== cabinet.name) return { verdict: 'unknown order' }
  if (readAmount(message.sum, attempt.amount.currency)?.amount !== attempt.amount.amount)
    return { verdict: 'other sum', attempt }
  if (message.clientId !== attempt.accountId) return { verdict: 'other payer', attempt }
  const known = await knownNews(desk.platform.db, cabinet.name, [message.id])
  return { verdict: isCredited(known.get(message.id)) ? 'known' : 'valid', attempt }
}

const isCredited = (news: string | undefined): boolean =>
  news !== undefined && !/^(failed|canceled) /.test(news)

/** Asks the processor whether it is so, and credits what it says. `valid`: it could not be asked. */
async function confirm(
  desk: Desk,
  paykeeper: PayKeeper,
  message: Message,
  attempt: PaymentRow,
): Promise<Verdict> {
  let outside: OutsidePayment | undefined
  try {
    outside = await paykeeper.payment(message.id, CONFIRM_WITHIN_MS)
  } catch (error) {
    if (!(error instanceof PayKeeperError)) throw error
    desk.platform.log.warn({ err: error, payment: message.id }, 'a payment message waits to be confirmed')
    await noteClaim(desk, attempt.id, message.id)
    return 'valid'
  }
  const verdict = await decide(desk, paykeeper, attempt, message.id, outside, hearsayOf(message))
  if (verdict === 'not confirmed')
    await decideMessages(
      desk.platform.db,
      { cabinet: paykeeper.cabinet.name, outsideId: message.id },
      verdict,
    )
  return verdict
}

/** What the processor says about a payment that a message claimed to be one of this attempt. */
async function decide(
  desk: Desk,
  paykeeper: PayKeeper,
  attempt: PaymentRow,
  claimedId: string,
  outside: OutsidePayment | undefined,
  hearsay: Hearsay = {},
): Promise<Verdict> {
  if (
    !outside ||
    outside.id !== claimedId ||
    outside.orderId !== attempt.id ||
    ['pending', 'failed', 'canceled'].includes(outside.status)
  )
    return 'not confirmed'
  const applied = await applyOutsidePayment(desk, paykeeper, outside, hearsay)
  return applied === 'credited' || applied === 'known' || applied === 'noted' ? applied : 'not confirmed'
}

async function noteClaim(desk: Desk, attemptId: string, outsideId: string): Promise<void> {
  await desk.platform.transact(async (tx) => {
    const row = await lockPayment(tx, attemptId)
    if (
      !row ||
      !paymentLife.allows(row.status, 'underWay') ||
      (await lockByOutsideId(tx, row.cabinet, outsideId))
    )
      return
    await changePayment(tx, row.id, {
      status: paymentLife.step(row.status, 'underWay'),
      outsideId,
      outsideStatus: 'claimed',
      pendingAt: desk.platform.clock.now(),
    })
  })
}

function hearsayOf({ body }: Message): Hearsay {
  const bindingId = body['bank_id'] ?? ''
  const expires = body['card_expiry'] ?? ''
  return {
    ...(isBindingId(bindingId)
      ? {
          binding: {
            id: bindingId,
            card: body['card_number'] ?? null,
            expires: /^\d{2}\/\d{2}$/.test(expires) ? expires : null,
          },
        }
      : {}),
    card: {
      number: body['card_number'] ?? null,
      holder:
        body['card_holder']
          ?.replace(/[\p{C}]/gu, '')
          .trim()
          .slice(0, 80) || null,
    },
  }
}
