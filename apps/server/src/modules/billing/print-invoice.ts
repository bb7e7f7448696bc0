import path from 'node:path'
import { unitOf } from '@stowage/domain/box'
import { add, negate, subtract, sum, times, zero, type Money } from '@stowage/domain/money'
import type { PriceLine, Totals } from '@stowage/domain/price'
import {
  formatDay,
  formatIban,
  formatLongDay,
  formatMoney,
  formatPercent,
  formatSize,
  countryName,
} from '@stowage/texts/format.ts'
import type { Language } from '@stowage/texts/language.ts'
import { pdfTexts, type PdfTexts } from '@stowage/texts/pdf/index.ts'
import { renderPdf } from '../../platform/pdf/render-pdf.ts'
import type { DocumentSnapshot } from './plan.ts'

/** Who sells, as it stood on the day of issue. `country` is an ISO code; it decides what the tax number is called. */
export type InvoiceSeller = DocumentSnapshot['seller']

export interface InvoiceBuyer {
  readonly name: string
  readonly addressLines: readonly string[]
  readonly country: string
  readonly taxNumber: string | null
  readonly vatId: string | null
}

/**
 * What an invoice prints: plain JSON in one language of nobody, kept in the document's row, so that the same paper comes out
 * in ten years and in any of the four languages. Days are 'YYYY-MM-DD', money is minor units with its currency. A document
 * never changes: only `number`, `paid` and `paidOn` are laid over the kept snapshot when it is printed.
 */
export interface InvoicePrint {
  /** The operator's name as customers know it (company settings). */
  readonly brand: string
  readonly documentId: string
  /** null until the first invoice is paid or the rental begins (decision 18): then it is a request for payment. */
  readonly number: string | null
  readonly seller: InvoiceSeller
  readonly buyer: InvoiceBuyer
  readonly issuedOn: string
  readonly dueOn: string
  /** Half-open as everywhere: `until` is the first day that is no longer paid for; the paper names the last one that is. */
  readonly period: { readonly from: string; readonly until: string }
  readonly contractNumber: string
  readonly unitNumber: string
  /** m², or m³ where the unit number says so. */
  readonly size: number
  /** Net price of one m² a month; null where the box has a rate of its own. */
  readonly pricePerSizeUnit: Money | null
  /** The lines of `priceContract`, as they are. */
  readonly lines: readonly PriceLine[]
  readonly totals: Totals
  readonly paid: Money
  /** The day the last part was paid; null while something is open. */
  readonly paidOn: string | null
  /** What the payer writes into a bank transfer. */
  readonly paymentReference: string
}

const template = path.join(import.meta.dirname, 'print-invoice.typ')

/**
 * The invoice as PDF/A-3b in a language. It shows what § 14 (4) UStG, art. 106e and Russian practice ask for; every line says
 * why it is what it is.
 * @throws RangeError when the lines do not add up to the totals: a wrong invoice is never printed
 */
export async function renderInvoice(print: InvoicePrint, language: Language): Promise<Uint8Array> {
  return await renderPdf(template, invoicePage(print, language))
}

/** Everything on the page, already in words: the template only lays it out. */
export function invoicePage(print: InvoicePrint, language: Language) {
  assertSums(print)
  const t = pdfTexts(language)
  const { seller, number } = print
  const open = subtract(print.totals.gross, print.paid)
  const isPaid = open.amount <= 0
  const title = t(number === null ? 'invoice.request' : 'invoice.title')
  const subtitle =
    number === null ? t('invoice.requestNumber', { id: print.documentId }) : t('invoice.number', { number })
  return {
    meta: {
      title: `${title} ${subtitle}`,
      date: print.issuedOn,
      language,
      page: t('page', { page: '{page}', pages: '{pages}' }),
    },
    brand: print.brand,
    title,
    subtitle,
    seller: print.brand === seller.name ? [seller.address] : [seller.name, seller.address],
    billTo: t('invoice.billTo'),
    buyer: { name: print.buyer.name, lines: buyerLines(print, t, language) },
    facts: [
      { label: t('invoice.issued'), value: formatDay(print.issuedOn, language) },
      {
        label: t('invoice.period'),
        value: `${formatDay(print.period.from, language)} – ${formatDay(dayBefore(print.period.until), language)}`,
      },
      ...(isPaid ? [] : [{ label: t('invoice.due'), value: formatDay(print.dueOn, language) }]),
      { label: t('invoice.contract'), value: print.contractNumber },
    ],
    box: { label: t('invoice.box'), number: print.unitNumber },
    columns: [
      t('invoice.columns.service'),
      t('invoice.columns.quantity'),
      t('invoice.columns.unitPrice'),
      t('invoice.columns.vat'),
      t('invoice.columns.amount'),
    ],
    rows: print.lines.flatMap((line) => rowsOf(line, print, t, language)),
    totals: totalsOf(print, t, language),
    total: {
      label: t(isPaid ? 'invoice.total' : 'invoice.totalToPay'),
      value: formatMoney(print.totals.gross, language),
    },
    after:
      print.paid.amount === 0 || isPaid
        ? []
        : [
            { label: t('invoice.paid'), value: formatMoney(negate(print.paid), language) },
            { label: t('invoice.open'), value: formatMoney(open, language) },
          ],
    payment: isPaid ? paidBox(print, t, language) : paymentBox(print, t, language),
    notes: [
      ...(print.lines.some((line) => line.kind === 'rent' && line.vatPercent === 0)
        ? [seller.exemptionText?.[language] ?? t('invoice.exempt')]
        : []),
      ...(number === null ? [t('invoice.pending')] : []),
      t(number === null && !isPaid ? 'invoice.contact' : 'invoice.contactPaid', {
        phone: seller.phone,
        email: seller.email,
      }),
    ],
    foot: [[seller.name, seller.address], taxLines(seller, t), [seller.phone, seller.email]],
  }
}

function dayBefore(day: string): string {
  return Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()
}

function taxLines(seller: InvoiceSeller, t: PdfTexts): string[] {
  const { country, taxNumber, vatId, registrationNumber } = seller
  return [
    ...(taxNumber === null ? [] : [t('taxNumber', { country, value: taxNumber })]),
    ...(vatId === null ? [] : [t('vatId', { value: vatId })]),
    ...(registrationNumber === null ? [] : [t('registration', { country, value: registrationNumber })]),
  ]
}

/** The buyer's country stands on the paper where it is not the seller's, as the post needs it. */
function buyerLines({ buyer, seller }: InvoicePrint, t: PdfTexts, language: Language): string[] {
  const { country, taxNumber, vatId } = buyer
  return [
    ...buyer.addressLines,
    ...(country === seller.country ? [] : [countryName(country, language)]),
    ...(taxNumber === null ? [] : [t('taxNumber', { country, value: taxNumber })]),
    ...(vatId === null ? [] : [t('vatId', { value: vatId })]),
  ]
}

interface Row {
  readonly title: string
  readonly why: readonly string[]
  readonly quantity: string
  readonly unitPrice: string
  readonly vat: string
  readonly amount: string
}

/** A line of the invoice; the discount, which is part of the rent line, stands under it so that the reader can follow. */
function rowsOf(line: PriceLine, print: InvoicePrint, t: PdfTexts, language: Language): Row[] {
  const { rate, months } = line.explanation
  const listed = add(line.net, line.discount)
  const row: Row = {
    ...wordsOf(line, print, t, language),
    quantity: line.kind === 'deposit' ? '1' : t('months', { n: line.quantity }),
    unitPrice: formatMoney(line.kind === 'deposit' ? line.net : rate, language),
    vat:
      line.vatPercent === 0 || line.kind === 'insurance'
        ? t('invoice.noVat')
        : formatPercent(line.vatPercent, language),
    amount: formatMoney(listed, language),
  }
  if (line.discount.amount === 0) return [row]
  const rule = line.explanation.discount
  const said = {
    percent: formatPercent(line.discountPercent, language),
    amount: formatMoney(times(rate, months), language),
    months: t('months', { n: months }),
  }
  const why =
    rule?.kind === 'stock'
      ? t('invoice.discountByStock', { ...said, perMonth: formatPercent(rule.percentPerMonth, language) })
      : t('invoice.discountByTable', said)
  return [
    row,
    {
      title: t('invoice.discount'),
      why: [why],
      quantity: '',
      unitPrice: '',
      vat: row.vat,
      amount: formatMoney(negate(line.discount), language),
    },
  ]
}

function wordsOf(
  { kind, explanation }: PriceLine,
  print: InvoicePrint,
  t: PdfTexts,
  language: Language,
): Pick<Row, 'title' | 'why'> {
  const rate = formatMoney(explanation.rate, language)
  switch (kind) {
    case 'rent': {
      const size = formatSize(print.size, unitOf(print.unitNumber), language)
      const price = print.pricePerSizeUnit
      const { rateSince, noticeServedOn } = explanation
      return {
        title: t('invoice.rent', { unit: print.unitNumber, size }),
        why: [
          t('invoice.rentPeriod', {
            from: formatDay(print.period.from, language),
            to: formatDay(dayBefore(print.period.until), language),
            days: t('days', { n: explanation.days ?? 0 }),
          }),
          rateSince !== undefined && noticeServedOn !== undefined
            ? t('invoice.rentByNotice', {
                rate,
                since: formatDay(rateSince.toString(), language),
                served: formatDay(noticeServedOn.toString(), language),
              })
            : price === null
              ? t('invoice.rentByRate', { rate })
              : t('invoice.rentBySize', { rate, size, price: formatMoney(price, language) }),
        ],
      }
    }
    case 'insurance':
      return {
        title: t('invoice.insurance'),
        why: [
          t('invoice.insuranceWhy', {
            rate,
            coverage: formatMoney(explanation.coverage ?? zero(explanation.rate.currency), language),
          }),
        ],
      }
    case 'deposit':
      return { title: t('invoice.deposit'), why: [t('invoice.depositWhy', { n: explanation.months })] }
  }
}

interface Figure {
  readonly label: string
  readonly value: string
}

/** Net and tax per rate, the insurance's own tax apart from VAT, and what bears none. */
function totalsOf(print: InvoicePrint, t: PdfTexts, language: Language): Figure[] {
  const currency = print.totals.gross.currency
  const figures: Figure[] = []
  const tell = (label: string, value: Money): void => {
    figures.push({ label, value: formatMoney(value, language) })
  }
  const taxed = print.lines.filter((line) => line.vatPercent > 0)
  for (const percent of new Set(
    taxed.filter((line) => line.kind !== 'insurance').map((line) => line.vatPercent),
  )) {
    const lines = taxed.filter((line) => line.kind !== 'insurance' && line.vatPercent === percent)
    const said = { percent: formatPercent(percent, language) }
    tell(
      t('invoice.net', said),
      sum(
        lines.map((line) => line.net),
        currency,
      ),
    )
    tell(
      t('invoice.vat', said),
      sum(
        lines.map((line) => line.vat),
        currency,
      ),
    )
  }
  for (const line of taxed.filter(({ kind }) => kind === 'insurance')) {
    tell(t('invoice.insuranceNet'), line.net)
    tell(t('invoice.insuranceTax', { percent: formatPercent(line.vatPercent, language) }), line.vat)
  }
  const untaxed = print.lines.filter((line) => line.vatPercent === 0)
  if (untaxed.length > 0)
    tell(
      t('invoice.untaxed'),
      sum(
        untaxed.map((line) => line.net),
        currency,
      ),
    )
  return figures
}

interface PaymentBox {
  readonly title: string
  readonly rows: readonly Figure[]
  readonly hint: string
}

function paidBox(print: InvoicePrint, t: PdfTexts, language: Language): PaymentBox {
  return {
    title:
      print.paidOn === null
        ? t('invoice.paidTitle')
        : t('invoice.paidOn', { day: formatLongDay(print.paidOn, language) }),
    rows: [],
    hint: t('invoice.paidThanks'),
  }
}

function paymentBox(
  { seller, dueOn, paymentReference }: InvoicePrint,
  t: PdfTexts,
  language: Language,
): PaymentBox {
  const { country } = seller
  const row = (label: string, value: string | null): Figure[] =>
    value === null || value === '' ? [] : [{ label, value }]
  return {
    title: t('invoice.payBy', { day: formatLongDay(dueOn, language) }),
    rows: [
      ...row(t('invoice.recipient'), seller.name),
      ...row(t('invoice.iban', { country }), seller.iban === null ? null : accountNumber(seller.iban)),
      ...row(t('invoice.bic', { country }), seller.bic),
      ...row(t('invoice.bank'), seller.bankName),
      ...row(t('invoice.reference'), paymentReference),
    ],
    hint: seller.iban === null ? '' : t('invoice.referenceHint'),
  }
}

/** An IBAN stands in groups of four; a Russian account number is copied as it is. */
const accountNumber = (iban: string): string => (/^[A-Z]{2}\d{2}/.test(iban) ? formatIban(iban) : iban)

function assertSums({ lines, totals, documentId }: InvoicePrint): void {
  for (const part of ['net', 'vat', 'gross'] as const) {
    const reached = lines.reduce((running, line) => running + line[part].amount, 0)
    if (reached !== totals[part].amount)
      throw new RangeError(
        `document ${documentId}: ${part} of the lines is ${reached}, of the document ${totals[part].amount}`,
      )
  }
}
