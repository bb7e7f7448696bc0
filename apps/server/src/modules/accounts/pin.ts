import { hashPin, isPin, PIN_KDF, type HashedPin } from '@stowage/lsp/pin'
import { createTurns } from '../../platform/take-turns.ts'

// A hash takes a tenth of a second of a core: not more of them at a time than leave the server answering.
const inTurn = createTurns({ atOnce: 1, waiting: 50 })

/** A PIN as it is kept: `kdf$salt$hash`, the same for every door of its owner. @throws Failure 9129 when too many are waiting */
export async function storedPin(pin: string): Promise<string> {
  const { kdf, salt, pinHash } = await inTurn(() => hashPin(pin))
  return [kdf, salt, pinHash].join('$')
}

/** Whether a PIN is one of these, as they are kept. @throws Failure 9129 when too many are waiting */
export async function isOneOf(pin: string, kept: readonly string[]): Promise<boolean> {
  for (const stored of kept) {
    const hashed = pinForSites(stored)
    if (hashed && (await inTurn(() => isPin(pin, hashed)))) return true
  }
  return false
}

/** What a site needs of a kept PIN; null where none is set, or none that a site can check. */
export function pinForSites(stored: string | null): HashedPin | null {
  const [kdf, salt, pinHash] = stored?.split('$') ?? []
  return kdf === PIN_KDF && salt !== undefined && pinHash !== undefined ? { kdf, salt, pinHash } : null
}
