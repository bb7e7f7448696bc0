import { fail } from '../../platform/failure.ts'
import { leaseFacts, leaseHash, LEASE_VERSION, type NewSignatureRow } from '../contracts/index.ts'
import type { Language } from '../../platform/http/actor.ts'
import type { Booking } from './tell-booking.ts'

/** The lease as it was shown: the hash binds what was read to what is signed. */
export interface GivenSignature {
  readonly nameTyped: string
  readonly textVersion: string
  readonly textHash: string
}

export interface Signing extends Booking {
  readonly signature: GivenSignature | null
  readonly address: string
  readonly language: Language
}

/**
 * Signing is: the lease was shown, both ticks were set, the name was typed (decisions.md D26). What was shown must be what
 * would stand in the contract now; another version or another content is 9109 and the page shows the lease anew.
 */
export function signLease(booking: Signing): NewSignatureRow {
  const { signature } = booking
  if (!signature) fail(6014, { field: 'signature' })
  const print = leaseFacts(booking.stock, booking.box, booking.tenant, booking.terms)
  const hash = leaseHash(print, booking.language)
  if (signature.textVersion !== LEASE_VERSION || signature.textHash !== hash)
    fail(9109, {
      reason: 'the lease has changed since it was shown',
      present: { textVersion: LEASE_VERSION, textHash: hash },
    })
  return {
    nameTyped: signature.nameTyped,
    isAdult: true,
    textVersion: LEASE_VERSION,
    textHash: hash,
    language: booking.language,
    signedAt: booking.at,
    address: booking.address,
  }
}
