import { MOST_REFERENCE } from '@stowage/domain/bank-debit'
import { maskedAccount, plainAccount } from '@stowage/domain/iban'
import { sepaText } from '@stowage/domain/sepa-text'
import { mandateWording } from '@stowage/texts/mandate/index.ts'
import type { Language } from '../../../platform/http/actor.ts'
import { createSealer, sha256, type Sealer } from '../../../platform/seal.ts'
import type { Creditor } from './mandate-view.ts'

/** Account numbers of payers, each bound to its mandate. */
export const accountSealer = (storageKey: string): Sealer => createSealer(storageKey, 'mandates')

/** What is shown to a payer before he agrees, and kept when he does. */
export interface MandateOffer {
  readonly creditor: Pick<Creditor, 'name' | 'address' | 'creditorId'>
  readonly reference: string
  readonly wording: string
  readonly textHash: string
}

/**
 * @param base what his bank statement will tell him by, a contract's number
 * @param before how many mandates there have been for the same
 */
export function offerOf(
  creditor: Creditor,
  { base, before, language }: { readonly base: string; readonly before: number; readonly language: Language },
): MandateOffer {
  const { name, address } = creditor
  const creditorId = plainAccount(creditor.creditorId)
  const ordinal = `-${before + 1}`
  const reference = `${sepaText(base, MOST_REFERENCE - ordinal.length).replaceAll(' ', '')}${ordinal}`
  const wording = mandateWording(language, { creditor: name, address, creditorId, reference })
  return { creditor: { name, address, creditorId }, reference, wording, textHash: sha256(wording) }
}

/** `DE89 … 3000`. */
export const accountLabel = maskedAccount
