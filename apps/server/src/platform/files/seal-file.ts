import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Sealer } from '../seal.ts'

/** Sealed with a key of its own; 1 is what `Sealer` writes with the key that all files of a purpose share. */
const OWN_KEY = 2
const HEAD = 1 + 12 + 16

export interface FileKey {
  readonly key: Uint8Array
  /** The key itself sealed with the storage key, for the row. Without it nobody opens the file any more, copies in backups included. */
  readonly sealedKey: string
}

/** @param context the id of the file's row: a key that was moved to another row does not open there */
export function newFileKey(sealer: Sealer, context: string): FileKey {
  const key = randomBytes(32)
  return { key, sealedKey: sealer.seal(key, keyContext(context)).toString('base64url') }
}

/** @throws for the key of another row */
export function fileKeyOf(sealer: Sealer, sealedKey: string, context: string): Uint8Array {
  return sealer.open(Buffer.from(sealedKey, 'base64url'), keyContext(context))
}

const keyContext = (context: string): string => `key of ${context}`

/** Encrypts a file with AES-256-GCM under a key made for it alone. Ten megabytes take 20 ms: long ones not on the event loop. */
export function sealFile(plain: Uint8Array, key: Uint8Array, context: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const sealed = new Uint8Array(HEAD + plain.length)
  sealed[0] = OWN_KEY
  sealed.set(iv, 1)
  sealed.set(cipher.update(plain), HEAD)
  cipher.final()
  sealed.set(cipher.getAuthTag(), 13)
  return sealed
}

/** @throws when it is another row's, was changed, or was not sealed with a key of its own */
export function openFile(sealed: Uint8Array, key: Uint8Array, context: string): Buffer {
  if (sealed[0] !== OWN_KEY) throw new Error('a file without a key of its own')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(13, HEAD))
  const plain = decipher.update(sealed.subarray(HEAD))
  decipher.final()
  return plain
}
