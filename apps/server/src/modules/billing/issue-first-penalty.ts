import type { issuePenalty as endpoint } from '@stowage/api/billing'
import type { Answer } from '@stowage/api/endpoint'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { chargePenalty } from './charge-penalties.ts'
import { contractTurn, penaltiesOf, unpenalisedInvoices } from './penalty-store.ts'

/**
 * The first penalty invoices of a contract, ahead of the month's end: for each overdue invoice that has none, the charged days
 * up to yesterday. A second press finds nothing and says so.
 * @throws Failure 9104 no such contract; 9125 nothing to charge; 9109 another sum than the person had seen
 */
export async function issueFirstPenalty(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<Answer<typeof endpoint>> {
  const { contractId, amount } = call.body
  const { stockId } = (await contractTurn(tx, contractId)) ?? fail(9104)
  const before = await penaltiesOf(tx, contractId)
  for (const id of await unpenalisedInvoices(tx, contractId, clock.now()))
    await chargePenalty(tx, id, 'today', clock.now())
  const after = await penaltiesOf(tx, contractId)
  const issued = after.count - before.count
  if (issued === 0) fail(9125)
  const made = after.amount - before.amount
  // Thrown, so that nothing is issued: a day has ended meanwhile, or a part was paid.
  if ((amount ?? made) !== made) fail(9109, { present: { amount: made, currency: after.currency } })
  note(tx, clock, authorOf(call), {
    action: 'penalty-issued',
    subjectType: 'contract',
    subjectId: contractId,
    stockId,
    after: { issued, amount: made, currency: after.currency },
  })
  return { issued, amount: made, currency: after.currency }
}
