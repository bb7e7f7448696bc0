import type { secretNames } from '@stowage/api/processors'
import { createSealer, type Sealer } from '../../../platform/seal.ts'

export type SecretName = (typeof secretNames)[number]

export interface SealedSecret {
  readonly sealed: string
  /** Its last characters, by which an operator tells his keys apart; null where they would give too much away. */
  readonly end: string | null
  /** Of Stripe's secret key: it is one of a test account. */
  readonly isTest?: boolean
  /** Machine time. */
  readonly since: string
}

/** As they stand in the row. */
export type SealedSecrets = Readonly<Partial<Record<SecretName, SealedSecret>>>

const LONG_ENOUGH = 20
const SHOWN = 4

export const createSecretSealer = (storageKey: string): Sealer =>
  createSealer(storageKey, 'payment processors')

/** Bound to processor and name, so that one copied to another place does not open. */
const contextOf = (processorId: string, name: SecretName): string => `${processorId} ${name}`

export function sealSecret(
  sealer: Sealer,
  processorId: string,
  name: SecretName,
  plain: string,
  at: Temporal.Instant,
): SealedSecret {
  // Keys that a processor makes are long and random; a password or a word that a person made up may be short.
  const isHarmless = (name === 'secretKey' || name === 'webhookSecret') && plain.length >= LONG_ENOUGH
  return {
    sealed: sealer.sealText(plain, contextOf(processorId, name)),
    end: isHarmless ? plain.slice(-SHOWN) : null,
    ...(name === 'secretKey' ? { isTest: plain.includes('_test_') } : {}),
    since: at.toString(),
  }
}

/** @throws what node throws where the storage key is another one */
export function openSecret(
  sealer: Sealer,
  processorId: string,
  name: SecretName,
  secrets: SealedSecrets,
): string | null {
  const kept = secrets[name]
  return kept === undefined ? null : sealer.openText(kept.sealed, contextOf(processorId, name))
}

/** The secret that was in force becomes the former one; sealed anew, since its name is bound in. */
export function formerSecret(
  sealer: Sealer,
  processorId: string,
  secrets: SealedSecrets,
): SealedSecret | undefined {
  const kept = secrets.webhookSecret
  const plain = openSecret(sealer, processorId, 'webhookSecret', secrets)
  if (kept === undefined || plain === null) return undefined
  return { ...kept, sealed: sealer.sealText(plain, contextOf(processorId, 'formerWebhookSecret')) }
}
