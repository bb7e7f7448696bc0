import type { bookMonth, closeBookMonth } from '@stowage/api/months'
import type { monthChecks } from '@stowage/api/entities/months'
import type { Answer } from '@stowage/api/endpoint'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { setClosed, stopBooks, takeBooksTurn, type BookMonth } from './book-store.ts'
import {
  countsOf,
  documentSums,
  monthNamed,
  movementsOf,
  releasableMonths,
  untiedAccounts,
  type MonthCounts,
  type MonthRow,
} from './book-view.ts'
import { findLedgerFaults, type LedgerFault } from './ledger-fault-view.ts'
import { findDeferralFaults, releaseMonth } from './release-rent.ts'

type Details = Answer<typeof bookMonth>
type Check = Details['checks'][number]
type Named = { readonly sellerId: string; readonly month: string }

/** A month of a seller as it stands now: what was issued, what moved, and what stands in the way of closing it. @throws Failure 9104 */
export async function readMonth(db: Database | Tx, named: Named, now: Temporal.Instant): Promise<Details> {
  const row = (await monthNamed(db, named, now)) ?? fail(9104)
  const faults = row.closedAt === null ? await faultsOf(db, named.sellerId) : []
  return await details(db, row, faults, now)
}

/** @param faults as they were found; of a closed month nothing is checked any more */
async function details(
  db: Database | Tx,
  row: MonthRow,
  faults: readonly LedgerFault[],
  now: Temporal.Instant,
): Promise<Details> {
  const of = monthOf(row)
  const counts = await countsOf(db, of, now)
  const checks = row.closedAt === null ? await checksOf(db, of, counts, faults) : []
  const { documents: _count, ...facts } = row
  return {
    ...facts,
    mayClose: row.closedAt === null && checks.every(({ isGreen }) => isGreen),
    mayReopen: row.closedAt !== null && counts.laterClosed === 0,
    checks,
    documents: await documentSums(db, of),
    movements: await movementsOf(db, of),
  }
}

const monthOf = ({ sellerId, month }: Named): BookMonth => ({
  sellerId,
  month: Temporal.PlainDate.from(`${month}-01`),
})

/** What must always hold and does not: looks through all that the seller has ever issued. */
async function faultsOf(db: Database | Tx, sellerId: string): Promise<LedgerFault[]> {
  return [...(await findLedgerFaults(db, sellerId)), ...(await findDeferralFaults(db, sellerId))]
}

async function checksOf(
  db: Database | Tx,
  month: BookMonth,
  counts: MonthCounts,
  faults: readonly LedgerFault[],
): Promise<Check[]> {
  const check = (
    name: (typeof monthChecks)[number],
    count: number,
    details: readonly string[] = [],
  ): Check => ({
    name,
    isGreen: count === 0,
    count,
    details: [...details].slice(0, 20),
  })
  const untied = await untiedAccounts(db, month)
  return [
    check('over', counts.isOver ? 0 : 1),
    check('earlier', counts.earlierOpen),
    check('parked', counts.parked),
    check('unissued', counts.unissued),
    check('unnumbered', counts.unnumbered),
    check('unbooked', counts.unbooked),
    check('rates', counts.withoutRate),
    check(
      'ties',
      untied.length,
      untied.map(({ account, currency, said, stands }) => `${account} ${currency}: ${said} / ${stands}`),
    ),
    check(
      'faults',
      faults.length,
      faults.map(({ what, id, detail }) => `${what} (${id}): ${detail}`),
    ),
  ]
}

type CloseCall = Call<typeof closeBookMonth, Actor>

/**
 * Closes a month of a seller: from now on no document is dated into it or out of it, and nothing is entered in it. Nobody enters
 * anything for the seller meanwhile; what comes later goes to the first open day. Its rent for days to come is released first.
 * What must always hold is looked through before that, while payments still come in: only what they may change is asked again.
 * @throws Failure 9104; 9133 with what stands in the way
 */
export async function closeMonth(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  call: CloseCall,
): Promise<Details> {
  const at = clock.now()
  const of = monthOf(call.params)
  const { sellerId } = of
  if (!(await monthNamed(tx, call.params, at))) fail(9104)
  refuseClosing(await countsOf(tx, of, at))
  const faults = await faultsOf(tx, sellerId)
  // In the order in which a release takes both.
  await takeBooksTurn(tx, sellerId)
  await stopBooks(tx, sellerId)
  const counts = await countsOf(tx, of, at)
  refuseClosing(counts)
  for (const one of await releasableMonths(tx, sellerId, at))
    if (Temporal.PlainDate.compare(one, of.month) <= 0) await releaseMonth(tx, { sellerId, month: one }, at)
  const checks = await checksOf(tx, of, counts, faults)
  if (!checks.every(({ isGreen }) => isGreen)) fail(9133, { params: { by: 'checks' } })
  return await change(tx, call, { at, closed: { at, byId: call.actor.id }, faults })
}

function refuseClosing(counts: MonthCounts): void {
  if (counts.closedAt !== null) fail(9133, { params: { by: 'closed' } })
  if (!counts.isOver) fail(9133, { params: { by: 'notOver' } })
  if (counts.earlierOpen > 0) fail(9133, { params: { by: 'order' } })
}

/** Opens the last closed month of a seller again. @throws Failure 9104; 9133 where it is not closed, or a later one is */
export async function reopenMonth(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  call: CloseCall,
): Promise<Details> {
  const at = clock.now()
  const of = monthOf(call.params)
  const faults = await faultsOf(tx, of.sellerId)
  await stopBooks(tx, of.sellerId)
  const before = await countsOf(tx, of, at)
  if (before.closedAt === null) fail(9133, { params: { by: 'open' } })
  if (before.laterClosed > 0) fail(9133, { params: { by: 'later' } })
  return await change(tx, call, { at, closed: null, faults })
}

/** @param to.closed null: open again */
async function change(
  tx: Tx,
  call: CloseCall,
  {
    at,
    closed,
    faults,
  }: {
    readonly at: Temporal.Instant
    readonly closed: { readonly at: Temporal.Instant; readonly byId: string } | null
    readonly faults: readonly LedgerFault[]
  },
): Promise<Details> {
  const of = monthOf(call.params)
  await setClosed(tx, of, closed)
  note(tx, { now: () => at }, authorOf(call), {
    action: closed === null ? 'month-reopened' : 'month-closed',
    subjectType: 'seller',
    subjectId: of.sellerId,
    after: { month: call.params.month },
  })
  const row = (await monthNamed(tx, call.params, at)) ?? fail(9104)
  return await details(tx, row, faults, at)
}
