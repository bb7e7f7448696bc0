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
  listMonths,
  movementsOf,
  releasableMonths,
  untiedAccounts,
  type MonthCounts,
} from './book-view.ts'
import { findLedgerFaults } from './ledger-store.ts'
import { findDeferralFaults, releaseMonth } from './release-rent.ts'

type Details = Answer<typeof bookMonth>
type Check = Details['checks'][number]

/** A month of a seller as it stands now: what was issued, what moved, and what stands in the way of closing it. @throws Failure 9104 */
export async function readMonth(
  db: Database | Tx,
  { sellerId, month }: { sellerId: string; month: string },
  now: Temporal.Instant,
): Promise<Details> {
  const row =
    (await listMonths(db, now)).find((one) => one.sellerId === sellerId && one.month === month) ?? fail(9104)
  const of = { sellerId, month: Temporal.PlainDate.from(`${month}-01`) }
  const counts = await countsOf(db, of, now)
  const checks = await checksOf(db, of, counts)
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

async function checksOf(db: Database | Tx, month: BookMonth, counts: MonthCounts): Promise<Check[]> {
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
  const faults = [...(await findLedgerFaults(db)), ...(await findDeferralFaults(db))]
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
 * @throws Failure 9104; 9133 with what stands in the way
 */
export async function closeMonth(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  call: CloseCall,
): Promise<Details> {
  const at = clock.now()
  const { sellerId, month } = call.params
  const of = { sellerId, month: Temporal.PlainDate.from(`${month}-01`) }
  // In the order in which a release takes both.
  await takeBooksTurn(tx, sellerId)
  await stopBooks(tx, sellerId)
  const before = await countsOf(tx, of, at)
  if (before.closedAt !== null) fail(9133, { params: { by: 'closed' } })
  if (!before.isOver) fail(9133, { params: { by: 'notOver' } })
  if (before.earlierOpen > 0) fail(9133, { params: { by: 'order' } })
  for (const one of await releasableMonths(tx, sellerId, at))
    if (Temporal.PlainDate.compare(one, of.month) <= 0) await releaseMonth(tx, { sellerId, month: one }, at)
  const details = await readMonth(tx, call.params, at)
  if (!details.mayClose) fail(9133, { params: { by: 'checks' } })
  await setClosed(tx, of, { at, byId: call.actor.id })
  noteMonth(tx, call, at, 'month-closed')
  return await readMonth(tx, call.params, at)
}

/** Opens the last closed month of a seller again. @throws Failure 9104; 9133 where it is not closed, or a later one is */
export async function reopenMonth(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  call: CloseCall,
): Promise<Details> {
  const at = clock.now()
  const { sellerId, month } = call.params
  const of = { sellerId, month: Temporal.PlainDate.from(`${month}-01`) }
  await stopBooks(tx, sellerId)
  const before = await countsOf(tx, of, at)
  if (before.closedAt === null) fail(9133, { params: { by: 'open' } })
  if (before.laterClosed > 0) fail(9133, { params: { by: 'later' } })
  await setClosed(tx, of, null)
  noteMonth(tx, call, at, 'month-reopened')
  return await readMonth(tx, call.params, at)
}

function noteMonth(
  tx: Tx,
  call: CloseCall,
  at: Temporal.Instant,
  action: 'month-closed' | 'month-reopened',
): void {
  const { sellerId, month } = call.params
  note(tx, { now: () => at }, authorOf(call), {
    action,
    subjectType: 'seller',
    subjectId: sellerId,
    after: { month },
  })
}
