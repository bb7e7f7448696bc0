import { sizeGroup } from '@stowage/domain/box'
import { currencies, money, type Currency } from '@stowage/domain/money'
import {
  atStock,
  bankOf,
  boxOf,
  contractUrl,
  documentOf,
  invoiceOf,
  text,
  toReader,
  type Composers,
} from './letter.ts'
import { contractFacts, readerFacts } from './mail-facts-view.ts'
import type { MailData } from './mails/index.ts'
import type { WaitingMail } from './mail-store.ts'
import { disputeFacts, nextBooking, refundedPayment } from './moneyback-view.ts'

const amountOf = (mail: WaitingMail, currency: Currency) => money(Number(text(mail, 'amount')), currency)

export const moneybackMails = {
  paymentReturned: async (platform, mail) => {
    const [document, facts] = await documentOf(platform, mail)
    // Paid otherwise meanwhile, by his balance perhaps: nothing is asked for.
    if (!facts || !document || document.debt <= 0) return undefined
    const data: MailData['paymentReturned'] = {
      box: boxOf(facts, facts.number),
      amount: money(document.debt, document.currency),
      how: text(mail, 'how') === 'debit' ? 'debit' : 'card',
      invoiceNumber: document.number,
      payUrl: contractUrl(platform, facts, document.id),
    }
    return atStock(facts, data, await invoiceOf(platform, document.id, facts.language))
  },
  firstPaymentIncomplete: async (platform, mail) => {
    const [document, facts] = await documentOf(platform, mail)
    // Paid or cancelled since it was written: nothing is missing any more.
    if (!facts || !document || document.debt <= 0 || facts.holdUntil === null) return undefined
    return atStock(
      facts,
      {
        box: boxOf(facts, facts.number),
        came: amountOf(mail, document.currency),
        missing: money(document.debt, document.currency),
        until: facts.holdUntil.toString(),
        timeZone: facts.timeZone,
        bank: bankOf(facts, document),
        payUrl: contractUrl(platform, facts, document.id),
      },
      await invoiceOf(platform, document.id, facts.language),
    )
  },
  paymentCameTooLate: async ({ db, config }, mail) => {
    const contractId = text(mail, 'contractId')
    const facts = await contractFacts(db, contractId)
    const next = facts && (await nextBooking(db, contractId))
    const currency: Currency | undefined = currencies.find((one) => one === text(mail, 'currency'))
    if (!facts || !next || currency === undefined) return undefined
    const way = new URLSearchParams({
      stockId: facts.stockId,
      city: next.cityId,
      size: sizeGroup(facts.size),
      ...(next.isFree ? { boxId: next.boxId } : {}),
    })
    return atStock(facts, {
      box: boxOf(facts, facts.number),
      amount: money(Number(text(mail, 'amount')), currency),
      kept: money(Number(text(mail, 'kept')), currency),
      isFree: next.isFree,
      url: `${config.publicUrl}/book?${way.toString()}`,
    })
  },
  refundMade: async ({ db, config }, mail) => {
    const payment = await refundedPayment(db, text(mail, 'paymentId'))
    const facts = payment && (await contractFacts(db, payment.contractId))
    if (!facts || !payment) return undefined
    return atStock(facts, {
      box: boxOf(facts, facts.number),
      amount: amountOf(mail, payment.currency),
      card: payment.card,
      isReturned: text(mail, 'state') === 'returned',
      url: `${config.publicUrl}/users/${facts.accountId}#userInvoices`,
    })
  },
  refundFailed: async ({ db, config }, mail) => {
    const reader = await readerFacts(db, text(mail, 'accountId'))
    const payment = reader && (await refundedPayment(db, text(mail, 'paymentId')))
    if (!reader || !payment) return undefined
    const letter = toReader(reader, {
      amount: amountOf(mail, payment.currency),
      tenant: payment.tenant,
      documentNumber: payment.documentNumber,
      contractNumber: payment.contractNumber,
      stockName: payment.stockName,
      url: `${config.publicUrl}/external-payments?payment=${text(mail, 'paymentId')}`,
    })
    return { ...letter, common: { ...letter.common, siteName: payment.stockName } }
  },
  disputeOpened: async ({ db, config }, mail) => {
    const reader = await readerFacts(db, text(mail, 'accountId'))
    const facts = await disputeFacts(db, text(mail, 'disputeId'))
    // Looked at, or decided for us, before the mail went out.
    if (!reader || !facts || facts.state === 'won') return undefined
    const letter = toReader(reader, {
      amount: money(facts.amount, facts.currency),
      tenant: facts.tenant,
      documentNumber: facts.documentNumber,
      contractNumber: facts.contractNumber,
      stockName: facts.stockName,
      reason: facts.reason,
      dueBy: facts.dueBy?.toString() ?? null,
      timeZone: facts.timeZone,
      isWithdrawn: facts.isWithdrawn,
      blocks: facts.blocks,
      url: `${config.publicUrl}/disputes`,
    })
    return { ...letter, common: { ...letter.common, siteName: facts.stockName } }
  },
} satisfies Partial<Composers>
