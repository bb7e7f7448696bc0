import { note } from '../../../platform/audit/author.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { decideEntry, insertAllocation, type EntryRow } from '../bank/bank-store.ts'
import { findPayment } from '../payment-store.ts'
import { debitsNamed, lockBankDebit, noteMoneyOfReturned, type BankDebitRow } from './bank-debit-store.ts'
import { returnDebit, settleDebit, type Decision } from './decide-debit.ts'

/** By whom a movement was put to debits. */
const BY_ITSELF = 'bank-statement'
/** A file, or one of its parts: a name of ours of 26 letters and a number behind it. */
const OURS = /\b[0-9A-HJKMNP-TV-Z]{26}(?:-\d{1,3})?\b/g

/**
 * Puts a movement of the bank to the debits that it is about: money of a whole part or of one debit that came in, one that came
 * back. Names decide, never a sum alone, but where a batch without any name is to the cent one part that is due.
 * @returns false where it is about none; `asked`: it is, and does not fit
 */
export async function matchDebits(platform: Platform, tx: Tx, entry: EntryRow): Promise<boolean | 'asked'> {
  if (entry.currency !== 'EUR') return false
  const singles = await singlesOf(tx, entry)
  // Several by their own names in one sum: what is whose part, the bank does not say.
  if (singles.length > 1) return 'asked'
  const [one] = singles
  if (entry.direction === 'out') return one === undefined ? false : await takeReturn(platform, tx, entry, one)
  if (entry.isReversal) return one === undefined ? false : 'asked'
  if (one) return one.amount === entry.amount ? await takeMoney(platform, tx, entry, [one]) : 'asked'
  const names = namesIn(entry)
  const named = names.length === 0 ? [] : await debitsNamed(tx, { sellerId: entry.sellerId, names })
  if (named.length > 0) {
    const meant = fitting(named, entry.amount)
    return meant === undefined ? 'asked' : await takeMoney(platform, tx, entry, meant)
  }
  if (!entry.isBatch) return false
  const due = await debitsNamed(tx, { sellerId: entry.sellerId, booked: entry.bookedOn })
  const parts = [...Map.groupBy(due, ({ partId }) => partId).values()].filter(
    (part) => sumOf(part) === entry.amount,
  )
  if (parts.length !== 1) return false
  // A batch of another name may be somebody else's that comes to the same sum.
  return entry.batchReference === null ? await takeMoney(platform, tx, entry, parts[0] ?? []) : 'asked'
}

/** The debits that it calls by their names, wherever the bank writes them: many put them among the words. */
async function singlesOf(tx: Tx, entry: EntryRow): Promise<BankDebitRow[]> {
  const found: BankDebitRow[] = []
  for (const id of namesIn(entry)
    .filter((name) => !name.includes('-'))
    .toSorted()) {
    const debit = await lockBankDebit(tx, id)
    if (debit?.sellerId === entry.sellerId) found.push(debit)
  }
  return found
}

const namesIn = (entry: EntryRow): string[] => [
  ...new Set(
    [entry.batchReference, entry.endToEndId, entry.reference, entry.purpose].flatMap(
      (text) => text?.toUpperCase().match(OURS) ?? [],
    ),
  ),
]

const sumOf = (debits: readonly BankDebitRow[]): number => debits.reduce((sum, { amount }) => sum + amount, 0)

/** All of them, as banks book at first; or what was left after some had been refused before. */
function fitting(debits: readonly BankDebitRow[], amount: number): readonly BankDebitRow[] | undefined {
  const pending = debits.filter(({ status }) => status === 'pending')
  if (sumOf(debits) === amount) return debits
  return sumOf(pending) === amount ? pending : undefined
}

async function takeMoney(
  platform: Platform,
  tx: Tx,
  entry: EntryRow,
  debits: readonly BankDebitRow[],
): Promise<true | 'asked'> {
  // Money for what is paid already, or was given up and never should have come: whose it is, only a person knows.
  if (!debits.every((debit) => debit.status === 'pending' || isBackBefore(debit))) return 'asked'
  const decision = decisionOf(platform, entry)
  const settled: string[] = []
  for (const debit of debits) {
    if (isBackBefore(debit)) await noteMoneyOfReturned(tx, debit.paymentId, entry.id)
    else if (await settleDebit(tx, debit, decision)) {
      settled.push(debit.paymentId)
      await allocate(tx, entry, debit, decision.at)
    }
  }
  await decideEntry(tx, entry.id, { state: settled.length === 0 ? 'noted' : 'settled', at: decision.at })
  noteDone(platform, tx, entry, settled)
  return true
}

/** It had come back on the same day, and stands before its own money in the statement: the two are one. */
const isBackBefore = ({ status, returnedOn, hasEntry }: BankDebitRow): boolean =>
  status === 'failed' && returnedOn !== null && !hasEntry

async function takeReturn(
  platform: Platform,
  tx: Tx,
  entry: EntryRow,
  debit: BankDebitRow,
): Promise<true | 'asked'> {
  // Banks take their own fee along; less than the debit is something else.
  if (entry.isBatch || entry.amount < debit.amount) return 'asked'
  const decision = decisionOf(platform, entry)
  if (!(await returnDebit(tx, debit, entry.returnReason?.trim().toUpperCase() ?? null, decision)))
    return 'asked'
  await decideEntry(tx, entry.id, { state: 'noted', at: decision.at })
  noteDone(platform, tx, entry, [debit.paymentId])
  return true
}

const decisionOf = (platform: Platform, entry: EntryRow): Decision => ({
  on: entry.bookedOn,
  entryId: entry.id,
  at: platform.clock.now(),
})

/** What came in stands beside the document that it pays, as of every movement. */
async function allocate(tx: Tx, entry: EntryRow, debit: BankDebitRow, at: Temporal.Instant): Promise<void> {
  const payment = await findPayment(tx, debit.paymentId)
  if (!payment?.reference.startsWith('document:')) return
  await insertAllocation(tx, {
    id: newId(),
    entryId: entry.id,
    paymentId: payment.id,
    accountId: payment.accountId,
    documentId: payment.reference.slice('document:'.length),
    amount: debit.amount,
    isAutomatic: true,
    madeAt: at,
    madeById: BY_ITSELF,
  })
}

function noteDone(platform: Platform, tx: Tx, entry: EntryRow, debits: readonly string[]): void {
  note(
    tx,
    platform.clock,
    { actorId: null },
    {
      action: entry.direction === 'in' ? 'debits-settled' : 'debit-returned',
      subjectType: 'bank-entry',
      subjectId: entry.id,
      after: { amount: entry.amount, returnReason: entry.returnReason, debits },
    },
  )
}
