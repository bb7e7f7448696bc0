import type { invoiceJson } from '@stowage/api/electronic-invoice'
import type { Answer } from '@stowage/api/endpoint'
import { electronicInvoice, type SourceLine, type VatGroup } from '@stowage/domain/electronic-invoice'
import { pdfTexts, type PdfTexts } from '@stowage/texts/pdf/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { printableDocument, type PrintableDocument } from './document-view.ts'
import { dayBefore, rowsOf } from './invoice-rows.ts'
import type { InvoicePrint } from './invoice-print.ts'
import { localVat } from './print-invoice.ts'
import { languageOf, printOf } from './send-invoice-pdf.ts'

type Electronic = Answer<typeof invoiceJson>

/**
 * An issued document with the fields of EN 16931, from the same stored rows as its paper: what exporters for ZUGFeRD, XRechnung or
 * KSeF will start from.
 * @throws Failure 9104; 9132 for a request for payment, which has no number, and for a final statement, which is no invoice
 */
export async function electronicDocument(
  { db }: Platform,
  { query, actor, language }: Call<typeof invoiceJson, Actor>,
): Promise<Electronic> {
  const document = (await printableDocument(db, query.invoiceId, actor)) ?? fail(9104)
  if (document.number === null || document.kind === 'statement') return fail(9132)
  return described(document, document.number, languageOf(query.language) ?? language)
}

function described(
  document: PrintableDocument,
  number: string,
  language: Call<typeof invoiceJson, Actor>['language'],
): Electronic {
  const t = pdfTexts(language)
  const { snapshot } = document
  const { seller, buyer } = snapshot
  const isCredit = document.kind === 'credit_note'
  const print = printOf(document)
  const told = electronicInvoice(document.lines.map(lineOf), { isCredit, paid: isCredit ? 0 : document.paid })
  const local = localVat(print)
  const reasons = (group: VatGroup): string | null => exemptionOf(group, print, t, language)
  return {
    specification: 'urn:cen.eu:en16931:2017',
    number,
    issueDate: document.documentDate,
    typeCode: told.typeCode,
    currency: document.currency,
    taxCurrency: local?.rate.toCurrency ?? null,
    dueDate: isCredit ? null : document.dueOn,
    buyerReference: snapshot.contractNumber,
    contractReference: snapshot.contractNumber,
    notes: told.vat.flatMap((group) => reasons(group) ?? []),
    precedingInvoice:
      document.corrects === null ? null : { number: document.corrects, issueDate: document.correctsDate },
    invoicingPeriod:
      document.periodFrom === null || document.periodTo === null || document.periodFrom === document.periodTo
        ? null
        : { start: document.periodFrom, end: dayBefore(document.periodTo) },
    seller: {
      name: seller.name,
      address: seller.address,
      country: seller.country,
      vatId: seller.vatId,
      taxNumber: seller.taxNumber,
      registrationNumber: seller.registrationNumber,
      email: seller.email,
      phone: seller.phone,
    },
    buyer: {
      name: buyer.name,
      addressLines: [...buyer.addressLines],
      country: buyer.country,
      vatId: buyer.vatId,
      taxNumber: buyer.taxNumber,
      email: buyer.email,
      phone: buyer.phone,
    },
    payment: {
      meansCode: seller.iban === null ? '1' : document.currency === 'EUR' ? '58' : '30',
      remittance: print.paymentReference.replaceAll(' ', ''),
      accountName: seller.iban === null ? null : seller.name,
      account: seller.iban,
      bic: seller.bic,
      bankName: seller.bankName,
    },
    totals: {
      net: told.net,
      vat: told.vatTotal,
      // A credit note is told above zero by its type.
      vatInTaxCurrency: local === null ? null : isCredit ? 0 - local.vat.amount : local.vat.amount,
      gross: told.gross,
      paid: told.paid,
      payable: told.payable,
    },
    vatBreakdown: told.vat.map((group) => ({
      category: group.category,
      vatPercent: group.vatPercent,
      taxable: group.taxable,
      vat: group.vat,
      exemptionReason: reasons(group),
    })),
    lines: told.lines.map((line, index) => {
      const stored = print.lines[index]
      const [row, discount] = stored === undefined ? [] : rowsOf(stored, print, t, language)
      return {
        id: String(line.id),
        name: row?.title ?? line.kind,
        description: row === undefined || row.why.length === 0 ? null : row.why.join('; '),
        quantity: line.quantity,
        unit: line.unit,
        unitPrice: line.unitPrice,
        allowance:
          line.allowance === 0
            ? null
            : {
                amount: line.allowance,
                percent: stored?.discountPercent ?? 0,
                reason: discount?.title ?? t('invoice.discount'),
              },
        net: line.net,
        category: line.category,
        vatPercent: line.vatPercent,
        includedTax: line.includedTax,
      }
    }),
  }
}

const lineOf = (line: PrintableDocument['lines'][number]): SourceLine => ({
  kind: line.kind as SourceLine['kind'],
  quantity: line.quantity,
  unit:
    line.kind === 'deposit'
      ? 'piece'
      : line.kind === 'penalty' || line.explanation['rule'] === 'overstayDays'
        ? 'day'
        : 'month',
  unitNet: line.unitNet,
  discount: line.discount,
  net: line.net,
  vatPercent: line.vatPercent,
  vat: line.vat,
})

/** BT-120: of everything in the group that bears no VAT, why. */
function exemptionOf(
  { category, kinds }: VatGroup,
  print: InvoicePrint,
  t: PdfTexts,
  language: Call<typeof invoiceJson, Actor>['language'],
): string | null {
  if (category === 'S') return null
  const rent = print.exemptionReason ?? print.seller.exemptionText?.[language] ?? t('invoice.exempt')
  return kinds
    .map((kind) =>
      kind === 'penalty' || kind === 'deposit' || kind === 'insurance' ? t(`law.${kind}`) : rent,
    )
    .filter((text, index, all) => all.indexOf(text) === index)
    .join(' ')
}
