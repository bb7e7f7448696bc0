import { sql } from 'kysely'
import type { Period } from '@stowage/domain/period'
import type { Tx } from '../../platform/database/transaction.ts'
import type { StoredTerms } from './plan.ts'

/** The terms with which a plan began, where no other has followed yet. */
export async function firstTermOf(tx: Tx, planId: string): Promise<StoredTerms | undefined> {
  const { rows } = await sql<{ terms: StoredTerms }>`
    select terms from billing_plan where id = ${planId} and coalesce(later_terms, '[]') = '[]'::jsonb`.execute(
    tx,
  )
  return rows[0]?.terms
}

/** The plan and its first document get the days of the moved term. */
export async function setBeginning(
  tx: Tx,
  to: {
    readonly planId: string
    readonly documentId: string
    readonly terms: StoredTerms
    readonly period: Pick<Period, 'from' | 'until'>
    readonly endDay: Temporal.PlainDate | null
    readonly nextIssueOn: Temporal.PlainDate | null
  },
): Promise<void> {
  const { from, until } = to.period
  await tx
    .updateTable('billing_plan')
    .set({
      terms: JSON.stringify(to.terms),
      anchor_day: from,
      end_day: to.endDay,
      billed_until: until,
      next_issue_on: to.nextIssueOn,
    })
    .where('id', '=', to.planId)
    .execute()
  await tx
    .updateTable('document')
    .set({ period_from: from, period_to: until })
    .where('id', '=', to.documentId)
    .where('number', 'is', null)
    .execute()
}

/** The days on which a contract's billing begins and ends, for the contract to follow. */
export async function daysOfPlan(
  tx: Tx,
  contractId: string,
): Promise<
  { readonly startDay: Temporal.PlainDate; readonly endDay: Temporal.PlainDate | null } | undefined
> {
  return await tx
    .selectFrom('billing_plan')
    .select(['anchor_day as startDay', 'end_day as endDay'])
    .where('contract_id', '=', contractId)
    .executeTakeFirst()
}
