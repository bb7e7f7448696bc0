import { sql } from 'kysely'
import type { paymentState } from '@stowage/api/billing'
import type { Answer } from '@stowage/api/endpoint'
import { shownDecline } from '@stowage/domain/decline-shown'
import type { Database } from '../../platform/database/connect.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'

/** How an attempt to pay went, with what it was for; own ones, or any for a superUser. */
export async function paymentStateFor(
  db: Database,
  paymentId: string,
  actor: Actor,
): Promise<Answer<typeof paymentState> | undefined> {
  const whose = isSuperUser(actor) ? sql`true` : sql`p.account_id = ${actor.id}`
  const { rows } = await sql<Answer<typeof paymentState>>`
    select p.status, p.amount, p.currency, p.failure_reason as "failureReason", d.id as "documentId", d.contract_id as "contractId", d.snapshot->>'unitNumber' as "unitNumber",
           coalesce(p.details->>'purpose', 'document') as purpose, p.details->>'method' as method, exists (select 1 from saved_method m where m.payment_id = p.id) as "isCardSaved",
           coalesce((p.details->>'withdrawn')::bigint, 0) > 0 and coalesce((p.details->>'refunded')::bigint, 0) = 0 as "isTakenBack"
      from payment p left join document d on p.reference = 'document:' || d.id where p.id = ${paymentId} and ${whose}`.execute(
    db,
  )
  const [row] = rows
  return row && { ...row, failureReason: shownDecline(row.failureReason) }
}
