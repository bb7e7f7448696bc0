import { dueDay, issueDay } from '@stowage/domain/invoice-days'
import type { DayRange } from '@stowage/domain/period'
import { nextBilled } from '@stowage/domain/term'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  duePlans,
  insertDocument,
  lockDocument,
  lockDuePlan,
  parkPlan,
  setNextIssue,
  type NewDocument,
  type PlanRow,
} from './billing-store.ts'
import { documentIssued } from './events.ts'
import { termsByLaw } from './plan-view.ts'
import { issue, settleFree, useCredit } from './settle-payment.ts'

const AT_ONCE = 500

/**
 * Issues the invoices of periods that begin within 7 days, each contract's one period after another, however many nights
 * were missed. A plan is a transaction of its own: what was issued stays when the process dies, nobody waits for another
 * stock's numbers, and a plan that cannot be billed is parked with its reason while the others go on. Twice is once: the
 * plan is locked, and the period's unique constraint has the last word (I2).
 * @returns how many invoices were issued
 */
export async function issueDueInvoices(
  platform: Pick<Platform, 'transact' | 'db' | 'clock' | 'log'>,
): Promise<number> {
  const { transact, db, clock, log } = platform
  let issued = 0
  for (;;) {
    const due = await duePlans(db, clock.now(), AT_ONCE)
    let moved = 0
    for (const id of due) {
      try {
        const made = await transact(async (tx) => await issueDue(tx, id, clock.now()))
        if (made === undefined) continue
        issued += made
      } catch (error) {
        if (isPassing(error)) throw error
        log.error({ err: error, plan: id }, 'a contract cannot be billed; its plan is parked')
        await transact(
          async (tx) => await parkPlan(tx, id, error instanceof Error ? error.message : String(error)),
        )
      }
      moved += 1
    }
    if (due.length < AT_ONCE || moved === 0) return issued
  }
}

/** Issues what a plan is to be billed for by now; undefined where it is not due, or another process works on it. */
export async function issueDue(tx: Tx, planId: string, at: Temporal.Instant): Promise<number | undefined> {
  const plan = await lockDuePlan(tx, planId, at)
  return plan && (await issueFor(tx, plan, at))
}

/** The database is away, overloaded or asks to try again: no fault of the plan. Whatever else PostgreSQL refuses is one. */
export function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string }
  if (typeof code === 'string') return !/^(22|23)...$/.test(code)
  return /Connection terminated|timeout exceeded|Client has encountered/.test(message ?? '')
}

async function issueFor(tx: Tx, plan: PlanRow, at: Temporal.Instant): Promise<number> {
  const terms = plan.terms.map((term) => termsByLaw(term, plan.vat))
  const today = at.toZonedDateTimeISO(plan.snapshot.timeZone).toPlainDate()
  let made = 0
  let from = plan.billedUntil ?? terms[0]?.startDay
  for (;;) {
    const next = from && nextBilled(terms, from, plan.endDay)
    if (!next) {
      await setNextIssue(tx, plan.id, null)
      return made
    }
    if (Temporal.PlainDate.compare(issueDay(next.period), today) > 0) {
      await setNextIssue(tx, plan.id, issueDay(next.period))
      return made
    }
    const { period } = next
    const following = nextBilled(terms, period.until, plan.endDay)
    const document: NewDocument = {
      id: newId(),
      planId: plan.id,
      contractId: plan.contractId,
      accountId: plan.accountId,
      stockId: plan.stockId,
      sellerId: plan.sellerId,
      priced: next,
      issuedOn: today,
      dueOn: dueOn(period, today),
      snapshot: plan.snapshot,
      at,
    }
    await insertDocument(tx, document, following && issueDay(following.period))
    const row = await lockDocument(tx, document.id)
    if (row) {
      await issue(tx, row, at)
      await (row.gross === 0 ? settleFree(tx, row, at) : useCredit(tx, row, at))
    }
    publish(
      tx,
      fact(documentIssued, {
        aggregate: `contract:${plan.contractId}`,
        stockId: plan.stockId,
        at,
        payload: {
          documentId: document.id,
          contractId: plan.contractId,
          accountId: plan.accountId,
          stockId: plan.stockId,
        },
      }),
    )
    made += 1
    from = period.until
  }
}

/** Due on the period's first day; nobody is asked to have paid before he was asked, as for the days before an extension. */
function dueOn(period: DayRange, today: Temporal.PlainDate): Temporal.PlainDate {
  const due = dueDay(period)
  return Temporal.PlainDate.compare(due, today) < 0 ? today : due
}
