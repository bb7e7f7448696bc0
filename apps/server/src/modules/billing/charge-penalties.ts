import { limits } from '@stowage/domain/limits'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { type Pace, unpaced } from '../../platform/pace/pacer.ts'
import type { Platform } from '../../platform/platform.ts'
import { workRows } from '../../platform/rows-of-job.ts'
import { findDocument, findDocuments, lockDocument, takeTenantTurn } from './billing-store.ts'
import { documentIssued, penaltyIssued } from './events.ts'
import { readLate, unchargedMonths } from './late-invoice-view.ts'
import {
  insertPenalty,
  lateInvoicesOf,
  lockLateInvoice,
  setPenalisedUntil,
  uncheckedInvoices,
} from './penalty-store.ts'
import { issue, useCredit } from './settle-payment.ts'
import { tell } from './tell.ts'

const AT_ONCE = 500

/**
 * Issues the penalties of months that are over, one document per overdue invoice and month, however many nights were missed:
 * the documents are those of the nights themselves, but for their day of issue. Each invoice is a transaction of its own; one
 * that fails is put off, and the others go on. Twice is once: an invoice keeps up to which day it was looked at, and is
 * locked meanwhile.
 * @returns how many documents were issued
 */
export async function chargeMonthEnds(
  platform: Pick<Platform, 'transact' | 'db' | 'clock' | 'log'>,
  stopping?: AbortSignal,
  pace: Pace = unpaced,
): Promise<number> {
  const { transact, db, clock, log } = platform
  let issued = 0
  const charge = async (id: string): Promise<void> => {
    issued += (await transact(async (tx) => await chargePenalty(tx, id, 'monthEnd', clock.now()))).length
  }
  await workRows(
    { db, log },
    {
      job: 'charge-penalties',
      find: async (turn) => await uncheckedInvoices(db, clock.now(), { limit: AT_ONCE, turn }),
      keyOf: (id) => id,
      work: charge,
      stopping,
      pace,
    },
  )
  pace.done()
  return issued
}

/**
 * Charges an invoice for the days that it was unpaid and that nothing was charged for yet (decision 19): those before this
 * month, or all that have ended. What the tenant has with the seller pays the penalty as it would pay an invoice.
 * Nothing is charged on invoices of contracts that are pending, closed or cancelled, nor at external stocks.
 * @returns the documents that were issued: one for each month with a charged day
 */
export async function chargePenalty(
  tx: Tx,
  invoiceId: string,
  until: 'monthEnd' | 'today',
  at: Temporal.Instant,
): Promise<string[]> {
  const aimed = await findDocument(tx, invoiceId)
  if (aimed?.kind !== 'invoice' || !isPast(aimed.dueOn, at, aimed.snapshot.timeZone)) return []
  // Before any document is locked, as everybody does who moves this tenant's money.
  await takeTenantTurn(tx, {
    accountId: aimed.accountId,
    sellerId: aimed.sellerId,
    currency: aimed.currency,
  })
  const facts = await lockLateInvoice(tx, invoiceId)
  if (!facts) return []
  const today = at.toZonedDateTimeISO(facts.timeZone).toPlainDate()
  const end = until === 'today' ? today : monthEnd(at, facts.timeZone)
  const { rules, from } = readLate(facts)
  if (Temporal.PlainDate.compare(from, end) >= 0) {
    // Looked at: nobody has to look again before the next month is over.
    if (until === 'monthEnd') await setPenalisedUntil(tx, invoiceId, end)
    return []
  }
  const made: string[] = []
  for (const lines of unchargedMonths(facts, end)) {
    const [first, last] = [lines[0], lines.at(-1)]
    if (!first || !last) continue
    const id = newId()
    await insertPenalty(tx, {
      id,
      invoiceId,
      lines,
      from: first.from,
      until: last.until,
      issuedOn: today,
      dueOn: today.add({ days: limits.penalty.dueDays }),
      said: {
        invoiceNumber: facts.number,
        dueOn: facts.dueOn,
        freeDays: rules.freeDays,
        capPercent: rules.capPercent,
      },
      at,
    })
    await enter(tx, id, at)
    made.push(id)
  }
  await setPenalisedUntil(tx, invoiceId, end)
  return made
}

/** Those of these documents that chargePenalty would look at; of most, paid in time, nothing is to be charged. */
export async function pastDueOf(
  tx: Tx,
  documentIds: readonly string[],
  at: Temporal.Instant,
): Promise<ReadonlySet<string>> {
  const documents = await findDocuments(tx, documentIds)
  const late = [...documents.values()].filter(
    ({ kind, dueOn, snapshot }) => kind === 'invoice' && isPast(dueOn, at, snapshot.timeZone),
  )
  return new Set(late.map(({ id }) => id))
}

/**
 * What the overdue invoices of a contract have cost up to yesterday and no document says yet.
 * @returns in minor units of the contract's currency
 */
export async function pendingPenalties(
  db: Database | Tx,
  contractId: string,
  at: Temporal.Instant,
): Promise<number> {
  let pending = 0
  for (const facts of await lateInvoicesOf(db, contractId, at)) {
    const until = at.toZonedDateTimeISO(facts.timeZone).toPlainDate()
    for (const { amount } of unchargedMonths(facts, until).flat()) pending += amount.amount
  }
  return pending
}

/** Charges all overdue invoices of a contract up to yesterday: it is about to be settled. @returns the documents that were issued */
export async function chargeContract(tx: Tx, contractId: string, at: Temporal.Instant): Promise<string[]> {
  const issued: string[] = []
  for (const { id } of await lateInvoicesOf(tx, contractId, at))
    issued.push(...(await chargePenalty(tx, id, 'today', at)))
  return issued
}

/** The first day behind the last month that is over, some hours into the next. */
const monthEnd = (at: Temporal.Instant, timeZone: string): Temporal.PlainDate =>
  at
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .subtract({ hours: limits.penalty.monthEndHour })
    .toPlainDate()
    .with({ day: 1 })

/** Most payments come in time: nothing is locked for them. */
const isPast = (dueOn: Temporal.PlainDate, at: Temporal.Instant, timeZone: string): boolean =>
  Temporal.PlainDate.compare(dueOn, at.toZonedDateTimeISO(timeZone).toPlainDate()) < 0

async function enter(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  const row = await lockDocument(tx, id)
  if (!row) return
  await issue(tx, row, at)
  await useCredit(tx, row, at)
  for (const type of [documentIssued, penaltyIssued]) tell(tx, type, row, at, { documentId: id })
}
