import { creditorReference, spacedReference } from '@stowage/domain/bank-reference'
import { money } from '@stowage/domain/money'
import { priceContract } from '@stowage/domain/price'
import type { Attachment } from '../../platform/mail/mailer.ts'
import type { Platform } from '../../platform/platform.ts'
import { readTerms, renderDocumentPdf } from '../billing/index.ts'
import { renderContractPdf } from '../contracts/index.ts'
import {
  contractFacts,
  documentFacts,
  type ContractFacts,
  type DocumentFacts,
  type PlaceFacts,
  type ReaderFacts,
  type ReservationFacts,
} from './mail-facts-view.ts'
import type { WaitingMail } from './mail-store.ts'
import type { BankDetails, MailBox, MailCommon, MailData, MailKind } from './mails/index.ts'

/** What a mail is written from; `attachments` are papers in the reader's language. */
export interface Letter<K extends MailKind = MailKind> {
  readonly common: MailCommon
  readonly data: MailData[K]
  readonly attachments: readonly Attachment[]
}
/** Of each kind, who gathers its facts when it is sent; undefined where its subject is gone and nobody is to be written to. */
export type Composers = {
  readonly [K in MailKind]: (platform: Platform, mail: WaitingMail) => Promise<Letter<K> | undefined>
}

/** What the handler kept; always an id or a plain word. */
export const text = (mail: WaitingMail, name: string): string => {
  const value = mail.data[name]
  return typeof value === 'string' ? value : ''
}

/** A letter about the reader's account: the company writes. */
export function toReader<D>(facts: ReaderFacts, data: D) {
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
export function atStock<D>(
  facts: ReaderFacts & PlaceFacts,
  data: D,
  attachments: readonly Attachment[] = [],
) {
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
export async function documentOf(
  { db }: Platform,
  mail: WaitingMail,
): Promise<[DocumentFacts | undefined, ContractFacts | undefined]> {
  const document = await documentFacts(db, text(mail, 'documentId'))
  return [document, document && (await contractFacts(db, document.contractId))]
}

export const boxOf = (facts: PlaceFacts, contractNumber: string | null): MailBox => ({
  unitNumber: facts.unitNumber,
  size: facts.size,
  floor: facts.floor,
  address: facts.stockAddress,
  contractNumber,
})

export const contractUrl = (platform: Platform, facts: ContractFacts, documentId: string): string =>
  `${platform.config.publicUrl}/landing-page?user=${facts.accountId}&contract=${facts.contractId}&invoice=${documentId}`

export const bankOf = (facts: ContractFacts, document: DocumentFacts): BankDetails | null =>
  facts.sellerIban === null
    ? null
    : {
        recipient: facts.sellerName,
        country: facts.sellerCountry,
        iban: facts.sellerIban,
        bic: facts.sellerBic,
        bankName: facts.sellerBank,
        reference: spacedReference(creditorReference(document.paymentNumber)),
      }

export const linesOf = (document: DocumentFacts): MailData['bookingContract']['lines'] =>
  document.lines.map((line) => ({
    kind: line.kind,
    quantity: line.quantity,
    discountPercent: line.discountPercent,
    discount: money(line.discount, document.currency),
    net: money(line.net, document.currency),
    vatPercent: line.vatPercent,
    vat: money(line.vat, document.currency),
    ...(line.tariff === null ? {} : { tariff: line.tariff }),
  }))

export async function leaseOf(platform: Platform, facts: ContractFacts): Promise<Attachment[]> {
  const lease = await renderContractPdf(platform.db, facts.contractId, facts.language)
  return lease ? [{ fileName: lease.fileName, contentType: 'application/pdf', content: lease.pdf }] : []
}

export async function invoiceOf(
  platform: Platform,
  documentId: string,
  language: ReaderFacts['language'],
): Promise<Attachment[]> {
  const invoice = await renderDocumentPdf(platform.db, documentId, language)
  return invoice
    ? [{ fileName: `invoice-${invoice.fileName}`, contentType: 'application/pdf', content: invoice.pdf }]
    : []
}

/** What a mail says of a box that is held for somebody. */
export function heldBox({ config }: Pick<Platform, 'config'>, facts: ReservationFacts) {
  const first = priceContract(readTerms(facts.price), 0)
  return atStock(facts, {
    box: boxOf(facts, null),
    arrivalDay: facts.arrivalDay,
    expiresAt: facts.expiresAt.toString(),
    timeZone: facts.timeZone,
    firstPayment: first?.totals.gross ?? money(0, facts.currency),
    url: `${config.publicUrl}/my-boxes`,
  })
}
