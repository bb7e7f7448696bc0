import { currencies, money, type Currency } from '@stowage/domain/money'
import {
  atStock,
  bankOf,
  boxOf,
  contractUrl,
  heldBox,
  invoiceOf,
  leaseOf,
  linesOf,
  text,
  type Composers,
} from './letter.ts'
import {
  contractFacts,
  contractOfBox,
  documentFacts,
  documentOfPeriod,
  reservationFacts,
} from './mail-facts-view.ts'
import type { MailData } from './mails/index.ts'

export const bookingMails = {
  bookingReserved: async (platform, mail) => {
    const facts = await reservationFacts(platform.db, text(mail, 'reservationId'))
    return facts && heldBox(platform, facts)
  },
  reservationExpired: async (platform, mail) => {
    const facts = await reservationFacts(platform.db, text(mail, 'reservationId'))
    return facts && atStock(facts, { box: boxOf(facts, null), url: `${platform.config.publicUrl}/book` })
  },
  bookingContract: async (platform, mail) => {
    const facts = await contractFacts(platform.db, text(mail, 'contractId'))
    const document = facts && (await documentFacts(platform.db, text(mail, 'documentId')))
    if (!facts || !document) return undefined
    const total = money(document.gross, document.currency)
    const isTransfer = facts.paymentMethod === 'bankTransfer'
    const data: MailData['bookingContract'] = {
      box: boxOf(facts, facts.number),
      startDay: facts.startDay,
      endDay: facts.endDay,
      tariff: facts.tariff,
      lines: linesOf(document),
      total,
      holdUntil: (facts.holdUntil ?? facts.bookedAt).toString(),
      timeZone: facts.timeZone,
      payUrl: isTransfer ? null : contractUrl(platform, facts, document.id),
      bank: isTransfer ? bankOf(facts, document) : null,
      withdrawUrl: facts.isConsumer ? `${platform.config.publicUrl}/withdraw` : null,
    }
    return atStock(facts, data, [
      ...(await leaseOf(platform, facts)),
      ...(await invoiceOf(platform, document.id, facts.language)),
    ])
  },
  contractExtended: async (platform, mail) => {
    const facts = await contractFacts(platform.db, text(mail, 'contractId'))
    if (!facts) return undefined
    const from = text(mail, 'from')
    const documentId = await documentOfPeriod(platform.db, facts.contractId, from)
    const document = documentId === undefined ? undefined : await documentFacts(platform.db, documentId)
    const isOwed = document !== undefined && document.debt > 0
    const data = {
      box: boxOf(facts, facts.number),
      from,
      until: text(mail, 'until'),
      amount: isOwed ? money(document.debt, document.currency) : null,
      url: isOwed ? contractUrl(platform, facts, document.id) : `${platform.config.publicUrl}/my-boxes`,
    }
    return atStock(facts, data, document ? await invoiceOf(platform, document.id, facts.language) : [])
  },
  noticeNoted: async (platform, mail) => {
    const facts = await contractFacts(platform.db, text(mail, 'contractId'))
    const day = text(mail, 'day')
    const data = { day: day === '' ? null : day, time: text(mail, 'time') }
    return (
      facts &&
      atStock(facts, {
        box: boxOf(facts, facts.number),
        ...data,
        url: `${platform.config.publicUrl}/my-boxes`,
      })
    )
  },
  contractCancelled: async (platform, mail) => {
    const facts = await contractFacts(platform.db, text(mail, 'contractId'))
    const reason = text(mail, 'reason') === 'hold-ended' ? ('holdEnded' as const) : ('givenUp' as const)
    const currency = currencies.find((one) => one === text(mail, 'currency'))
    const amount = (field: 'came' | 'kept', of: Currency) => money(Number(text(mail, field)), of)
    return (
      facts &&
      atStock(facts, {
        box: boxOf(facts, facts.number),
        reason,
        money:
          currency === undefined ? null : { came: amount('came', currency), kept: amount('kept', currency) },
        url: `${platform.config.publicUrl}/book`,
      })
    )
  },
  boxLeftOpen: async (platform, mail) => {
    const contractId = await contractOfBox(platform.db, text(mail, 'boxId'))
    const facts = contractId === undefined ? undefined : await contractFacts(platform.db, contractId)
    return (
      facts &&
      atStock(facts, {
        box: boxOf(facts, facts.number),
        openedAt: text(mail, 'since'),
        timeZone: facts.timeZone,
        minutes: 20,
        url: `${platform.config.publicUrl}/my-boxes`,
      })
    )
  },
} satisfies Partial<Composers>
