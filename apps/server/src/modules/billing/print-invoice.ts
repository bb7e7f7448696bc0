import path from 'node:path'
import { exchanged } from '@stowage/domain/exchange'
import { negate, subtract, sum, type Money } from '@stowage/domain/money'
import {
  formatDay,
  formatIban,
  formatLongDay,
  formatMoney,
  formatPercent,
  formatRate,
  countryName,
} from '@stowage/texts/format.ts'
import type { Language } from '@stowage/texts/language.ts'
import { pdfTexts, type PdfTexts } from '@stowage/texts/pdf/index.ts'
import { renderPdf } from '../../platform/pdf/render-pdf.ts'
import type { InvoicePrint, InvoiceSeller } from './invoice-print.ts'
import { dayBefore, rowsOf } from './invoice-rows.ts'

export const template = path.join(import.meta.dirname, 'print-invoice.typ')

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
  const isCredit = print.corrects !== undefined
  const isPenalty = !isCredit && print.lines.some(({ kind }) => kind === 'penalty')
  const title = t(titleKey(isCredit, isPenalty, number !== null))
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
        label: t(isPenalty ? 'invoice.penaltyDays' : 'invoice.period'),
        value: `${formatDay(print.period.from, language)} – ${formatDay(dayBefore(print.period.until), language)}`,
      },
      ...(print.corrects === undefined ? [] : [{ label: t('credit.corrects'), value: print.corrects }]),
      ...(print.correctsDate === undefined
        ? []
        : [{ label: t('law.correctsDate'), value: formatDay(print.correctsDate, language) }]),
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
      label: t(isCredit ? 'credit.total' : isPaid ? 'invoice.total' : 'invoice.totalToPay'),
      value: formatMoney(isCredit ? negate(print.totals.gross) : print.totals.gross, language),
    },
    after:
      print.paid.amount === 0 || isPaid
        ? []
        : [
            { label: t('invoice.paid'), value: formatMoney(negate(print.paid), language) },
            { label: t('invoice.open'), value: formatMoney(open, language) },
          ],
    payment: isCredit
      ? creditBox(print, t)
      : isPaid
        ? paidBox(print, t, language)
        : paymentBox(print, t, language),
    notes: [
      ...(print.lines.some((line) => line.kind === 'rent' && line.vatPercent === 0)
        ? [print.exemptionReason ?? seller.exemptionText?.[language] ?? t('invoice.exempt')]
        : []),
      ...(isPenalty ? [t('law.penalty')] : []),
      ...rateNote(print, t, language),
      ...(number === null ? [t('invoice.pending')] : []),
      t(contactKey(print, isPaid), {
        phone: seller.phone,
        email: seller.email,
      }),
    ],
    foot: [[seller.name, seller.address], taxLines(seller, t), [seller.phone, seller.email]],
  }
}

function titleKey(isCredit: boolean, isPenalty: boolean, isNumbered: boolean) {
  if (isCredit) return 'credit.title' as const
  if (isPenalty) return 'invoice.penaltyTitle' as const
  return isNumbered ? ('invoice.title' as const) : ('invoice.request' as const)
}

function contactKey({ corrects, number }: InvoicePrint, isPaid: boolean) {
  if (corrects !== undefined) return 'credit.contact' as const
  return number === null && !isPaid ? ('invoice.contact' as const) : ('invoice.contactPaid' as const)
}

export function taxLines(seller: InvoiceSeller, t: PdfTexts): string[] {
  const { country, taxNumber, vatId, registrationNumber } = seller
  return [
    ...taxNumberLine(country, taxNumber, t),
    ...(vatId === null ? [] : [t('vatId', { value: vatId })]),
    ...(registrationNumber === null ? [] : [t('registration', { country, value: registrationNumber })]),
  ]
}

/** A Russian organisation is named by two numbers, written `INN/KPP` in the one field. */
function taxNumberLine(country: string, taxNumber: string | null, t: PdfTexts): string[] {
  if (taxNumber === null || taxNumber === '') return []
  const isPair = country === 'RU' && taxNumber.includes('/')
  return [isPair ? t('law.innKpp', { value: taxNumber }) : t('taxNumber', { country, value: taxNumber })]
}

/** The buyer's country stands on the paper where it is not the seller's, as the post needs it. */
export function buyerLines(
  { buyer, seller }: Pick<InvoicePrint, 'buyer' | 'seller'>,
  t: PdfTexts,
  language: Language,
): string[] {
  const { country, taxNumber, vatId } = buyer
  return [
    ...buyer.addressLines,
    ...(country === seller.country ? [] : [countryName(country, language)]),
    ...taxNumberLine(country, taxNumber, t),
    ...(vatId === null ? [] : [t('vatId', { value: vatId })]),
  ]
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
  const local = localVat(print)
  if (local !== null && local.vat.amount !== 0)
    tell(t('law.localVat', { currency: local.rate.toCurrency }), local.vat)
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

/** VAT in the currency of the seller's country, where the document is in another one and the rate of its day is known. */
export function localVat({
  lines,
  totals,
  localRate: rate,
}: Pick<InvoicePrint, 'lines' | 'totals' | 'localRate'>) {
  if (rate === null || rate === undefined) return null
  const vat = sum(
    lines.filter(({ kind }) => kind !== 'insurance').map((line) => line.vat),
    totals.vat.currency,
  )
  return { vat: exchanged(vat, rate.rate, rate.toCurrency), rate }
}

function rateNote(print: InvoicePrint, t: PdfTexts, language: Language): string[] {
  const local = localVat(print)
  if (local === null || local.vat.amount === 0) return []
  const { toCurrency, rate, day, source } = local.rate
  return [
    t('law.localRate', {
      from: print.totals.vat.currency,
      to: toCurrency,
      rate: formatRate(rate, language),
      day: formatDay(day, language),
      source,
    }),
  ]
}

interface PaymentBox {
  readonly title: string
  readonly rows: readonly Figure[]
  readonly hint: string
}

/** Why somebody made a credit note stands on it; that of a closing says its reason line by line. */
function creditBox({ reason }: InvoicePrint, t: PdfTexts): PaymentBox {
  const title = t('credit.boxTitle')
  return reason === undefined
    ? { title, rows: [], hint: t('credit.boxHint') }
    : { title, rows: [{ label: t('credit.reason'), value: reason }], hint: t('credit.balanceHint') }
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

export function paymentBox(
  { seller, dueOn, paymentReference }: Pick<InvoicePrint, 'seller' | 'dueOn' | 'paymentReference'>,
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
