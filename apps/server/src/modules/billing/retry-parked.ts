import type { retryParkedContracts as endpoint } from '@stowage/api/billing'
import type { Answer } from '@stowage/api/endpoint'
import { authorOf, note } from '../../platform/audit/author.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { makeParkedDue } from './due-plan-store.ts'
import { issuePlans } from './issue-due-invoices.ts'
import { countParked, hasPlan } from './parked-view.ts'

/** As many are tried while somebody waits for the answer; the others at night, or by the next press. */
const AT_ONCE = 1000

/**
 * Tries to bill one parked contract again, or all of them, as the next night would. First they become due: a server that dies in
 * the middle leaves the rest to the job. Pressed twice, the second press finds what is still parked.
 * @throws Failure 9104 no such contract
 */
export async function retryParked(
  platform: Platform,
  call: Call<typeof endpoint, Actor>,
): Promise<Answer<typeof endpoint>> {
  const { db, transact, clock } = platform
  const { contractId } = call.body
  if (contractId !== undefined && !(await hasPlan(db, contractId))) fail(9104)
  const due = await transact(async (tx) => {
    const made = await makeParkedDue(tx, contractId ?? null, AT_ONCE)
    for (const plan of made)
      note(tx, clock, authorOf(call), {
        action: 'billing-retried',
        subjectType: 'contract',
        subjectId: plan.contractId,
        stockId: plan.stockId,
        before: { reason: plan.reason, tries: plan.tries },
      })
    return made
  })
  const planIds = due.map(({ id }) => id)
  await issuePlans(platform, planIds)
  const parked = await countParked(db, planIds)
  return { billed: planIds.length - parked, parked }
}
