import { unitOf } from '@stowage/domain/box'
import { add, negate, times, zero } from '@stowage/domain/money'
import type { TariffRule } from '@stowage/domain/tariff'
import { formatDay, formatMoney, formatPercent, formatSize } from '@stowage/texts/format.ts'
import type { Language } from '@stowage/texts/language.ts'
import type { PdfTexts } from '@stowage/texts/pdf/index.ts'
import type {
  CorrectedPrintLine,
  InvoicePrint,
  PenaltyPrintLine,
  PricedPrintLine,
  PrintedLine,
} from './invoice-print.ts'
import { settledWhy } from './settled-why.ts'

interface Row {
  readonly title: string
  readonly why: readonly string[]
  readonly quantity: string
  readonly unitPrice: string
  readonly vat: string
  readonly amount: string
}

/** A line of the invoice; the discount, which is part of the rent line, stands under it so that the reader can follow. */
export function rowsOf(line: PrintedLine, print: InvoicePrint, t: PdfTexts, language: Language): Row[] {
  if ('corrected' in line) return [correctedRow(line, print, t, language)]
  if (line.kind === 'penalty') return [penaltyRow(line, t, language)]
  const { rate, months } = line.explanation
  const listed = add(line.net, line.discount)
  // What is taken back is no number of months at a price: the reason below says how it was counted.
  const isCredit = print.corrects !== undefined
  const row: Row = {
    ...wordsOf(line, print, t, language),
    quantity: isCredit
      ? ''
      : line.kind === 'deposit'
        ? '1'
        : t(line.unit === 'day' ? 'days' : 'months', { n: line.quantity }),
    unitPrice: isCredit ? '' : formatMoney(line.kind === 'deposit' ? line.net : rate, language),
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
    rule?.kind === 'tariff'
      ? tariffWhy(rule, line, t, language)
      : rule?.kind === 'stock'
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

/** Why a month is lower under a tariff: its first month has a price of its own, or it lies behind a step (decision 16). */
function tariffWhy(rule: TariffRule, line: PricedPrintLine, t: PdfTexts, language: Language): string {
  const { months, monthOfTerm = 1 } = line.explanation
  const name = rule.name[language]
  const amount = formatMoney(add(line.net, line.discount), language)
  if (months > 1) return t('invoice.discountTariffMonths', { name })
  if (monthOfTerm === 1 && rule.firstMonth !== null)
    return t('invoice.discountTariffFirst', { name, price: formatMoney(line.net, language), amount })
  const percent = formatPercent(line.discountPercent, language)
  return t('invoice.discountTariffStep', { name, percent, amount, month: monthOfTerm })
}

/** Which line it was, and how much of what was left of it goes back. */
function correctedRow(line: CorrectedPrintLine, print: InvoicePrint, t: PdfTexts, language: Language): Row {
  const { kind, net, corrected, vatPercent } = line
  const said = { part: formatMoney(negate(net), language), billed: formatMoney(corrected.billed, language) }
  const size = formatSize(print.size, unitOf(print.unitNumber), language)
  return {
    title: {
      rent: t('invoice.rent', { unit: print.unitNumber, size }),
      insurance: t('invoice.insurance'),
      deposit: t('invoice.deposit'),
      penalty: t('credit.penalty'),
    }[kind],
    why: [
      ...(kind === 'rent' || kind === 'insurance'
        ? [
            t('invoice.rentPeriod', {
              from: formatDay(print.period.from, language),
              to: formatDay(dayBefore(print.period.until), language),
              days: t('days', { n: daysOf(print) }),
            }),
          ]
        : []),
      t('credit.corrected', said),
    ],
    quantity: '',
    unitPrice: '',
    vat: vatPercent === 0 || kind === 'insurance' ? t('invoice.noVat') : formatPercent(vatPercent, language),
    amount: formatMoney(net, language),
  }
}

/** A reader can work it out: percent × days × what was unpaid. */
function penaltyRow({ quantity, net, penalty }: PenaltyPrintLine, t: PdfTexts, language: Language): Row {
  const said = {
    percent: formatPercent(penalty.percent, language),
    base: formatMoney(penalty.base, language),
    due: formatDay(penalty.dueOn, language),
    free: t('days', { n: penalty.freeDays }),
  }
  return {
    title: t('invoice.penalty', { number: penalty.invoiceNumber }),
    why: [
      t('invoice.rentPeriod', {
        from: formatDay(penalty.from, language),
        to: formatDay(dayBefore(penalty.until), language),
        days: t('days', { n: quantity }),
      }),
      t('invoice.penaltyWhy', said),
      ...(penalty.cap === null
        ? []
        : [t('invoice.penaltyCapped', { percent: formatPercent(penalty.cap, language) })]),
    ],
    quantity: t('days', { n: quantity }),
    // A price of one day, rounded, would not add up to the line.
    unitPrice: said.percent,
    vat: t('invoice.noVat'),
    amount: formatMoney(net, language),
  }
}

function wordsOf(
  { kind, explanation }: PricedPrintLine,
  print: InvoicePrint,
  t: PdfTexts,
  language: Language,
): Pick<Row, 'title' | 'why'> {
  const rate = formatMoney(explanation.rate, language)
  const why = settledWhy(explanation, t, language)
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
            days: t('days', {
              n: why === null ? (explanation.usedDays ?? explanation.days ?? 0) : daysOf(print),
            }),
          }),
          why ??
            (rateSince !== undefined && noticeServedOn !== undefined
              ? t('invoice.rentByNotice', {
                  rate,
                  since: formatDay(rateSince.toString(), language),
                  served: formatDay(noticeServedOn.toString(), language),
                })
              : price === null
                ? t('invoice.rentByRate', { rate })
                : t('invoice.rentBySize', { rate, size, price: formatMoney(price, language) })),
          ...partOf(explanation, why, t),
        ],
      }
    }
    case 'insurance':
      return {
        title: t('invoice.insurance'),
        why: [
          why ??
            t('invoice.insuranceWhy', {
              rate,
              coverage: formatMoney(explanation.coverage ?? zero(explanation.rate.currency), language),
            }),
        ],
      }
    case 'deposit':
      if (explanation.rule === 'depositReturned') return { title: t('credit.deposit'), why: [] }
      if (explanation.rule === 'depositDifference') return depositDifference(explanation, t, language)
      return { title: t('invoice.deposit'), why: [t('invoice.depositWhy', { n: explanation.months })] }
  }
}

const daysOf = ({ period }: InvoicePrint): number =>
  Temporal.PlainDate.from(period.from).until(Temporal.PlainDate.from(period.until)).days

/** The last day of a half-open range whose end is `day`. */
export function dayBefore(day: string): string {
  return Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()
}

/** Where only a part of a period is charged: how many of its days. */
function partOf(
  { days, usedDays }: PricedPrintLine['explanation'],
  why: string | null,
  t: PdfTexts,
): string[] {
  return why !== null || usedDays === undefined || days === undefined
    ? []
    : [t('invoice.partOfPeriod', { usedDays, days: t('days', { n: days }) })]
}

/** After moving to another box: what its deposit is above the one before, or what goes back. */
function depositDifference(
  { rate, months, held, cost }: PricedPrintLine['explanation'],
  t: PdfTexts,
  language: Language,
): Pick<Row, 'title' | 'why'> {
  if (held === undefined)
    return {
      title: t('credit.deposit'),
      why: cost === undefined ? [] : [t('credit.depositKept', { cost: formatMoney(cost, language) })],
    }
  const said = { n: months, rate: formatMoney(rate, language), held: formatMoney(held, language) }
  return { title: t('invoice.deposit'), why: [t('invoice.depositMore', said)] }
}
