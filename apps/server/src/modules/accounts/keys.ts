import { createHmac, hkdfSync } from 'node:crypto'

/** One key per purpose, all from the token key, so that a text made for one door opens no other. */
export interface Keys {
  /** Signs access tokens. */
  readonly access: Buffer
  readonly refresh: Buffer
  readonly reset: Buffer
  readonly device: Buffer
  readonly tries: Buffer
  /** Signs the tokens between the two steps of a sign-in. */
  readonly mfa: Buffer
  readonly recovery: Buffer
}

export function deriveKeys(tokenKey: string): Keys {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', Buffer.from(tokenKey, 'base64url'), '', `stowage ${purpose}`, 32))
  return {
    access: derive('access'),
    refresh: derive('refresh'),
    reset: derive('reset'),
    device: derive('device'),
    tries: derive('tries'),
    mfa: derive('mfa'),
    recovery: derive('recovery'),
  }
}

/** A keyed hash as URL-safe text. */
export function mac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
