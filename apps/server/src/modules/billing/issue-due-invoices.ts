import { blameOf, createPatience, type Patience } from '../../platform/database/patience.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { type Pace, unpaced } from '../../platform/pace/pacer.ts'
import type { Platform } from '../../platform/platform.ts'
import { billPlan, type Bill } from './bill-plan.ts'
import { duePlans, lockDuePlans, parkPlans, type PlanRow } from './due-plan-store.ts'
import { writeBills } from './write-bills.ts'

/** How many due plans are looked for at a time, and how many of them are one transaction. */
const LOOK_AHEAD = 5000
const BATCH = 250
/** Batches under way at once in one server. */
const LANES = 2

type Needs = Pick<Platform, 'transact' | 'db' | 'clock' | 'log'>

export interface IssueRun {
  readonly issued: number
  /** Plans that were billed or parked. */
  readonly moved: number
  readonly parked: number
}

/**
 * Issues the invoices of periods that begin within 7 days, each contract's one period after another, however many nights were
 * missed. Some hundred plans are a transaction: what was issued stays when the process dies, and memory stays flat. A plan that
 * cannot be priced is parked with its reason while the others go on; where the database refuses a batch, it is halved until the
 * one plan is found. Parked ones are tried again in their next night. Twice is once: plans are locked, several servers pass
 * over each other's, and the period's unique constraint has the last word (I2).
 * @returns how many invoices were issued
 */
export async function issueDueInvoices(
  platform: Needs,
  batch = BATCH,
  stopping?: AbortSignal,
  pace: Pace = unpaced,
): Promise<number> {
  let issued = 0
  for (;;) {
    const due = await duePlans(platform.db, platform.clock.now(), LOOK_AHEAD)
    const run = await issuePlans(platform, due, batch, stopping, pace)
    issued += run.issued
    if (stopping?.aborted === true) return issued
    if (due.length < LOOK_AHEAD || run.moved === 0) {
      pace.done()
      return issued
    }
  }
}

/**
 * Issues what these plans are due for, those that nobody else works on. While the database writes one batch, the next is computed.
 * A batch is as large as the pace lets it be.
 */
export async function issuePlans(
  platform: Needs,
  planIds: readonly string[],
  batch = BATCH,
  stopping?: AbortSignal,
  pace: Pace = unpaced,
): Promise<IssueRun> {
  const waiting = [...planIds]
  const total = { issued: 0, moved: 0, parked: 0 }
  const patience = createPatience()
  const lanes = Array.from({ length: LANES }, async () => {
    while (waiting.length > 0 && stopping?.aborted !== true) {
      const run = await pace.step(
        Math.min(batch, waiting.length),
        async (pieces) => await issueBatch(platform, waiting.splice(0, pieces), patience),
      )
      total.issued += run.issued
      total.moved += run.moved
      total.parked += run.parked
    }
  })
  // None is left running behind the failure of another.
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason
  return total
}

async function issueBatch(
  platform: Needs,
  planIds: readonly string[],
  patience: Patience,
): Promise<IssueRun> {
  const { transact, clock } = platform
  const at = clock.now()
  // The other lane has taken the last while this one waited for its turn.
  if (planIds.length === 0) return { issued: 0, moved: 0, parked: 0 }
  try {
    const { failed, ...run } = await transact(async (tx) => await issueTogether(tx, planIds, at))
    patience.went()
    for (const one of failed) sayParked(platform, one)
    return run
  } catch (error) {
    if (blameOf(error) === 'database') throw error
    const half = planIds.length >> 1
    if (half > 0) {
      const first = await issueBatch(platform, planIds.slice(0, half), patience)
      const second = await issueBatch(platform, planIds.slice(half), patience)
      return {
        issued: first.issued + second.issued,
        moved: first.moved + second.moved,
        parked: first.parked + second.parked,
      }
    }
    // Whoever is to blame, a contract that is not billed stands on a screen with its reason; too many in a row are no fault of theirs.
    patience.bear(error)
    const failed = await transact(async (tx) => {
      const due = await lockDuePlans(tx, planIds, at)
      return await park(
        tx,
        due.map((plan) => ({ plan, error })),
        at,
      )
    })
    for (const one of failed) sayParked(platform, one)
    return { issued: 0, moved: failed.length, parked: failed.length }
  }
}

interface Failed {
  readonly plan: PlanRow
  readonly error: unknown
}

async function issueTogether(
  tx: Tx,
  planIds: readonly string[],
  at: Temporal.Instant,
): Promise<IssueRun & { readonly failed: readonly Failed[] }> {
  const bills: Bill[] = []
  const failed: Failed[] = []
  for (const plan of await lockDuePlans(tx, planIds, at)) {
    try {
      bills.push(billPlan(plan, at))
    } catch (error) {
      failed.push({ plan, error })
    }
  }
  await park(tx, failed, at)
  const issued = await writeBills(tx, bills, at, 'withRows')
  // One that stays where it is was no progress: the database's calendar and ours may differ on what day it is.
  const moved = bills.filter(
    ({ plan, nextIssueOn }) => plan.isParked || !isSameDay(plan.nextIssueOn, nextIssueOn),
  )
  return { issued, moved: moved.length + failed.length, parked: failed.length, failed }
}

const isSameDay = (a: Temporal.PlainDate | null, b: Temporal.PlainDate | null): boolean =>
  a === null || b === null ? a === b : a.equals(b)

async function park(tx: Tx, failed: readonly Failed[], at: Temporal.Instant): Promise<readonly Failed[]> {
  await parkPlans(
    tx,
    failed.map(({ plan, error }) => ({
      planId: plan.id,
      reason: error instanceof Error ? error.message : String(error),
      retryOn: at.toZonedDateTimeISO(plan.snapshot.timeZone).toPlainDate().add({ days: 1 }),
    })),
    at,
  )
  return failed
}

function sayParked({ log }: Needs, { plan, error }: Failed): void {
  log.error(
    { err: error, plan: plan.id, contract: plan.contractId, again: plan.isParked },
    'a contract cannot be billed; its plan is parked and tried again in the next night of its stock',
  )
}

/** Issues what a plan is to be billed for by now; undefined where it is not due, or another process works on it. */
export async function issueDue(tx: Tx, planId: string, at: Temporal.Instant): Promise<number | undefined> {
  const [plan] = await lockDuePlans(tx, [planId], at)
  return plan && (await writeBills(tx, [billPlan(plan, at)], at, 'last'))
}
