import { money, type Currency, type Money } from '@stowage/domain/money'
import { formatDay, formatMoney } from '@stowage/texts/format.ts'
import type { Language } from '@stowage/texts/language.ts'
import { pdfTexts, type PdfTexts } from '@stowage/texts/pdf/index.ts'
import { renderPdf } from '../../platform/pdf/render-pdf.ts'
import type { PrintableDocument } from './document-view.ts'
import type { StatementFigures } from './plan.ts'
import { dayBefore } from './invoice-rows.ts'
import { buyerLines, paymentBox, taxLines, template } from './print-invoice.ts'

/** A final statement as PDF/A-3b in a language, on the paper of the invoice. */
export async function renderStatement(
  document: PrintableDocument,
  figures: StatementFigures,
  language: Language,
): Promise<Uint8Array> {
  return await renderPdf(template, statementPage(document, figures, language))
}

/** Everything on the page, already in words. @throws RangeError when the figures do not add up: a wrong statement is never printed */
export function statementPage(document: PrintableDocument, figures: StatementFigures, language: Language) {
  assertSums(document.id, figures)
  const t = pdfTexts(language)
  const { snapshot, number } = document
  const { seller } = snapshot
  const currency = document.currency as Currency
  const amount = (value: number): Money => money(value, currency)
  const tell = (label: string, value: number) => ({ label, value: formatMoney(amount(value), language) })
  const unless0 = (label: string, value: number) => (value === 0 ? [] : [tell(label, value)])
  const title = t('statement.title')
  const subtitle = number === null ? '' : t('invoice.number', { number })
  return {
    meta: {
      title: `${title} ${subtitle}`,
      date: document.documentDate,
      language,
      page: t('page', { page: '{page}', pages: '{pages}' }),
    },
    brand: document.brand,
    title,
    subtitle,
    seller: document.brand === seller.name ? [seller.address] : [seller.name, seller.address],
    billTo: t('invoice.billTo'),
    buyer: { name: snapshot.buyer.name, lines: buyerLines(snapshot, t, language) },
    facts: [
      { label: t('statement.columns.date'), value: formatDay(document.documentDate, language) },
      { label: t('statement.left'), value: formatDay(figures.leftOn, language) },
      { label: t('invoice.contract'), value: snapshot.contractNumber },
    ],
    box: { label: t('invoice.box'), number: snapshot.unitNumber },
    columns: [
      t('statement.columns.document'),
      '',
      '',
      t('statement.columns.date'),
      t('statement.columns.amount'),
    ],
    rows: figures.documents.map((row) => ({
      title: nameOf(row.kind, document.numbers[row.id] ?? '', t),
      why:
        row.periodFrom === null || row.periodTo === null || row.periodFrom === row.periodTo
          ? []
          : [`${formatDay(row.periodFrom, language)} – ${formatDay(dayBefore(row.periodTo), language)}`],
      quantity: '',
      unitPrice: '',
      vat: formatDay(row.documentDate, language),
      amount: formatMoney(amount(row.gross), language),
    })),
    totals: [
      tell(t('statement.billed'), figures.billed),
      tell(t('statement.paid'), -figures.paid),
      ...unless0(t('statement.credited'), -figures.credited),
      ...unless0(t('statement.deposit'), -figures.deposit),
      ...unless0(t('statement.balance'), -figures.balance),
      ...unless0(t('statement.toOthers'), figures.toOthers),
    ],
    total: {
      label: t(
        figures.owed > 0 ? 'statement.owed' : figures.payout > 0 ? 'statement.payout' : 'statement.even',
      ),
      value: formatMoney(amount(figures.owed > 0 ? figures.owed : figures.payout), language),
    },
    after: [],
    payment: boxOf(document, figures, t, language),
    notes: [t('statement.note'), t('statement.contact', { phone: seller.phone, email: seller.email })],
    foot: [[seller.name, seller.address], taxLines(seller, t), [seller.phone, seller.email]],
  }
}

function boxOf(
  { snapshot, dueOn, currency }: PrintableDocument,
  { owed, payout }: StatementFigures,
  t: PdfTexts,
  language: Language,
) {
  if (owed > 0)
    return paymentBox(
      { seller: snapshot.seller, dueOn, paymentReference: snapshot.contractNumber },
      t,
      language,
    )
  if (payout === 0) return { title: t('statement.evenTitle'), rows: [], hint: t('statement.evenHint') }
  const left = formatMoney(money(payout, currency as Currency), language)
  return { title: t('statement.payoutTitle', { amount: left }), rows: [], hint: t('statement.payoutHint') }
}

const nameOf = (kind: string, number: string, t: PdfTexts): string =>
  t(
    kind === 'credit_note'
      ? 'statement.credit'
      : kind === 'penalty'
        ? 'statement.penalty'
        : 'statement.invoice',
    {
      number,
    },
  )

function assertSums(id: string, figures: StatementFigures): void {
  const { billed, paid, credited, deposit, balance, toOthers, owed, payout } = figures
  const reached = billed - paid - credited - deposit - balance + toOthers
  if (reached !== owed - payout)
    throw new RangeError(`statement ${id}: its figures come to ${reached}, not to ${owed - payout}`)
}
