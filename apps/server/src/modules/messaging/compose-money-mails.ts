import { money } from '@stowage/domain/money'
import { reminderFacts } from './invoice-mail-view.ts'
import { atStock, bankOf, boxOf, contractUrl, documentOf, invoiceOf, text, type Composers } from './letter.ts'
import { contractFacts, creditNoteFacts, penaltyFacts, statementFacts } from './mail-facts-view.ts'
import type { MailData } from './mails/index.ts'

export const moneyMails = {
  paymentReceived: async (platform, mail) => {
    const [document, facts] = await documentOf(platform, mail)
    if (!facts || !document) return undefined
    const data = {
      box: boxOf(facts, facts.number),
      amount: money(document.gross, document.currency),
      isFromBalance: text(mail, 'paidFrom') === 'balance',
      invoiceNumber: document.number,
      paidUntil: document.periodTo,
      startsOn: document.isFirst ? facts.startDay : null,
      plannedOn: document.isFirst ? facts.plannedStartDay : null,
      url: `${platform.config.publicUrl}/my-boxes`,
    }
    return atStock(facts, data, await invoiceOf(platform, document.id, facts.language))
  },
  paymentInstructions: async (platform, mail) => {
    const [document, facts] = await documentOf(platform, mail)
    const bank = facts && document && bankOf(facts, document)
    // Paid or given up meanwhile: nobody should transfer anything.
    if (!facts || !document || !bank || document.debt <= 0) return undefined
    const data = {
      box: boxOf(facts, facts.number),
      amount: money(document.debt, document.currency),
      dueDay: document.dueOn,
      bank,
    }
    return atStock(facts, data, await invoiceOf(platform, document.id, facts.language))
  },
  invoiceReminder: async (platform, mail) => {
    const { db, clock } = platform
    const invoice = await reminderFacts(db, text(mail, 'documentId'))
    // Paid or given up since it was written: nothing is asked for any more.
    if (!invoice || invoice.status !== 'open' || invoice.debt <= 0) return undefined
    const facts = await contractFacts(db, invoice.contractId)
    if (!facts) return undefined
    const due = Temporal.PlainDate.from(invoice.dueOn)
    const today = clock.now().toZonedDateTimeISO(facts.timeZone).toPlainDate()
    const data = {
      box: boxOf(facts, facts.number),
      amount: money(invoice.debt, invoice.currency),
      invoiceNumber: invoice.number,
      period: { from: invoice.periodFrom, until: invoice.periodTo },
      dueDay: invoice.dueOn,
      isOverdue: Temporal.PlainDate.compare(due, today) < 0,
      penalty:
        invoice.penaltyPercent === 0 && !invoice.doorClosingAgreed
          ? null
          : {
              closesDoor: invoice.doorClosingAgreed,
              percentPerDay: invoice.penaltyPercent,
              fromDay: due.add({ days: invoice.daysWithoutFee + 1 }).toString(),
            },
      payUrl: contractUrl(platform, facts, invoice.documentId),
    }
    return atStock(facts, data, await invoiceOf(platform, invoice.documentId, mail.language))
  },
  penaltyIssued: async (platform, mail) => {
    const penalty = await penaltyFacts(platform.db, text(mail, 'documentId'))
    const facts = penalty && (await contractFacts(platform.db, penalty.contractId))
    if (!facts || !penalty) return undefined
    const { id, currency, number, invoiceNumber, from, until, dueDay, isGrowing } = penalty
    const data = {
      box: boxOf(facts, facts.number),
      amount: money(penalty.debt, currency),
      total: money(penalty.gross, currency),
      number,
      invoiceNumber,
      from,
      until,
      dueDay,
      isGrowing,
      payUrl: contractUrl(platform, facts, id),
    }
    return atStock(facts, data, await invoiceOf(platform, id, facts.language))
  },
  finalStatement: async (platform, mail) => {
    const statement = await statementFacts(platform.db, text(mail, 'documentId'))
    const facts = statement && (await contractFacts(platform.db, statement.contractId))
    if (!facts || !statement) return undefined
    const { owed, payout, currency } = statement
    const data: MailData['finalStatement'] = {
      box: boxOf(facts, facts.number),
      outcome: owed > 0 ? 'owed' : payout > 0 ? 'payout' : 'even',
      amount: money(owed > 0 ? owed : payout, currency),
      url: contractUrl(platform, facts, statement.id),
    }
    return atStock(facts, data, await invoiceOf(platform, statement.id, facts.language))
  },
  creditNote: async (platform, mail) => {
    const credit = await creditNoteFacts(platform.db, text(mail, 'documentId'))
    const facts = credit && (await contractFacts(platform.db, credit.contractId))
    if (!facts || !credit) return undefined
    const data: MailData['creditNote'] = {
      box: boxOf(facts, facts.number),
      kind: credit.correctedKind === 'penalty' ? 'penalty' : 'invoice',
      amount: money(-credit.gross, credit.currency),
      number: credit.correctedNumber ?? '',
      reason: credit.reason ?? '',
      url: contractUrl(platform, facts, credit.id),
    }
    return atStock(facts, data, await invoiceOf(platform, credit.id, facts.language))
  },
} satisfies Partial<Composers>
