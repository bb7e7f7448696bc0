import { createHash, timingSafeEqual } from 'node:crypto'

const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex')

/** The fields of a notification that its key covers, as they were received; an absent one is empty. */
export interface SignedFields {
  readonly id: string
  readonly sum: string
  readonly clientId: string
  readonly orderId: string
}

/**
 * Whether PayKeeper, who alone shares the secret word, wrote this notification: MD5 over the fields and the word without
 * separators. Because there are none, a digit may be moved from one field to the next under the same key, and an old
 * message may be sent again: the key lets a message in, it proves no payment. Compared in constant time.
 */
export function isSigned(fields: SignedFields, key: string, secretWord: string): boolean {
  const wanted = Buffer.from(md5(fields.id + fields.sum + fields.clientId + fields.orderId + secretWord))
  const given = Buffer.from(key)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** The only answer that PayKeeper takes as "accepted", byte for byte. */
export function acceptance(id: string, secretWord: string): string {
  return `OK ${md5(id + secretWord)}`
}
