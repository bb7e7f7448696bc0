import path from 'node:path'
import { limits } from '@stowage/domain/limits'
import { money, type Money } from '@stowage/domain/money'
import { quote, type PlannedPayment } from '@stowage/domain/quote'
import { isTariffRule } from '@stowage/domain/tariff'
import {
  countryName,
  formatDay,
  formatInstant,
  formatLongDay,
  formatMoney,
  formatNumber,
  formatPercent,
  formatSize,
} from '@stowage/texts/format.ts'
import type { Language } from '@stowage/texts/language.ts'
import { pdfTexts, type PdfTexts } from '@stowage/texts/pdf/index.ts'
import { renderPdf } from '../../platform/pdf/render-pdf.ts'
import { readTerms } from '../billing/index.ts'
import type { LeaseFacts } from './lease-facts.ts'
import { leaseHash, LEASE_VERSION } from './lease-text.ts'

export interface PrintedSignature {
  readonly name: string
  /** ISO instant. */
  readonly at: string
  /** Network address; null where it is not known. */
  readonly address: string | null
  readonly textVersion: string
  readonly textHash: string
  readonly language: Language
}

export interface PrintedLease {
  readonly facts: LeaseFacts
  /** null before booking. */
  readonly contractNumber: string | null
  /** The stock's day on which it is or would be concluded, 'YYYY-MM-DD'. */
  readonly concludedOn: string
  /** null: printed as a draft that says so. */
  readonly signature: PrintedSignature | null
  /** A late first payment has moved the term that was signed: its first day, and the first behind it. */
  readonly moved?: { readonly from: string; readonly until: string | null } | null
}

const template = path.join(import.meta.dirname, 'print-lease.typ')

/**
 * The lease as PDF/A-3b, two to four pages. A signature's hash is computed anew, so that a lease whose terms or text are no
 * longer those that were signed is not printed as if it were. In another language than the signed one it says that it is a
 * translation.
 * @throws RangeError when the signature belongs to other terms or another text
 */
export async function renderLeasePdf(lease: PrintedLease, language: Language): Promise<Uint8Array> {
  const { facts, signature, contractNumber } = lease
  if (
    signature !== null &&
    leaseHash(facts, signature.language, signature.textVersion) !== signature.textHash
  ) {
    throw new RangeError(
      `lease ${contractNumber ?? ''}: text and terms are not those that were signed as ${signature.textHash}`,
    )
  }
  return await renderPdf(template, leasePage(lease, language))
}

/** Everything on the page, already in words: the template only lays it out. */
export function leasePage(
  { facts, contractNumber, concludedOn, signature, moved = null }: PrintedLease,
  language: Language,
) {
  const t = pdfTexts(language)
  const { seller, tenant, stock } = facts
  const number = contractNumber ?? '…'
  const textVersion = signature?.textVersion ?? LEASE_VERSION
  return {
    meta: {
      title: `${t('lease.title')} ${number}`,
      date: concludedOn,
      language,
      page: t('page', { page: '{page}', pages: '{pages}' }),
    },
    textVersion,
    brand: seller.name,
    title: t('lease.title'),
    subtitle: t('lease.subtitle', { number, day: formatLongDay(concludedOn, language) }),
    parties: [
      {
        role: t('lease.operator'),
        name: seller.name,
        lines: [seller.address, ...registers(seller, t), seller.phone, seller.email],
      },
      {
        role: t('lease.tenant'),
        name: tenant.name,
        lines: [
          ...tenant.addressLines,
          ...(tenant.country === seller.country ? [] : [countryName(tenant.country, language)]),
          ...registers({ ...tenant, registrationNumber: null }, t),
          ...(tenant.personalId === null ? [] : [t('lease.personalId', { value: tenant.personalId })]),
          ...(tenant.phone === null ? [] : [tenant.phone]),
          tenant.email,
        ],
      },
    ],
    object: { title: t('lease.object'), unit: facts.box.unitNumber, rows: objectRows(facts, t, language) },
    price: { title: t('lease.price'), rows: priceRows(facts, t, language) },
    text: leaseWords(facts, { number, concludedOn }, t, language),
    signature: {
      title: t('lease.signature'),
      note:
        signature === null
          ? t('lease.unsigned')
          : signature.language === language
            ? ''
            : t('lease.translation', { language: signature.language }),
      rows: [
        ...(signature === null
          ? []
          : [
              { label: t('lease.signedBy'), value: signature.name },
              { label: t('lease.accepted'), value: t('lease.acceptedBoth') },
              {
                label: t('lease.signedAt'),
                value: `${formatInstant(signature.at, stock.timeZone, language)} (${stock.timeZone})`,
              },
              ...(signature.address === null
                ? []
                : [{ label: t('lease.signedFrom'), value: signature.address }]),
              { label: t('lease.textVersion'), value: `${textVersion}, ${signature.language.toUpperCase()}` },
              { label: t('lease.textHash'), value: signature.textHash },
            ]),
        ...(moved === null ? [] : [{ label: t('lease.moved'), value: movedTerm(moved, t, language) }]),
      ],
    },
    foot: [
      [seller.name, seller.address],
      [seller.phone, seller.email],
    ],
  }
}

interface Fact {
  readonly label: string
  readonly value: string
}

function objectRows(facts: LeaseFacts, t: PdfTexts, language: Language): Fact[] {
  const { box, stock } = facts
  return [
    {
      label: t('lease.size'),
      value: [
        sizeOf(facts, language),
        ...(box.floor === null ? [] : [t('lease.floor', { floor: box.floor })]),
        ...dimensions(box, t, language),
      ].join(', '),
    },
    { label: t('lease.site'), value: `${stock.name}, ${siteAddress(stock)}` },
    {
      label: t('lease.hours'),
      value: t('lease.hoursValue', { from: stock.openingTime, to: stock.closingTime }),
    },
    { label: t('lease.term'), value: termOf(facts, t, language) },
    ...(tariffWords(facts, t, language)?.facts ?? []),
    { label: t('lease.billing'), value: billingOf(facts, t) },
  ]
}

/** What the text says of the tariff, and what of it stands beside the term; null without one. */
function tariffWords({ terms }: LeaseFacts, t: PdfTexts, language: Language) {
  const { tariff, discount, currency } = terms
  if (tariff === undefined || !isTariffRule(discount)) return null
  const months = (n: number): string => t('months', { n })
  const name = tariff.name[language]
  const minStay = tariff.minStayMonths === 0 ? null : months(tariff.minStayMonths)
  const notice = tariff.noticeDays === 0 ? null : t('days', { n: tariff.noticeDays })
  const { firstMonth, steps } = discount
  return {
    name,
    steps: steps.map(({ fromMonth, percent }) => ({
      month: String(fromMonth),
      percent: percent === 0 ? null : formatPercent(percent, language),
    })),
    first: firstMonth && {
      price: formatMoney(money(firstMonth.price, currency), language),
      months: months(firstMonth.minMonths),
    },
    minStay,
    notice,
    early: tariff.earlyLeave,
    facts: [
      { label: t('lease.tariff'), value: name },
      ...(minStay === null ? [] : [{ label: t('lease.minStay'), value: minStay }]),
      ...(notice === null ? [] : [{ label: t('lease.notice'), value: notice }]),
    ],
  }
}

function priceRows(facts: LeaseFacts, t: PdfTexts, language: Language): Fact[] {
  const { rate, monthGross, vatPercent, discountPercent, insurance, deposit, first, later } = priceOf(facts)
  const said = (value: Money): string => formatMoney(value, language)
  return [
    { label: t('lease.rate'), value: said(rate) },
    {
      label: t('lease.rateGross', { percent: formatPercent(vatPercent, language) }),
      value: said(monthGross),
    },
    ...stepRows(facts, t, language),
    ...(discountPercent === 0
      ? []
      : [{ label: t('lease.discount'), value: formatPercent(discountPercent, language) }]),
    ...(insurance === null
      ? []
      : [
          {
            label: t('lease.insurance', { coverage: said(insurance.coverage) }),
            value: said(insurance.monthly),
          },
        ]),
    { label: t('lease.deposit'), value: deposit === null ? t('lease.none') : said(deposit) },
    { label: t('lease.first'), value: said(first) },
    ...(facts.terms.tariff === undefined ? laterRows(later, t, language) : changesOf(later, t, language)),
  ]
}

/** From which month of the term on the rent is lower by how much. */
function stepRows({ terms }: LeaseFacts, t: PdfTexts, language: Language): Fact[] {
  if (!isTariffRule(terms.discount)) return []
  return terms.discount.steps.map(({ fromMonth, percent }) => ({
    label: t('lease.discountFrom', { month: fromMonth }),
    value: formatPercent(percent, language),
  }))
}

/** Figures of the lease, from the same engine and terms as quote and invoices (I11). */
function priceOf({ terms }: LeaseFacts) {
  const stored = readTerms(terms)
  const { first, next, monthlyGross } = quote(stored)
  const rent = first.lines.find((line) => line.kind === 'rent')
  return {
    rate: stored.rate,
    monthGross: monthlyGross,
    vatPercent: rent?.vatPercent ?? 0,
    // Of paying ahead; a tariff's are named by month.
    discountPercent: stored.tariff === undefined ? (rent?.discountPercent ?? 0) : 0,
    insurance: stored.insurance === null || stored.insurance.monthly.amount === 0 ? null : stored.insurance,
    deposit: first.lines.find((line) => line.kind === 'deposit')?.net ?? null,
    first: first.totals.gross,
    later: next,
  }
}

/** One line where all later payments are alike, else one for each: a term has at most eleven. */
function laterRows(later: readonly PlannedPayment[], t: PdfTexts, language: Language): Fact[] {
  const [one] = later
  if (one === undefined) return []
  if (later.every(({ amount }) => amount.amount === one.amount.amount))
    return [{ label: t('lease.next'), value: formatMoney(one.amount, language) }]
  return later.map(({ day, amount }) => ({
    label: t('lease.nextOn', { day: formatDay(day.toString(), language) }),
    value: formatMoney(amount, language),
  }))
}

/** Under a tariff a term may be long and its amounts few: each with the first day on which it is paid. */
function changesOf(later: readonly PlannedPayment[], t: PdfTexts, language: Language): Fact[] {
  return later
    .filter(({ amount }, index) => amount.amount !== later[index - 1]?.amount.amount)
    .map(({ day, amount }) => ({
      label: t('lease.nextFrom', { day: formatDay(day.toString(), language) }),
      value: formatMoney(amount, language),
    }))
}

/** The values of the lease text, as words of its language; null where a contract does not have it. */
function leaseWords(
  facts: LeaseFacts,
  { number, concludedOn }: { number: string; concludedOn: string },
  t: PdfTexts,
  language: Language,
) {
  const { seller, tenant, stock, terms, rules, endDay } = facts
  const { rate, monthGross, vatPercent, discountPercent, insurance, deposit, first } = priceOf(facts)
  const said = (value: Money): string => formatMoney(value, language)
  const percent = (value: number): string => formatPercent(value, language)
  const isConsumer = tenant.accountType === 'individual' && !tenant.isIndividualEntrepreneur
  return {
    number,
    concluded: formatDay(concludedOn, language),
    unit: facts.box.unitNumber,
    size: sizeOf(facts, language),
    site: stock.name,
    siteAddress: siteAddress(stock),
    operator: seller.name,
    operatorAddress: seller.address,
    email: seller.email,
    phone: seller.phone,
    start: formatLongDay(terms.startDay, language),
    end: endDay === null ? null : formatLongDay(endDay, language),
    months: terms.durationMonths === null ? null : t('months', { n: terms.durationMonths }),
    leavingTime: limits.contract.leavingTime,
    rate: said(rate),
    rateGross: said(monthGross),
    vat: percent(vatPercent),
    billing: billingOf(facts, t),
    first: said(first),
    discount: discountPercent === 0 ? null : percent(discountPercent),
    tariff: tariffWords(facts, t, language),
    monthsPaid: t('months', { n: terms.periodMonths }),
    insurance:
      insurance === null ? null : { monthly: said(insurance.monthly), coverage: said(insurance.coverage) },
    deposit: deposit === null ? null : said(deposit),
    penalty: rules.penaltyPercent === 0 ? null : percent(rules.penaltyPercent),
    // The first charged day is the due day plus the free days plus one (decision 19).
    lateFrom: String(rules.freeDays + 1),
    afterEnd: rules.afterEndPercent === 0 ? null : percent(rules.afterEndPercent),
    cap: percent(rules.penaltyCapPercent),
    hours: { from: stock.openingTime, to: stock.closingTime },
    carHeight:
      stock.carHeightLimitCm === null
        ? null
        : `${formatNumber(stock.carHeightLimitCm / 100, language)}\u00a0${language === 'ru' ? 'м' : 'm'}`,
    refunds: rules.refundsUnusedTime && terms.tariff?.earlyLeave !== 'wholeTerm',
    withdrawalDays: isConsumer ? String(limits.contract.withdrawalDays) : null,
  }
}

interface Registered {
  readonly country: string
  readonly taxNumber: string | null
  readonly vatId: string | null
  readonly registrationNumber: string | null
}

function registers({ country, taxNumber, vatId, registrationNumber }: Registered, t: PdfTexts): string[] {
  return [
    ...(taxNumber === null ? [] : [t('taxNumber', { country, value: taxNumber })]),
    ...(vatId === null ? [] : [t('vatId', { value: vatId })]),
    ...(registrationNumber === null ? [] : [t('registration', { country, value: registrationNumber })]),
  ]
}

const sizeOf = ({ box }: LeaseFacts, language: Language): string => formatSize(box.size, box.unit, language)

const siteAddress = ({ address, zip, city }: LeaseFacts['stock']): string => `${address}, ${zip} ${city}`

function dimensions({ height, width, depth }: LeaseFacts['box'], t: PdfTexts, language: Language): string[] {
  if (height === null || width === null || depth === null) return []
  return [
    t('lease.dimensions', {
      height: formatNumber(height, language),
      width: formatNumber(width, language),
      depth: formatNumber(depth, language),
    }),
  ]
}

function termOf({ terms, endDay }: LeaseFacts, t: PdfTexts, language: Language): string {
  const from = formatDay(terms.startDay, language)
  if (endDay === null || terms.durationMonths === null) return t('lease.termOpen', { from })
  return t('lease.termFixed', {
    months: t('months', { n: terms.durationMonths }),
    from,
    to: formatDay(endDay, language),
  })
}

function billingOf({ terms }: LeaseFacts, t: PdfTexts): string {
  return terms.durationMonths === terms.periodMonths && terms.durationMonths > 1
    ? t('lease.billingAtOnce')
    : t('lease.billingEach', { n: terms.periodMonths })
}

/** Behind what was signed, which stays as it was: from when the term runs since its first payment came after the planned day. */
const movedTerm = (
  { from, until }: { readonly from: string; readonly until: string | null },
  t: PdfTexts,
  language: Language,
): string =>
  t('lease.movedTerm', {
    from: formatLongDay(from, language),
    until:
      until === null
        ? 'none'
        : formatLongDay(Temporal.PlainDate.from(until).subtract({ days: 1 }).toString(), language),
  })
