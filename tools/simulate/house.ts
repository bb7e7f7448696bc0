import type { BilledLine } from '@stowage/domain/credit'
import type { ContractStatus } from '@stowage/domain/contract-life'
import type { DiscountRule } from '@stowage/domain/discount'
import type { Posting } from '@stowage/domain/ledger'
import { currencies, money, type Currency, type Money } from '@stowage/domain/money'
import type { PenaltyRules } from '@stowage/domain/penalty'
import type { PriceLine, PriceTerms } from '@stowage/domain/price'
import type { RiseRules } from '@stowage/domain/rise'
import type { EarlyLeave, TariffRule } from '@stowage/domain/tariff'
import type { VatRate } from '@stowage/domain/vat'
import { randomFrom, type Random } from '../demo/random.ts'

/** One stock of the simulated company: what a stock says, drawn anew for every seed. */
export interface House {
  readonly random: Random
  readonly currency: Currency
  readonly vat: readonly VatRate[]
  readonly discount: DiscountRule
  readonly insurance: PriceTerms['insurance']
  readonly depositMonths: number
  readonly penalties: PenaltyRules
  readonly rises: RiseRules
  /** Offered beside the discount for paying ahead; null: none. */
  readonly tariff: TariffRule | null
  readonly minStayMonths: number
  readonly noticeDays: number
  readonly earlyLeave: EarlyLeave
  readonly timeZone: string
  readonly tenants: readonly Tenant[]
  /** Boxes that nobody holds. */
  readonly free: number[]
  /** Balance of each account of the book, by the fold of what was posted. */
  readonly book: Map<string, number>
  readonly counts: Counts
  /** Paid in full, and what follows from that has not been done yet. */
  readonly settled: Document[]
  today: Temporal.PlainDate
  lastId: number
}

export interface Counts {
  contracts: number
  invoices: number
  penalties: number
  payments: number
  repeated: number
  refunds: number
  extensions: number
  rises: number
  notices: number
  closings: number
  moves: number
  overstays: number
  takenBack: number
  bound: number
  firstMonthsLost: number
  cancelled: number
  payouts: number
}

export interface Tenant {
  readonly id: number
  readonly contracts: Contract[]
  /** What stands in the book about him alone. */
  readonly book: Map<string, number>
  /** Money on its way, by the day on which the news of it comes. */
  readonly news: News[]
  readonly payments: Map<string, Payment>
  /** 0 pays everything at once, 1 hardly ever. */
  readonly lateness: number
}

export interface Payment {
  readonly id: string
  readonly documentId: string
  readonly amount: number
  readonly paidOn: Temporal.PlainDate
  isBooked: boolean
  refunded: number
}

export interface News {
  readonly on: Temporal.PlainDate
  readonly paymentId: string
  readonly what: 'received' | 'refundedAll' | 'refundedPart'
  readonly amount: number
}

export interface Contract {
  readonly id: string
  readonly tenant: Tenant
  box: number
  readonly startDay: Temporal.PlainDate
  readonly isOpenEnded: boolean
  readonly refundsUnusedTime: boolean
  terms: PriceTerms[]
  readonly documents: Document[]
  /** What was promised for a period, by its first day. */
  readonly promised: Map<string, { readonly until: string; readonly gross: number }>
  /** Payments of the first document wait for it until then. */
  readonly holdUntil: Temporal.PlainDate
  status: ContractStatus
  endDay: Temporal.PlainDate | null
  termStartDay: Temporal.PlainDate
  extendedOn: Temporal.PlainDate | null
  leaving: Temporal.PlainDate | null
  billedUntil: Temporal.PlainDate
  /** The day from which it may be asked for the next invoice; null: nothing is left to bill. */
  nextIssueOn: Temporal.PlainDate | null
  activeFrom: Temporal.PlainDate | null
  closedOn: Temporal.PlainDate | null
  /** What the settlement asks for goes until then. */
  paidUntil: Temporal.PlainDate | null
  hasMoved: boolean
}

export interface Document {
  readonly id: string
  readonly kind: 'invoice' | 'penalty'
  readonly contract: Contract
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
  readonly dueDay: Temporal.PlainDate
  readonly lines: readonly DocumentLine[]
  readonly gross: number
  readonly shares: Share[]
  /** How its first line was computed. */
  readonly rule: PriceLine['explanation']['rule'] | null
  /** The first day that it does not charge any more: the contract has moved, or days after the end have become days of a term. */
  movedOn: Temporal.PlainDate | null
  /** Of the invoice that a penalty is for. */
  readonly penalises: Document | null
  /** What credit notes gave back of each kind of line. */
  readonly credited: Map<string, { net: number; vat: number }>
  isNumbered: boolean
  isVoid: boolean
  paid: number
  depositHeld: number
  penalisedUntil: Temporal.PlainDate | null
  penalties: number
}

export type DocumentLine = Omit<BilledLine, 'kind'> & { readonly kind: BilledLine['kind'] | 'penalty' }

export interface Share {
  readonly source: string
  readonly day: Temporal.PlainDate
  readonly amount: number
}

const ZONES = ['Europe/Berlin', 'Europe/Moscow', 'America/Santiago', 'Asia/Kolkata', 'Pacific/Chatham']

export function openHouse(seed: string, tenants: number): House {
  const random = randomFrom(seed)
  const currency = random.pick(currencies)
  const today = Temporal.PlainDate.from('2026-10-01').add({ days: random.between(0, 800) })
  const percent = (): number => random.pick([0, 8.1, 19, 20, 22, 23, 25.5])
  const vat: VatRate[] = [{ validFrom: null, percent: percent() }]
  for (let days = random.between(20, 400); days < 400; days += random.between(60, 300))
    vat.push({ validFrom: today.add({ days }), percent: percent() })
  return {
    random,
    currency,
    vat,
    discount:
      random.next() < 0.5
        ? { kind: 'table' }
        : { kind: 'stock', percentPerMonth: random.pick([0.75, 2, 2.5, 5, 9.99, 12]) },
    insurance:
      random.next() < 0.3
        ? null
        : {
            monthly: money(random.between(1, 1999), currency),
            coverage: money(200_000, currency),
            taxPercent: random.pick([0, 19]),
          },
    depositMonths: random.pick([0, 0, 1, 2]),
    penalties: {
      percentPerDay: random.pick([0, 0.1, 0.33, 1, 5]),
      percentAfterEnd: random.pick([0.1, 1, 3]),
      freeDays: random.pick([0, 3, 5, 14]),
      capPercent: random.pick([10, 50, 100]),
    },
    rises: { noticeDays: random.pick([0, 30, 42]), capPercent: random.pick([5, 10, 100]) },
    tariff:
      random.next() < 0.5
        ? null
        : {
            kind: 'tariff',
            name: { ru: 'Т', en: 'T', de: 'T', pl: 'T' },
            steps: [
              { fromMonth: random.between(1, 3), percent: random.pick([5, 12.5, 30]) },
              { fromMonth: random.between(4, 12), percent: random.pick([33.33, 65, 100]) },
            ],
            firstMonth:
              random.next() < 0.8
                ? { price: random.pick([0, 100, 10_000]), minMonths: random.between(1, 3) }
                : null,
          },
    minStayMonths: random.between(0, 2),
    noticeDays: random.pick([0, 7, 21]),
    earlyLeave: random.pick(['usedDays', 'minimumStay', 'wholeTerm']),
    timeZone: random.pick(ZONES),
    tenants: Array.from({ length: tenants }, (_, id) => ({
      id,
      contracts: [],
      book: new Map(),
      news: [],
      payments: new Map(),
      lateness: random.next() ** 2,
    })),
    free: Array.from({ length: Math.ceil(tenants * 1.1) }, (_, box) => box),
    book: new Map(),
    counts: {
      contracts: 0,
      invoices: 0,
      penalties: 0,
      payments: 0,
      repeated: 0,
      refunds: 0,
      extensions: 0,
      rises: 0,
      notices: 0,
      closings: 0,
      moves: 0,
      overstays: 0,
      takenBack: 0,
      bound: 0,
      firstMonthsLost: 0,
      cancelled: 0,
      payouts: 0,
    },
    settled: [],
    today,
    lastId: 0,
  }
}

export const newId = (house: House): string => String((house.lastId += 1)).padStart(7, '0')

/** Enters a posting of the domain into the book, and into the tenant's part of it. */
export function enter(house: House, tenant: Tenant, { entries }: Posting): void {
  for (const { account, amount } of entries) {
    if (amount.currency !== house.currency) throw new Error('a posting of another currency')
    house.book.set(account, (house.book.get(account) ?? 0) + amount.amount)
    tenant.book.set(account, (tenant.book.get(account) ?? 0) + amount.amount)
  }
}

export const inHouse = (house: House, amount: number): Money => money(amount, house.currency)
/** Credit stands below zero in the book. */
export const creditOf = (tenant: Tenant): number => 0 - (tenant.book.get('tenantCredit') ?? 0)
export const isBefore = (a: Temporal.PlainDate, b: Temporal.PlainDate): boolean =>
  Temporal.PlainDate.compare(a, b) < 0
export const unpaid = (document: Document): number => (document.isVoid ? 0 : document.gross - document.paid)
export const documentsOf = (tenant: Tenant): Document[] =>
  tenant.contracts.flatMap((contract) => contract.documents)

/** The first day of a document's that it does not charge. */
export const chargedUntil = ({ movedOn, until }: Document): Temporal.PlainDate => movedOn ?? until
/** An invoice that still charges a day, and days of the contract. */
export const chargesDays = (document: Document): boolean =>
  document.kind === 'invoice' &&
  !document.isVoid &&
  document.rule !== 'firstMonthLost' &&
  !document.from.equals(chargedUntil(document))
