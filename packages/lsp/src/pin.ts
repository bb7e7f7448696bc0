import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/**
 * A PIN is 6 digits, so a hash alone keeps nobody out who has the file; it makes each guess cost a tenth of a second. Hashed once
 * when it is set, and copied into every entry of its owner (decisions of the protocol, docs/protocols/lsp.md 6).
 */
const COST = { N: 2 ** 14, r: 8, p: 1 } as const
export const PIN_KDF = 'scrypt-14-8-1'
export const PIN = /^\d{6}$/
const LENGTH = 32

export interface HashedPin {
  /** base64url, 16 bytes */
  readonly salt: string
  /** base64url, 32 bytes */
  readonly pinHash: string
  readonly kdf: typeof PIN_KDF
}

export async function hashPin(pin: string): Promise<HashedPin> {
  const salt = randomBytes(16)
  const hash = await derive(pin, salt)
  return { salt: salt.toString('base64url'), pinHash: hash.toString('base64url'), kdf: PIN_KDF }
}

export async function isPin(pin: string, hashed: Pick<HashedPin, 'salt' | 'pinHash'>): Promise<boolean> {
  const expected = Buffer.from(hashed.pinHash, 'base64url')
  const given = await derive(pin, Buffer.from(hashed.salt, 'base64url'))
  return expected.length === given.length && timingSafeEqual(expected, given)
}

async function derive(pin: string, salt: Buffer): Promise<Buffer> {
  return await new Promise((resolve, reject) =>
    scrypt(pin, salt, LENGTH, COST, (error, key) => (error ? reject(error) : resolve(key))),
  )
}
