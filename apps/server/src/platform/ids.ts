import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
let lastTime = 0
let lastRandom = 0n

/**
 * A 26-character ULID: sortable by machine time, unguessable in its last 80 bits. Within one millisecond it counts up,
 * so ids made in order sort in order.
 */
export function newId(): string {
  const time = Math.max(Date.now(), lastTime)
  if (time === lastTime) lastRandom = (lastRandom + 1n) & ((1n << 80n) - 1n)
  else lastRandom = BigInt(`0x${randomBytes(10).toString('hex')}`)
  lastTime = time
  let out = ''
  let rest = (BigInt(time) << 80n) | lastRandom
  for (let i = 0; i < 26; i += 1) {
    out = ALPHABET.charAt(Number(rest & 31n)) + out
    rest >>= 5n
  }
  return out
}

/** A secret for links and cookies: 256 random bits, URL-safe. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
