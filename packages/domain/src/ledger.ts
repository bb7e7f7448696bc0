/**
 * The double-entry book (I3): every posting sums to zero in its one currency, a balance is the fold of its entries, and entries
 * are only ever added: a correction is the reversal of what was wrong. Billing decides when to post; here is what.
 */
import { add, MoneyError, negate, sum, zero, type Currency, type Money } from './money.ts'

/** Accounts of which there is one each; `cash:<processor>` stands beside them per way in which money comes. */
export const ledgerAccounts = [
  /** What tenants owe on issued documents. */
  'receivable',
  /** What we owe tenants: surplus that pays their next documents. */
  'tenantCredit',
  'rent',
  'vat',
  'insurance',
  'insuranceTax',
  /** Deposits asked for and not yet paid. */
  'depositAsked',
  /** Deposits held: a liability, always refunded. */
  'deposit',
  'penalty',
  /** Rent invoiced for days to come: not earned yet (deferral.ts). */
  'deferredRent',
  /** Money on its way back to tenants. */
  'payout',
  /** Debt given up. */
  'writeOff',
  /** What payers sent less than was asked, within the tolerance of the seller. */
  'shortfall',
] as const
export type LedgerAccount = (typeof ledgerAccounts)[number] | `cash:${string}`

/** A row of the book: debit above 0, credit below. Whose it is and what for, billing writes beside it. */
export interface LedgerEntry {
  readonly account: LedgerAccount
  readonly amount: Money
}

/** Entries that belong together and sum to zero; made by `posting` only. */
export interface Posting {
  readonly currency: Currency
  readonly entries: readonly LedgerEntry[]
}

export class LedgerError extends Error {
  readonly kind: 'unbalanced' | 'empty'
  constructor(kind: 'unbalanced' | 'empty', message: string) {
    super(message)
    this.name = 'LedgerError'
    this.kind = kind
  }
}

/**
 * Checks entries and makes them a posting; rows of 0 are dropped.
 * @throws LedgerError when they do not sum to zero or nothing is left; MoneyError `mixedCurrency`
 */
export function posting(entries: readonly LedgerEntry[]): Posting {
  const kept = entries.filter((entry) => entry.amount.amount !== 0)
  const [first] = kept
  if (first === undefined) throw new LedgerError('empty', 'a posting without amounts')
  const { currency } = first.amount
  const odd = entries.find((entry) => entry.amount.currency !== currency)
  if (odd !== undefined) {
    throw new MoneyError(
      'mixedCurrency',
      `a posting has one currency, not ${currency} and ${odd.amount.currency}`,
    )
  }
  const rest = balance(kept, currency)
  if (rest.amount !== 0)
    throw new LedgerError('unbalanced', `entries sum to ${rest.amount} ${currency}, not to zero`)
  return { currency, entries: kept }
}

/** The sum of entries, of one account or of the whole book, which is then zero. */
export function balance(entries: readonly LedgerEntry[], currency: Currency): Money {
  return sum(
    entries.map((entry) => entry.amount),
    currency,
  )
}

export interface InvoicedLine {
  readonly kind: 'rent' | 'insurance' | 'deposit' | 'penalty'
  readonly net: Money
  readonly vat: Money
  readonly gross: Money
}

/** A document is issued: the tenant owes its gross; each line earns, taxes or asks for what it is. Takes priced lines as they are. */
export function postInvoiceIssued(lines: readonly InvoicedLine[]): Posting {
  return posting(lines.flatMap((line) => [debit('receivable', line.gross), ...earned(line)]))
}

/** Money came in and paid documents. @param settled the sum of the settled shares */
export function postPaymentReceived(processor: string, settled: Money): Posting {
  return transfer(`cash:${processor}`, 'receivable', settled)
}

/** Money came in beyond what documents asked for. */
export function postSurplus(processor: string, surplus: Money): Posting {
  return transfer(`cash:${processor}`, 'tenantCredit', surplus)
}

/** The tenant's balance pays documents. */
export function postCreditUsed(settled: Money): Posting {
  return transfer('tenantCredit', 'receivable', settled)
}

/** The deposit that was asked for is paid, and held from now on. */
export function postDepositTaken(deposit: Money): Posting {
  return transfer('depositAsked', 'deposit', deposit)
}

/** A part of a payment went back as goodwill: what it had paid stays paid. */
export function postRefundWaived(processor: string, waived: Money): Posting {
  return transfer('writeOff', `cash:${processor}`, waived)
}

/**
 * A credit note is issued: what its lines had earned, taxed and asked for goes back, and the tenant has it as balance. Lines with
 * amounts above 0.
 * @param isDepositHeld whether the deposit that goes back was paid; else it had only been asked for
 * @param deferred what of the rent, net, had not been earned yet and stands in `deferredRent`
 */
export function postCreditNote(
  lines: readonly InvoicedLine[],
  isDepositHeld: boolean,
  deferred?: Money,
): Posting {
  return posting([
    ...(deferred === undefined ? [] : [debit('deferredRent', deferred), credit('rent', deferred)]),
    ...lines.flatMap((line) => [
      credit('tenantCredit', line.gross),
      ...earned(line).map(({ account, amount }) => ({
        account: account === 'depositAsked' && isDepositHeld ? ('deposit' as const) : account,
        amount: negate(amount),
      })),
    ]),
  ])
}

/** A debt is given up; taking that back is the reversal. */
export function postWrittenOff(amount: Money): Posting {
  return transfer('writeOff', 'receivable', amount)
}

/** A first invoice is paid but for a shortfall within the seller's tolerance: the seller bears it, with the tax on it. */
export function postShortfall(amount: Money): Posting {
  return transfer('shortfall', 'receivable', amount)
}

/** A part of a first invoice had been paid, and its booking is cancelled: the money is the tenant's balance. */
export function postPartReleased(amount: Money): Posting {
  return transfer('receivable', 'tenantCredit', amount)
}

/** A part of the tenant's balance has been paid out to him. */
export function postPayout(processor: string, amount: Money): Posting {
  return transfer('tenantCredit', `cash:${processor}`, amount)
}

/** The exact opposite, for what is voided or corrected. */
export function reversal(original: Posting): Posting {
  return posting(original.entries.map(({ account, amount }) => ({ account, amount: negate(amount) })))
}

/** Balance of each account that has entries: what `verify` compares with what is kept. @throws MoneyError `mixedCurrency` */
export function balances(entries: readonly LedgerEntry[], currency: Currency): Map<LedgerAccount, Money> {
  const folded = new Map<LedgerAccount, Money>()
  for (const { account, amount } of entries) {
    folded.set(account, add(folded.get(account) ?? zero(currency), amount))
  }
  return folded
}

function earned(line: InvoicedLine): LedgerEntry[] {
  switch (line.kind) {
    case 'rent':
      return [credit('rent', line.net), credit('vat', line.vat)]
    case 'insurance':
      return [credit('insurance', line.net), credit('insuranceTax', line.vat)]
    case 'deposit':
      return [credit('depositAsked', line.net), credit('vat', line.vat)]
    case 'penalty':
      return [credit('penalty', line.net), credit('vat', line.vat)]
  }
}

/** From one account to another. @throws RangeError unless the amount is above 0: the way back is a reversal */
function transfer(to: LedgerAccount, from: LedgerAccount, amount: Money): Posting {
  if (amount.amount <= 0) throw new RangeError(`an amount above 0 is moved, not ${amount.amount}`)
  return posting([debit(to, amount), credit(from, amount)])
}

export function debit(account: LedgerAccount, amount: Money): LedgerEntry {
  return { account, amount }
}

export function credit(account: LedgerAccount, amount: Money): LedgerEntry {
  return { account, amount: negate(amount) }
}
