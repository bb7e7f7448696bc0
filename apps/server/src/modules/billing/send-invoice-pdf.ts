import type { invoicePdf } from '@stowage/api/billing'
import { creditorReference, spacedReference } from '@stowage/domain/bank-reference'
import { add, money, type Currency } from '@stowage/domain/money'
import type { Explanation, PriceLine } from '@stowage/domain/price'
import type { Database } from '../../platform/database/connect.ts'
import { refuseUnseen, type Actor, type Language } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { sendPdf } from '../../platform/http/send-pdf.ts'
import type { Platform } from '../../platform/platform.ts'
import { printableDocument, type PrintableDocument } from './document-view.ts'
import type { CorrectedPrintLine, InvoicePrint, PenaltyPrintLine, PricedPrintLine } from './invoice-print.ts'
import { renderInvoice } from './print-invoice.ts'
import { renderStatement } from './print-statement.ts'

/** Sends a document as PDF to whoever may see it. */
export async function sendInvoicePdf(
  platform: Platform,
  { query, actor, language, reply }: Call<typeof invoicePdf, Actor>,
): Promise<void> {
  const document =
    (await printableDocument(platform.db, query.invoiceId, actor)) ?? refuseUnseen(actor, 'documents.read')
  const pdf = await render(document, languageOf(query.language) ?? language)
  await sendPdf(reply, pdf, fileNameOf(document))
}

/** A document as PDF for our own mails, in the tenant's language. */
export async function renderDocumentPdf(
  db: Database,
  documentId: string,
  language: Language,
): Promise<{ pdf: Uint8Array; fileName: string } | undefined> {
  const document = await printableDocument(db, documentId, null)
  if (!document) return undefined
  return {
    pdf: await render(document, language),
    fileName: fileNameOf(document),
  }
}

async function render(document: PrintableDocument, language: Language): Promise<Uint8Array> {
  const { statement } = document.snapshot
  return statement === undefined
    ? await renderInvoice(printOf(document), language)
    : await renderStatement(document, statement, language)
}

/** A document gets its number when it is paid or the rental begins; until then the contract and the day name its file. */
const fileNameOf = ({ number, snapshot, documentDate }: PrintableDocument): string =>
  `${number ?? `${snapshot.contractNumber}-${documentDate}`}.pdf`

export function languageOf(text: string | undefined): Language | undefined {
  return (['ru', 'en', 'de', 'pl'] as const).find((language) => language === text)
}

/** What is printed of a stored document: as it was issued, whatever its contract, box or seller have become since. */
export function printOf(document: PrintableDocument): InvoicePrint {
  const { snapshot } = document
  const currency = document.currency as Currency
  const lines = document.lines.map((line) => {
    if (line.explanation['rule'] === 'corrected') return correctedLine(line, currency)
    return line.kind === 'penalty' ? penaltyLine(line, currency) : priceLine(line, currency)
  })
  return {
    brand: document.brand,
    documentId: document.id,
    number: document.number,
    ...(document.kind === 'credit_note' ? correction(document) : {}),
    seller: snapshot.seller,
    buyer: snapshot.buyer,
    exemptionReason: snapshot.exemptionReason ?? null,
    issuedOn: document.documentDate,
    dueOn: document.dueOn,
    period: { from: document.periodFrom ?? document.issuedOn, until: document.periodTo ?? document.issuedOn },
    contractNumber: snapshot.contractNumber,
    unitNumber: snapshot.unitNumber,
    size: snapshot.size,
    pricePerSizeUnit:
      typeof snapshot.pricePerSizeUnit === 'number' ? money(snapshot.pricePerSizeUnit, currency) : null,
    lines,
    totals: {
      net: money(document.net, currency),
      vat: money(document.vat, currency),
      gross: money(document.gross, currency),
    },
    localRate: document.number === null ? null : document.localRate,
    paid: money(document.paid, currency),
    paidOn: document.paidOn,
    paymentReference: spacedReference(creditorReference(document.paymentNumber)),
  }
}

/** What a credit note corrects is named by its number and its day (art. 106j). */
const correction = ({ corrects, correctsDate, comment }: PrintableDocument) => ({
  corrects: corrects ?? '',
  ...(correctsDate === null ? {} : { correctsDate }),
  ...(comment === null ? {} : { reason: comment }),
})

function correctedLine(line: PrintableDocument['lines'][number], currency: Currency): CorrectedPrintLine {
  const net = money(line.net, currency)
  const vat = money(line.vat, currency)
  const { billed } = line.explanation as { billed: number }
  return {
    // What an adjustment corrects is rent.
    kind: line.kind === 'adjustment' ? 'rent' : (line.kind as CorrectedPrintLine['kind']),
    quantity: line.quantity,
    discountPercent: 0,
    discount: money(0, currency),
    net,
    vatPercent: line.vatPercent,
    vat,
    gross: add(net, vat),
    corrected: { billed: money(billed, currency) },
  }
}

function penaltyLine(line: PrintableDocument['lines'][number], currency: Currency): PenaltyPrintLine {
  const stored = line.explanation as {
    from: string
    until: string
    percent: number
    rate: number
    invoiceNumber: string
    dueOn: string
    freeDays: number
    capPercent: number
    isCapped: boolean
  }
  return {
    kind: 'penalty',
    quantity: line.quantity,
    discountPercent: 0,
    discount: money(0, currency),
    net: money(line.net, currency),
    vatPercent: 0,
    vat: money(0, currency),
    gross: money(line.net, currency),
    penalty: {
      from: stored.from,
      until: stored.until,
      percent: stored.percent,
      base: money(stored.rate, currency),
      invoiceNumber: stored.invoiceNumber,
      dueOn: stored.dueOn,
      freeDays: stored.freeDays,
      cap: stored.isCapped ? stored.capPercent : null,
    },
  }
}

/** A stored line as the price engine once made it. */
function priceLine(line: PrintableDocument['lines'][number], currency: Currency): PricedPrintLine {
  const stored = line.explanation as {
    rule: PricedPrintLine['explanation']['rule']
    rate: number
    months: number
    days?: number
    usedDays?: number
    billed?: number
    cost?: number
    held?: number
    discount?: Explanation['discount']
    monthOfTerm?: number
    coverage?: number
    rateSince?: string
    noticeServedOn?: string
  }
  return {
    kind: line.kind as PriceLine['kind'],
    quantity: line.quantity,
    unit: stored.rule === 'overstayDays' ? 'day' : 'month',
    discountPercent: line.discountPercent,
    discount: money(line.discount, currency),
    net: money(line.net, currency),
    vatPercent: line.vatPercent,
    vat: money(line.vat, currency),
    gross: add(money(line.net, currency), money(line.vat, currency)),
    explanation: {
      rule: stored.rule,
      rate: money(stored.rate, currency),
      months: stored.months,
      rounding: 'halfAwayFromZero',
      ...(stored.days === undefined ? {} : { days: stored.days }),
      ...(stored.usedDays === undefined ? {} : { usedDays: stored.usedDays }),
      ...(stored.billed === undefined ? {} : { billed: money(stored.billed, currency) }),
      ...(stored.cost === undefined ? {} : { cost: money(stored.cost, currency) }),
      ...(stored.held === undefined ? {} : { held: money(stored.held, currency) }),
      ...(stored.discount === undefined ? {} : { discount: stored.discount }),
      ...(stored.monthOfTerm === undefined ? {} : { monthOfTerm: stored.monthOfTerm }),
      ...(stored.rateSince === undefined || stored.noticeServedOn === undefined
        ? {}
        : {
            rateSince: Temporal.PlainDate.from(stored.rateSince),
            noticeServedOn: Temporal.PlainDate.from(stored.noticeServedOn),
          }),
      ...(stored.coverage === undefined ? {} : { coverage: money(stored.coverage, currency) }),
    },
  }
}
