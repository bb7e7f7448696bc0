import { deferredRent, postDeferral } from '@stowage/domain/deferral'
import { money, zero } from '@stowage/domain/money'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Platform } from '../../platform/platform.ts'
import { workRows } from '../../platform/rows-of-job.ts'
import {
  deferredStands,
  lastDayOf,
  lastReleases,
  rentsBehind,
  setReleased,
  takeBooksTurn,
  type BookMonth,
  type RentRow,
  type StockSum,
} from './book-store.ts'
import { releasableMonths, sellersToRelease } from './book-view.ts'
import { entriesOf } from './post-ledger.ts'
import type { LedgerFault } from './ledger-fault-view.ts'
import { insertEntries } from './ledger-store.ts'

/**
 * At the end of each month rent for days to come stands in `deferredRent`, and what stood there for days that have passed becomes
 * rent (decision record 170). One posting per stock and currency brings the account to what the documents say, however many
 * months were missed, one after another; where it is right already nothing is entered: twice is once. A seller whose month
 * fails is put off and waits with those behind it; the others go on.
 * @returns how many months were released
 */
export async function releaseRents(
  { db, transact, clock, log }: Pick<Platform, 'db' | 'transact' | 'clock' | 'log'>,
  stopping?: AbortSignal,
): Promise<number> {
  let released = 0
  const release = async (sellerId: string): Promise<void> => {
    for (const month of await releasableMonths(db, sellerId, clock.now())) {
      await transact(async (tx) => await releaseMonth(tx, { sellerId, month }, clock.now()))
      released += 1
    }
  }
  await workRows(
    { db, log },
    {
      job: 'release-rent',
      find: async (turn) => await sellersToRelease(db, clock.now(), turn),
      keyOf: (sellerId) => sellerId,
      work: release,
      stopping,
    },
  )
  return released
}

/** Releases one month that is over and not closed. The months before it are released already. */
export async function releaseMonth(tx: Tx, month: BookMonth, at: Temporal.Instant): Promise<void> {
  const { sellerId } = month
  await takeBooksTurn(tx, sellerId)
  const day = lastDayOf(month.month)
  const stands = await deferredStands(tx, sellerId, day)
  const toBe = sumsOf(await rentsBehind(tx, sellerId, day), day)
  const postings = bothOf(stands, toBe).flatMap(([stood, wanted]) => {
    const { stockId, currency } = stood
    const posting = postDeferral(money(stood.amount, currency), money(wanted, currency))
    if (posting === undefined) return []
    return [{ posting, facts: { reason: 'deferral', sellerId, stockId, businessDay: day, recordedAt: at } }]
  })
  await insertEntries(tx, entriesOf(postings))
  await setReleased(tx, month, at)
}

/** What of the rents is for days behind a day, per stock and currency. */
function sumsOf(rents: readonly RentRow[], day: Temporal.PlainDate): StockSum[] {
  const sums = new Map<string, StockSum>()
  for (const rent of rents) {
    const { stockId, currency } = rent
    const key = `${stockId} ${currency}`
    const amount = (sums.get(key)?.amount ?? 0) + deferredOf(rent, day).amount
    sums.set(key, { stockId, currency, amount })
  }
  return [...sums.values()]
}

export const deferredOf = ({ from, until, net, currency }: RentRow, day: Temporal.PlainDate) =>
  net <= 0
    ? zero(currency)
    : deferredRent(
        {
          days: { from: Temporal.PlainDate.from(from), until: Temporal.PlainDate.from(until) },
          net: money(net, currency),
        },
        day,
      )

/** Each stock and currency of either list with what stands and what is to be. */
function bothOf(stands: readonly StockSum[], toBe: readonly StockSum[]): [StockSum, number][] {
  const key = ({ stockId, currency }: StockSum): string => `${stockId} ${currency}`
  const wanted = new Map(toBe.map((sum) => [key(sum), sum]))
  const stood = new Map(stands.map((sum) => [key(sum), sum]))
  return [...new Map([...wanted, ...stood])]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([one, { stockId, currency }]) => [
      { stockId, currency, amount: stood.get(one)?.amount ?? 0 },
      wanted.get(one)?.amount ?? 0,
    ])
}

/**
 * Recomputes what is deferred at the last release of each seller, and names the stock whose account differs.
 * @param only the seller who is looked at; all where none is given
 */
export async function findDeferralFaults(db: Database | Tx, only?: string): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = []
  for (const { sellerId, month } of await lastReleases(db, only)) {
    const day = lastDayOf(month)
    const stands = await deferredStands(db, sellerId, day)
    for (const [{ stockId, currency, amount }, wanted] of bothOf(
      stands,
      sumsOf(await rentsBehind(db, sellerId, day), day),
    ))
      if (amount !== wanted)
        faults.push({
          what: 'deferred rent differs from the days to come',
          id: stockId,
          detail: `${day.toString()} ${currency} ${amount} against ${wanted}`,
        })
  }
  return faults
}
