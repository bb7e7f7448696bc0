import { creditorReference, spacedReference } from '@stowage/domain/bank-reference'
import { money } from '@stowage/domain/money'
import { confirmCodeFor } from '../accounts/index.ts'
import { reminderFacts } from './invoice-mail-view.ts'
import { atStock, boxOf, contractUrl, heldBox, invoiceOf, text, toReader, type Composers } from './letter.ts'
import { contractFacts, readerFacts, reservationFacts } from './mail-facts-view.ts'
import { callBackFacts, companyFacts, contractEnd, isHeld } from './news-view.ts'

/** Mails that the calendar, a billing night or a visitor causes; each looks again when it is sent. */
export const newsMails = {
  reservationEnding: async (platform, mail) => {
    const id = text(mail, 'reservationId')
    const facts = (await isHeld(platform.db, id)) ? await reservationFacts(platform.db, id) : undefined
    return facts && heldBox(platform, facts)
  },
  contractEnding: async (platform, mail) => {
    const id = text(mail, 'contractId')
    const facts = await contractFacts(platform.db, id)
    const end = await contractEnd(platform.db, id)
    // Extended, closed or withdrawn meanwhile: what this mail said is no longer so.
    if (!facts || !end || text(mail, 'key') !== `${id}:${end.day}`) return undefined
    return atStock(facts, {
      box: boxOf(facts, facts.number),
      ...end,
      url: `${platform.config.publicUrl}/my-boxes`,
    })
  },
  invoiceIssued: async (platform, mail) => {
    const invoice = await reminderFacts(platform.db, text(mail, 'documentId'))
    // Paid or given up since it was written: nothing is asked for any more.
    if (!invoice || invoice.status !== 'open' || invoice.debt <= 0) return undefined
    const facts = await contractFacts(platform.db, invoice.contractId)
    if (!facts) return undefined
    const data = {
      box: boxOf(facts, facts.number),
      amount: money(invoice.debt, invoice.currency),
      invoiceNumber: invoice.number,
      period: { from: invoice.periodFrom, until: invoice.periodTo },
      dueDay: invoice.dueOn,
      payUrl: contractUrl(platform, facts, invoice.documentId),
      reference: spacedReference(creditorReference(invoice.paymentNumber)),
    }
    return atStock(facts, data, await invoiceOf(platform, invoice.documentId, mail.language))
  },
  /** Written by accounts' `confirmation-requested`; its code is made of the id and a key when it is sent, and stored nowhere. */
  addressConfirm: async (platform, mail) => {
    const facts = await readerFacts(platform.db, text(mail, 'accountId'))
    const code = confirmCodeFor(platform, text(mail, 'confirmId'))
    return (
      facts &&
      toReader(facts, {
        email: facts.email,
        url: `${platform.config.publicUrl}/confirm-address#code=${encodeURIComponent(code)}`,
        validHours: 48,
      })
    )
  },
  callBackAsked: async (platform, mail) => {
    const asked = await callBackFacts(platform.db, text(mail, 'appealId'))
    if (!asked) return undefined
    // Anybody may type a name and an address: only the number, which can be nothing but a number, is said back.
    const { language } = mail
    const reader = { accountId: asked.accountId ?? '', email: asked.email, language, reader: null }
    const facts = { ...reader, ...(await companyFacts(platform.db)) }
    return toReader(facts, { phone: asked.phone, url: `${platform.config.publicUrl}/` })
  },
} satisfies Partial<Composers>
