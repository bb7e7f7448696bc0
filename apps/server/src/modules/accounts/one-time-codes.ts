import { randomInt } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { mac, type Keys } from './keys.ts'

const PERIOD_SECONDS = 30
/** Clocks of phones go wrong: the code before and the one after count as well. */
const STEPS_OFF = 1
const RECOVERY_CODES = 10
// Without letters and digits that are read for one another.
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
const RECOVERY_LENGTH = 10

/** A new secret, 160 bits, in the letters that people type into an app. */
export const newFactorSecret = (): string => generateSecret({ length: 20 })

/** The same for the camera of an app. */
export const factorUri = (secret: string, issuer: string, email: string): string =>
  generateURI({ secret, issuer, label: email })

/**
 * The time step of a code of six digits; null where it fits none from one step before `at` to one after, or only one that
 * is used up already.
 * @param lastStep the last step whose code was taken
 */
export function stepOf(secret: string, code: string, at: Temporal.Instant, lastStep: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const verified = verifySync({
    secret,
    token: code,
    epoch: Math.floor(at.epochMilliseconds / 1000),
    period: PERIOD_SECONDS,
    epochTolerance: STEPS_OFF * PERIOD_SECONDS,
  })
  if (!verified.valid || !('timeStep' in verified)) return null
  return verified.timeStep > lastStep ? verified.timeStep : null
}

/** A code as it is compared: without the spaces and dashes of those who typed it. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase()

/** Ten codes of 49 bits, written in two halves. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: RECOVERY_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
    return `${letters.slice(0, 5)}-${letters.slice(5)}`
  })
}

/** How a recovery code is kept: keyed, so that a dump of the database cannot be tried against. */
export const recoveryHash = (keys: Keys, accountId: string, code: string): string =>
  mac(keys.recovery, `${accountId} ${plainCode(code)}`)
