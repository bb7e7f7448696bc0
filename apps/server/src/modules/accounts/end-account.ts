import { machineNow } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { changeAccount, keepOneSuperUser, lockAccount, nextGeneration } from './account-store.ts'
import { accountEnded, sessionsEnded } from './events.ts'
import { endFamiliesOf, useResetsOf } from './session-store.ts'

/**
 * Ends an account: it leaves the lists, signs in no more, its tokens die. Its row stays, since contracts and documents
 * name it; its e-mail is free for a new account. Whoever calls has asked for open contracts, balances and rights, and
 * writes the audit entry.
 * @returns whether there was one to end
 * @throws Failure 9103 for the last superUser
 */
export async function endAccount(tx: Tx, id: string, at: Temporal.Instant): Promise<boolean> {
  const account = await lockAccount(tx, id)
  if (!account) return false
  if (account.platform_role === 'superUser') await keepOneSuperUser(tx, id)
  await changeAccount(tx, id, { deleted_at: at })
  await nextGeneration(tx, id)
  await useResetsOf(tx, id, machineNow())
  const aggregate = `account:${id}`
  publish(
    tx,
    fact(sessionsEnded, {
      aggregate,
      at,
      payload: { accountId: id, families: await endFamiliesOf(tx, id, machineNow()) },
    }),
  )
  publish(tx, fact(accountEnded, { aggregate, at, payload: { accountId: id } }))
  return true
}
