import { money } from '@stowage/domain/money'
import { priceContract } from '@stowage/domain/price'
import type { Attachment } from '../../platform/mail/mailer.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountForBooking, resetCodeFor } from '../accounts/index.ts'
import { readTerms, renderDocumentPdf } from '../billing/index.ts'
import { renderContractPdf } from '../contracts/index.ts'
import {
  contractFacts,
  contractOfBox,
  creditNoteFacts,
  documentFacts,
  documentOfPeriod,
  readerFacts,
  rejectedDocuments,
  reservationFacts,
  statementFacts,
  type ContractFacts,
  type DocumentFacts,
  type PlaceFacts,
  type ReaderFacts,
} from './mail-facts-view.ts'
import { reminderFacts } from './invoice-mail-view.ts'
import type { WaitingMail } from './mail-store.ts'
import type { BankDetails, MailBox, MailCommon, MailData, MailKind } from './mails/index.ts'

export interface ComposedMail<K extends MailKind = MailKind> {
  readonly kind: K
  readonly common: MailCommon
  readonly data: MailData[K]
  readonly attachments: readonly Attachment[]
}

/** How long a link for a new password works, said in its mail. */
const RESET_MINUTES = 60

/**
 * What a waiting mail says, read when it is sent: facts as they are now, papers as they were signed and issued. Undefined
 * where its subject is gone (an account deleted meanwhile): then there is nobody to write to.
 */
export async function composeMail(platform: Platform, mail: WaitingMail): Promise<ComposedMail | undefined> {
  const kind = mail.kind as MailKind
  const letter = await composers[kind]?.(platform, mail)
  return letter && { kind, ...letter }
}

type Letter<K extends MailKind> = Omit<ComposedMail<K>, 'kind'>
type Composers = {
  readonly [K in MailKind]?: (platform: Platform, mail: WaitingMail) => Promise<Letter<K> | undefined>
}

/** What the handler kept; always an id or a plain word. */
const text = (mail: WaitingMail, name: string): string => {
  const value = mail.data[name]
  return typeof value === 'string' ? value : ''
}

const composers: Composers = {
  bookingReserved: async (platform, mail) => {
    const facts = await reservationFacts(platform.db, text(mail, 'reservationId'))
    if (!facts) return undefined
    const first = priceContract(readTerms(facts.price), 0)
    return atStock(facts, {
      box: boxOf(facts, null),
      arrivalDay: facts.arrivalDay,
      expiresAt: facts.expiresAt.toString(),
      timeZone: facts.timeZone,
      firstPayment: first?.totals.gross ?? money(0, facts.currency),
      url: `${platform.config.publicUrl}/my-boxes`,
    })
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
      lines: linesOf(document),
      total,
      holdUntil: (facts.holdUntil ?? facts.bookedAt).toString(),
      timeZone: facts.timeZone,
      payUrl: isTransfer ? null : contractUrl(platform, facts, document.id),
      bank: isTransfer ? bankOf(facts) : null,
    }
    return atStock(facts, data, [
      ...(await leaseOf(platform, facts)),
      ...(await invoiceOf(platform, document.id, facts.language)),
    ])
  },
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
      url: `${platform.config.publicUrl}/my-boxes`,
    }
    return atStock(facts, data, await invoiceOf(platform, document.id, facts.language))
  },
  paymentInstructions: async (platform, mail) => {
    const [document, facts] = await documentOf(platform, mail)
    const bank = facts && bankOf(facts)
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
  documentsNeeded: async (platform, mail) => {
    const facts = await readerFacts(platform.db, text(mail, 'accountId'))
    const kinds = facts && (await accountForBooking(platform.db, facts.accountId))?.missingDocuments
    // Handed in meanwhile.
    if (!facts || !kinds || kinds.length === 0) return undefined
    return toReader(facts, { kinds, url: `${platform.config.publicUrl}/users/${facts.accountId}` })
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
        invoice.penaltyPercent === 0
          ? null
          : {
              percentPerDay: invoice.penaltyPercent,
              fromDay: due.add({ days: invoice.daysWithoutFee + 1 }).toString(),
            },
      payUrl: contractUrl(platform, facts, invoice.documentId),
    }
    return atStock(facts, data, await invoiceOf(platform, invoice.documentId, mail.language))
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
    return (
      facts &&
      atStock(facts, { box: boxOf(facts, facts.number), reason, url: `${platform.config.publicUrl}/book` })
    )
  },
  accountCreated: async (platform, mail) => {
    const facts = await readerFacts(platform.db, text(mail, 'accountId'))
    const { publicUrl } = platform.config
    return (
      facts &&
      toReader(facts, {
        email: facts.email,
        loginUrl: `${publicUrl}/login?email=${encodeURIComponent(facts.email)}`,
        bookUrl: `${publicUrl}/book`,
      })
    )
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
  passwordReset: async (platform, mail) => {
    const facts = await readerFacts(platform.db, text(mail, 'accountId'))
    const code = resetCodeFor(platform, text(mail, 'resetId'))
    return (
      facts &&
      toReader(facts, {
        url: `${platform.config.publicUrl}/reset-password#code=${encodeURIComponent(code)}`,
        validMinutes: RESET_MINUTES,
      })
    )
  },
  kycRejected: async (platform, mail) => {
    const facts = await readerFacts(platform.db, text(mail, 'accountId'))
    const documents = facts ? await rejectedDocuments(platform.db, facts.accountId) : []
    // Replaced meanwhile: nothing is left to complain about.
    if (!facts || documents.length === 0) return undefined
    return toReader(facts, { documents, url: `${platform.config.publicUrl}/users/${facts.accountId}` })
  },
  kycVerified: async (platform, mail) => {
    const facts = await readerFacts(platform.db, text(mail, 'accountId'))
    return facts && toReader(facts, { url: `${platform.config.publicUrl}/my-boxes` })
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
}

/** A letter about the reader's account: the company writes. */
function toReader<D>(facts: ReaderFacts, data: D) {
  const imprint = {
    name: facts.brand,
    address: facts.companyAddress ?? '',
    country: '',
    taxNumber: null,
    phone: facts.companyPhone,
    email: facts.companyEmail,
    hours: null,
  }
  return {
    common: { brand: facts.brand, siteName: null, reader: facts.reader, imprint },
    data,
    attachments: [],
  }
}

/** A letter about a box: its stock's seller writes. */
function atStock<D>(facts: ReaderFacts & PlaceFacts, data: D, attachments: readonly Attachment[] = []) {
  const imprint = {
    name: facts.sellerName,
    address: facts.sellerAddress,
    country: facts.sellerCountry,
    taxNumber: facts.sellerTaxNumber,
    phone: facts.sellerPhone,
    email: facts.sellerEmail,
    hours: { from: facts.openingTime, to: facts.closingTime },
  }
  return {
    common: { brand: facts.brand, siteName: facts.stockName, reader: facts.reader, imprint },
    data,
    attachments,
  }
}

/** The invoice that the mail is about, with its contract. */
async function documentOf(
  { db }: Platform,
  mail: WaitingMail,
): Promise<[DocumentFacts | undefined, ContractFacts | undefined]> {
  const document = await documentFacts(db, text(mail, 'documentId'))
  return [document, document && (await contractFacts(db, document.contractId))]
}

const boxOf = (facts: PlaceFacts, contractNumber: string | null): MailBox => ({
  unitNumber: facts.unitNumber,
  size: facts.size,
  floor: facts.floor,
  address: facts.stockAddress,
  contractNumber,
})

const contractUrl = (platform: Platform, facts: ContractFacts, documentId: string): string =>
  `${platform.config.publicUrl}/landing-page?user=${facts.accountId}&contract=${facts.contractId}&invoice=${documentId}`

const bankOf = (facts: ContractFacts): BankDetails | null =>
  facts.sellerIban === null
    ? null
    : {
        recipient: facts.sellerName,
        country: facts.sellerCountry,
        iban: facts.sellerIban,
        bic: facts.sellerBic,
        bankName: facts.sellerBank,
        reference: facts.number,
      }

const linesOf = (document: DocumentFacts): MailData['bookingContract']['lines'] =>
  document.lines.map((line) => ({
    kind: line.kind,
    quantity: line.quantity,
    discountPercent: line.discountPercent,
    discount: money(line.discount, document.currency),
    net: money(line.net, document.currency),
    vatPercent: line.vatPercent,
    vat: money(line.vat, document.currency),
  }))

async function leaseOf(platform: Platform, facts: ContractFacts): Promise<Attachment[]> {
  const lease = await renderContractPdf(platform.db, facts.contractId, facts.language)
  return lease ? [{ fileName: lease.fileName, contentType: 'application/pdf', content: lease.pdf }] : []
}

async function invoiceOf(
  platform: Platform,
  documentId: string,
  language: ReaderFacts['language'],
): Promise<Attachment[]> {
  const invoice = await renderDocumentPdf(platform.db, documentId, language)
  return invoice
    ? [{ fileName: `invoice-${invoice.fileName}`, contentType: 'application/pdf', content: invoice.pdf }]
    : []
}
