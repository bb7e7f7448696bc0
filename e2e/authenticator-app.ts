import { createHmac } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * The code that an app shows for a secret (RFC 6238), reckoned here and not by the product's own means.
 * @param next how many half minutes from now: a code is good once
 */
export function codeOf(secret: string, next = 0): string {
  const bits = secret.replace(/./g, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0'))
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + next))
  const hash = createHmac('sha1', key).update(step).digest()
  const start = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
