import { dueDay, issueDay } from '@stowage/domain/invoice-days'
import { nextPeriod, periodOn } from '@stowage/domain/period'
import { priceContract } from '@stowage/domain/price'
import { publish, type Transact, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import { insertDocument, lockDocument, lockDuePlans, parkPlan, setNextIssue, type NewDocument, type PlanRow } from './billing-store.ts'
import { documentIssued } from './events.ts'
import { readTerms } from './plan.ts'
import { issue, useCredit } from './settle-payment.ts'

/**
 * Issues the invoices of periods that begin within 7 days, each contract's one period after another, however many nights
 * were missed. Twice is once: the period's unique constraint has the last word (I2). A plan that fails is parked with its
 * reason and the others go on.
 * @returns how many invoices were issued
 */
export async function issueDueInvoices(transact: Transact, now: () => Temporal.Instant): Promise<number> {
  let issued = 0
  for (;;) {
    const batch = await transact(async (tx) => {
      // The latest day anywhere on earth: each plan then asks its own stock's day.
      const plans = await lockDuePlans(tx, now().toZonedDateTimeISO('Pacific/Kiritimati').toPlainDate(), 50)
      let made = 0
      for (const plan of plans) made += await issueFor(tx, plan, now())
      return { made, more: plans.length === 50 && made > 0 }
    })
    issued += batch.made
    if (!batch.more) return issued
  }
}

async function issueFor(tx: Tx, plan: PlanRow, at: Temporal.Instant): Promise<number> {
  const terms = readTerms(plan.terms)
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
    if (!priced) {
      await parkPlan(tx, plan.id, `period ${period.index} has no price`)
      return made
    }
    const following = nextPeriod(terms, period)
    const document: NewDocument = {
      id: newId(), planId: plan.id, contractId: plan.contractId, accountId: plan.accountId, stockId: plan.stockId, sellerId: plan.sellerId,
      priced, issuedOn: today, dueOn: dueDay(period), snapshot: plan.snapshot, at,
    }
    await insertDocument(tx, document, following && issueDay(following))
    const row = await lockDocument(tx, document.id)
    if (row) await issue(tx, row, at)
    await useCredit(tx, document.id, at)
    publish(tx, fact(documentIssued, {
      aggregate: `contract:${plan.contractId}`, stockId: plan.stockId, at, payload: { documentId: document.id, contractId: plan.contractId, accountId: plan.accountId, stockId: plan.stockId },
    }))
    made += 1
    from = period.until
  }
}
