import { money } from '@stowage/domain/money'
import type { Platform } from '../../../platform/platform.ts'
import { debitFacts } from '../debit-mail-view.ts'
import { contractFacts, contractOfBox, readerFacts, reservationFacts } from '../mail-facts-view.ts'
import type { PlaceFacts, ReaderFacts } from '../mail-facts-view.ts'
import { callBackFacts, companyFacts, isHeld } from '../news-view.ts'
import { numberCodeFor } from './number-code.ts'
import { closingInvoices } from './sms-facts-view.ts'
import { isSmsKind, type SmsKind } from './sms-kinds.ts'
import type { TakenSms } from './sms-store.ts'
import { writeSms, type SmsWords } from './write-sms.ts'

type Say = (platform: Platform, sms: TakenSms) => Promise<string | undefined>

/** The facts of a kind, in its words. */
const say =
  <K extends SmsKind>(
    kind: K,
    facts: (platform: Platform, sms: TakenSms) => Promise<SmsWords<K> | undefined>,
  ): Say =>
  async (platform, sms) => {
    const words = await facts(platform, sms)
    return words && writeSms(kind, words, sms.language)
  }

const text = (sms: TakenSms, name: string): string => {
  const value = sms.data[name]
  return typeof value === 'string' ? value : ''
}

/** A box is told of to who has it now, and to nobody else. */
const ofBox = (facts: ReaderFacts & PlaceFacts, sms: TakenSms) =>
  facts.accountId === sms.accountId
    ? { brand: facts.brand, box: facts.unitNumber, site: facts.stockName, timeZone: facts.timeZone }
    : undefined

/** Of each kind, its facts as they are when it goes; undefined where it is not true any more, and nothing is said. */
const composers: Readonly<Record<SmsKind, Say>> = {
  boxLeftOpen: say('boxLeftOpen', async ({ db }, sms) => {
    const contractId = await contractOfBox(db, text(sms, 'boxId'))
    const facts = contractId === undefined ? undefined : await contractFacts(db, contractId)
    const where = facts && ofBox(facts, sms)
    return where && { ...where, at: text(sms, 'since') }
  }),
  reservationEnding: say('reservationEnding', async ({ db }, sms) => {
    const id = text(sms, 'reservationId')
    const facts = (await isHeld(db, id)) ? await reservationFacts(db, id) : undefined
    const where = facts && ofBox(facts, sms)
    return where && { ...where, at: facts.expiresAt.toString() }
  }),
  debitDeclined: say('debitDeclined', async ({ db }, sms) => {
    const debit = await debitFacts(db, text(sms, 'debitId'))
    const facts = debit && debit.debt > 0 ? await contractFacts(db, debit.contractId) : undefined
    const where = facts && ofBox(facts, sms)
    return where && debit && { ...where, amount: money(debit.debt, debit.currency) }
  }),
  accessClosing: say('accessClosing', async ({ db, clock }, sms) => {
    const [closing] = await closingInvoices(db, clock.now(), text(sms, 'documentId'))
    const facts = closing && (await contractFacts(db, closing.contractId))
    const where = facts && ofBox(facts, sms)
    return (
      where && closing && { ...where, amount: money(closing.debt, closing.currency), day: closing.closesOn }
    )
  }),
  callBackAsked: say('callBackAsked', async ({ db }, sms) => {
    const asked = await callBackFacts(db, text(sms, 'appealId'))
    return asked && { brand: (await companyFacts(db)).brand, phone: asked.phone }
  }),
  numberCode: say('numberCode', async (platform, sms) => {
    const facts = sms.accountId === null ? undefined : await readerFacts(platform.db, sms.accountId)
    return facts && { brand: facts.brand, code: numberCodeFor(platform, text(sms, 'codeId')) }
  }),
}

/** The words of a waiting message, read when it goes. */
export async function composeSms(platform: Platform, sms: TakenSms): Promise<string | undefined> {
  return isSmsKind(sms.kind) ? await composers[sms.kind](platform, sms) : undefined
}
