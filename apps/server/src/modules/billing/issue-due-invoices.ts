import { dueDay, issueDay } from '@stowage/domain/invoice-days'
import { nextPeriod, periodOn } from '@stowage/domain/period'
import { priceContract } from '@stowage/domain/price'
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
        const made = await transact(async (tx) => {
          const plan = await lockDuePlan(tx, id, clock.now())
          return plan && (await issueFor(tx, plan, clock.now()))
        })
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

/** The database is away, overloaded or asks to try again: no fault of the plan. Whatever else PostgreSQL refuses is one. */
function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string }
  if (typeof code === 'string') return !/^(22|23)...$/.test(code)
  return /Connection terminated|timeout exceeded|Client has encountered/.test(message ?? '')
}

async function issueFor(tx: Tx, plan: PlanRow, at: Temporal.Instant): Promise<number> {
  const terms = termsByLaw(plan.terms, plan.vat)
  const today = at.toZonedDateTimeISO(plan.snapshot.timeZone).toPlainDate()
  let made = 0
  let from = plan.billedUntil ?? terms.startDay
  for (;;) {
    const period = periodOn(terms, from)
    if (!period || (plan.endDay && Temporal.PlainDate.compare(period.from, plan.endDay) >= 0)) {
      await setNextIssue(tx, plan.id, null)
      return made
    }
    if (Temporal.PlainDate.compare(issueDay(period), today) > 0) {
      await setNextIssue(tx, plan.id, issueDay(period))
      return made
    }
    const priced = priceContract(terms, period.index)
    if (!priced) throw new RangeError(`period ${period.index} has no price`)
    const following = nextPeriod(terms, period)
    const document: NewDocument = {
      id: newId(),
      planId: plan.id,
      contractId: plan.contractId,
      accountId: plan.accountId,
      stockId: plan.stockId,
      sellerId: plan.sellerId,
      priced,
      issuedOn: today,
      dueOn: dueDay(period),
      snapshot: plan.snapshot,
      at,
    }
    await insertDocument(tx, document, following && issueDay(following))
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
