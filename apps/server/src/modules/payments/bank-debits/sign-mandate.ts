import { plainAccount } from '@stowage/domain/iban'
import type { Database } from '../../../platform/database/connect.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/failure.ts'
import type { Language } from '../../../platform/http/actor.ts'
import { newId } from '../../../platform/ids.ts'
import type { Desk } from '../desk.ts'
import { insertMethod } from '../method-store.ts'
import { BANK_DEBIT } from '../payment-store.ts'
import { endMandate } from './decide-debit.ts'
import { bindMethod, countMandates, insertMandate } from './mandate-store.ts'
import { creditorAt } from './mandate-view.ts'
import { accountLabel, accountSealer, offerOf, type MandateOffer } from './mandate-words.ts'

export interface MandateSubject {
  /** The caller's own word for what is paid, `contract:<id>`. */
  readonly subject: string
  readonly stockId: string
  /** What the reference begins with, so that a payer finds it on his statement: a contract's number. */
  readonly base: string
  readonly language: Language
}

export interface Signature {
  readonly accountId: string
  readonly holder: string
  readonly iban: string
  /** Of the words that he has seen. */
  readonly textHash: string
  readonly timeZone: string
  readonly address: string | null
  readonly userAgent: string | null
}

/** What a payer would agree to; undefined: nobody collects from bank accounts there. */
export async function offerMandate(
  db: Database | Tx,
  { subject, stockId, base, language }: MandateSubject,
): Promise<MandateOffer | undefined> {
  const creditor = await creditorAt(db, stockId)
  return creditor && offerOf(creditor, { base, before: await countMandates(db, subject), language })
}

/**
 * A payer gives a mandate. What he has agreed to is kept word for word; a former one for the same ends with it. The caller holds
 * a lock on what it is for, so that two do not sign at once.
 * @returns the method by which it is charged
 * @throws Failure 9153 `noCreditor`, `changed`: the words that he has seen are not those of now
 */
export async function signMandate(
  desk: Pick<Desk, 'platform'>,
  tx: Tx,
  what: MandateSubject,
  signature: Signature,
): Promise<{ methodId: string; mandateId: string; reference: string }> {
  const { clock, config } = desk.platform
  const creditor = (await creditorAt(tx, what.stockId)) ?? fail(9153, { params: { by: 'noCreditor' } })
  const before = await countMandates(tx, what.subject)
  const offer = offerOf(creditor, { ...what, before })
  if (offer.textHash !== signature.textHash) fail(9153, { params: { by: 'changed' } })
  const at = clock.now()
  const iban = plainAccount(signature.iban)
  const id = newId()
  const label = accountLabel(iban)
  // What waited for a file by the former one is given up, and debited by this one.
  await endMandate(tx, { subject: what.subject }, { by: 'replaced', at })
  await insertMandate(tx, {
    id,
    accountId: signature.accountId,
    subject: what.subject,
    sellerId: creditor.sellerId,
    stockId: what.stockId,
    reference: offer.reference,
    creditorId: offer.creditor.creditorId,
    creditorName: creditor.name,
    creditorAddress: creditor.address,
    holder: signature.holder,
    ibanSealed: accountSealer(config.secrets.storageKey).sealText(iban, id),
    accountLabel: label,
    language: what.language,
    wording: offer.wording,
    textHash: offer.textHash,
    signedAt: at,
    signedOn: at.toZonedDateTimeISO(signature.timeZone).toPlainDate(),
    address: signature.address,
    userAgent: signature.userAgent?.slice(0, 300) ?? null,
  })
  const methodId = newId()
  await insertMethod(tx, {
    id: methodId,
    accountId: signature.accountId,
    cabinet: BANK_DEBIT,
    outsideId: id,
    kind: 'sepa',
    card: label,
    expires: null,
    mandate: offer.reference,
    paymentId: null,
    at,
  })
  await bindMethod(tx, id, methodId)
  return { methodId, mandateId: id, reference: offer.reference }
}
