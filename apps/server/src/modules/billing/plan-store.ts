import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'
import type { DocumentSnapshot, StoredTerms } from './plan.ts'

export interface LockedPlan {
  readonly id: string
  /** In order, each beginning where the one before ends. */
  readonly terms: readonly StoredTerms[]
  readonly billedUntil: Temporal.PlainDate | null
  readonly nextIssueOn: Temporal.PlainDate | null
}

/** The plan of a contract that is still billed, locked; undefined when it is closed. */
export async function lockPlan(tx: Tx, contractId: string): Promise<LockedPlan | undefined> {
  const { rows } = await sql<LockedPlan>`
    select id, jsonb_build_array(terms) || later_terms as terms, billed_until as "billedUntil", next_issue_on as "nextIssueOn"
      from billing_plan where contract_id = ${contractId} and closed_at is null for update`.execute(tx)
  return rows[0]
}

export async function addTerms(
  tx: Tx,
  planId: string,
  added: {
    readonly terms: readonly StoredTerms[]
    readonly endDay: Temporal.PlainDate
    readonly nextIssueOn: Temporal.PlainDate | null
  },
): Promise<void> {
  await sql`
    update billing_plan set later_terms = later_terms || ${JSON.stringify(added.terms)}::jsonb, end_day = ${added.endDay.toString()}::date,
           next_issue_on = ${added.nextIssueOn?.toString() ?? null}::date where id = ${planId}`.execute(tx)
}

/** A document that is no invoice yet is due on another day: nobody has been given its number. */
export async function moveFirstDue(tx: Tx, documentId: string, dueOn: Temporal.PlainDate): Promise<void> {
  await tx
    .updateTable('document')
    .set({ due_on: dueOn })
    .where('id', '=', documentId)
    .where('number', 'is', null)
    .where('status', '=', 'open')
    .execute()
}

export async function setPlanEnd(
  tx: Tx,
  planId: string,
  day: Temporal.PlainDate | null,
  nextIssueOn: Temporal.PlainDate | null,
): Promise<void> {
  await tx
    .updateTable('billing_plan')
    .set({ end_day: day, next_issue_on: nextIssueOn })
    .where('id', '=', planId)
    .execute()
}

/** The contract of a plan has moved to another box: the terms behind the first, and what its next documents print. */
export async function setMovedPlan(
  tx: Tx,
  planId: string,
  to: { readonly laterTerms: readonly StoredTerms[]; readonly snapshot: DocumentSnapshot },
): Promise<void> {
  await sql`
    update billing_plan set later_terms = ${JSON.stringify(to.laterTerms)}::jsonb, print = ${JSON.stringify(to.snapshot)}::jsonb where id = ${planId}`.execute(
    tx,
  )
}

/** Days that were billed are billed anew: they stand on no invoice any more. */
export async function setBilledUntil(tx: Tx, planId: string, day: Temporal.PlainDate): Promise<void> {
  await tx.updateTable('billing_plan').set({ billed_until: day }).where('id', '=', planId).execute()
}

/** The first day that an invoice does not charge any more. */
export async function setMovedOn(tx: Tx, documentId: string, day: Temporal.PlainDate): Promise<void> {
  await tx.updateTable('document').set({ moved_on: day }).where('id', '=', documentId).execute()
}
