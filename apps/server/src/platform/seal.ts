import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Encryption at rest with AES-256-GCM. Each purpose has a key of its own, derived from the storage key; `context` (the
 * row's id) is bound in, so that a sealed text moved to another row does not open.
 */
export interface Sealer {
  seal(plain: Uint8Array, context: string): Buffer
  open(sealed: Uint8Array, context: string): Buffer
  sealText(plain: string, context: string): string
  openText(sealed: string, context: string): string
}

export function createSealer(storageKey: string, purpose: string): Sealer {
  const key = Buffer.from(
    hkdfSync('sha256', Buffer.from(storageKey, 'base64url'), '', `stowage ${purpose}`, 32),
  )
  const seal = (plain: Uint8Array, context: string): Buffer => {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([Buffer.from([1]), iv, cipher.getAuthTag(), body])
  }
  const open = (sealed: Uint8Array, context: string): Buffer => {
    const bytes = Buffer.from(sealed)
    if (bytes[0] !== 1) throw new Error('sealed by an unknown version')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 13))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(13, 29))
    return Buffer.concat([decipher.update(bytes.subarray(29)), decipher.final()])
  }
  return {
    seal,
    open,
    sealText: (plain, context) => seal(Buffer.from(plain), context).toString('base64url'),
    openText: (sealed, context) => open(Buffer.from(sealed, 'base64url'), context).toString('utf8'),
  }
}

export const sha256 = (data: string | Uint8Array): string => hash('sha256', data)

/** Compares two texts without telling by its duration where they differ. */
export function sameText(left: string, right: string): boolean {
  const a = hash('sha256', left, 'buffer')
  const b = hash('sha256', right, 'buffer')
  return timingSafeEqual(a, b)
}
