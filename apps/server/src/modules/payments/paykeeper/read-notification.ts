import { createHash } from 'node:crypto'
import type { Currency } from '@stowage/domain/money'
import { masked } from '../card-label.ts'
import type { Hearsay, RawMessage, ReadMessage } from '../processor.ts'
import { isOutsideId, readAmount } from './read-answer.ts'
import { acceptance, isSigned, type SignedFields } from './signature.ts'

/** What the signature covers, and the signature. */
const SIGNED = ['id', 'sum', 'clientid', 'orderid', 'key'] as const

/** One message of PayKeeper's about a payment that was accepted (facts 6); of declines it tells nobody. */
export function readNotification(
  raw: RawMessage,
  { secretWord, currency }: { readonly secretWord: string; readonly currency: Currency },
): ReadMessage {
  const fields = new URLSearchParams(raw.body.toString('utf8'))
  const kept = keepable(fields)
  // Two values under one name would be read one way here and another way there.
  if (SIGNED.some((name) => fields.getAll(name).length > 1)) return { verdict: 'malformed', kept }
  const value = (name: string): string => fields.get(name) ?? ''
  const signed = {
    id: value('id'),
    sum: value('sum'),
    clientId: value('clientid'),
    orderId: value('orderid'),
  }
  if (!isOutsideId(signed.id)) return { verdict: 'malformed', kept }
  if (signed.sum === '' || value('key') === '') return { verdict: 'malformed', outsideId: signed.id, kept }
  if (!isSigned(signed, value('key'), secretWord)) return { verdict: 'forged', outsideId: signed.id, kept }
  return {
    verdict: 'genuine',
    messageId: nameOf(signed),
    type: 'payment',
    subject: {
      about: 'payment',
      outsideId: signed.id,
      orderId: signed.orderId,
      claims: { amount: readAmount(signed.sum, currency) ?? null, clientId: signed.clientId },
    },
    kept,
    hearsay: hearsayOf(kept),
    accepted: { status: 200, text: acceptance(signed.id, secretWord) },
  }
}

/**
 * PayKeeper gives a message no name: it is named by all that its key covers, so that the same payment told again (`repeatcnt`), or
 * a message that somebody caught and sends for ever, is counted. Each field by itself: under one key a digit may be moved from one to the
 * next, and such a message shall not pass for the true one.
 */
function nameOf({ id, sum, clientId, orderId }: SignedFields): string {
  const content = createHash('sha256').update(JSON.stringify([id, sum, clientId, orderId]), 'utf8')
  return `${id}:${content.digest('base64url')}`
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

function hearsayOf(body: Readonly<Record<string, string>>): Hearsay {
  const bindingId = body['bank_id'] ?? ''
  const expires = body['card_expiry'] ?? ''
  const number = masked(body['card_number'] ?? null)
  return {
    ...(isBindingId(bindingId)
      ? {
          saved: {
            id: bindingId,
            kind: 'card',
            label: number,
            expires: /^\d{2}\/\d{2}$/.test(expires) ? expires : null,
            mandate: null,
          },
        }
      : {}),
    card: {
      number,
      holder:
        body['card_holder']
          ?.replace(/[\p{C}]/gu, '')
          .trim()
          .slice(0, 80) || null,
    },
  }
}

export function isBindingId(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text)
}
