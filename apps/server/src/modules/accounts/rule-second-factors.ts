import type { Answer } from '@stowage/api/endpoint'
import type { requireSecondFactor, resetSecondFactor } from '@stowage/api/second-factor'
import { authorOf, note, type Author } from '../../platform/audit/author.ts'
import { machineNow } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { findAccountByEmail, lockAccount, nextGeneration } from './account-store.ts'
import { readAccount } from './account-view.ts'
import { announceSecurity } from './announce-security.ts'
import { describeRole } from './change-role.ts'
import { describeAccount, type UserAnswer } from './describe-account.ts'
import { accountChanged, secondFactorRuled } from './events.ts'
import { announceEnded } from './open-session.ts'
import type { Parts } from './parts.ts'
import { lockRole, setFactorRequired } from './role-store.ts'
import { deleteFactor, readFactorStanding } from './second-factor-store.ts'
import { endFamiliesOf } from './session-store.ts'

/**
 * Takes the factor off for somebody who has lost phone and recovery codes. His sessions end: what was lost may be signed
 * in. Where his role asks for a factor, his next sign-in begins with a new one.
 * @throws Failure 6004; 9143 for one's own and where there is none
 */
export async function resetFactor(
  parts: Parts,
  call: Call<typeof resetSecondFactor, Actor>,
): Promise<UserAnswer> {
  const { id } = call.params
  const { platform } = parts
  return await call.transact(async (tx) => {
    const account = (await lockAccount(tx, id)) ?? fail(6004)
    if (id === call.actor.id) fail(9143, { params: { by: 'own' } })
    if (!(await takeOff(tx, platform, id, { by: 'staff', author: authorOf(call) })))
      fail(9143, { params: { by: 'off' } })
    return describeAccount((await readAccount(tx, account.id)) ?? fail(6004))
  })
}

/** @returns whether there was one */
async function takeOff(
  tx: Tx,
  platform: Pick<Platform, 'clock' | 'config'>,
  id: string,
  { by, author }: { readonly by: 'staff' | 'operator'; readonly author: Author },
): Promise<boolean> {
  if (!(await deleteFactor(tx, id))) return false
  const families = await endFamiliesOf(tx, id, machineNow())
  await nextGeneration(tx, id)
  announceEnded(tx, { platform }, id, families)
  announceSecurity(tx, platform, { accountId: id, what: 'factorOff', by })
  const at = platform.clock.now()
  publish(tx, fact(accountChanged, { aggregate: `account:${id}`, at, payload: { accountId: id } }))
  note(tx, platform.clock, author, {
    action: 'second-factor-reset',
    subjectType: 'account',
    subjectId: id,
  })
  return true
}

/**
 * The operator's way for the only superUser, whom no other can help: a command on the server. The password stays, and the audit
 * names no account as the author.
 */
export async function resetFactorByOperator(
  tx: Tx,
  platform: Pick<Platform, 'clock' | 'config'>,
  email: string,
): Promise<'done' | 'no account' | 'no factor'> {
  const found = await findAccountByEmail(tx, email)
  const account = found && (await lockAccount(tx, found.id))
  if (!account) return 'no account'
  const isDone = await takeOff(tx, platform, account.id, { by: 'operator', author: { actorId: null } })
  return isDone ? 'done' : 'no factor'
}

/**
 * Whether who has this role must have a second factor. Who has none is led to set one up at his next call: his session
 * counts for nothing until then.
 * @throws Failure 9104; 9143 where it is one's own role and one has no factor yet
 */
export async function ruleFactor(
  parts: Parts,
  call: Call<typeof requireSecondFactor, Actor>,
): Promise<Answer<typeof requireSecondFactor>> {
  const { params, body, actor } = call
  const { platform } = parts
  return await call.transact(async (tx) => {
    const role = (await lockRole(tx, params.id)) ?? fail(9104)
    const { isRequired } = body
    if (role.requiresSecondFactor === isRequired) return describeRole(role)
    await setFactorRequired(tx, role.id, isRequired)
    const own = await readFactorStanding(tx, actor.id)
    if (isRequired && own.isRequired && own.since === null) fail(9143, { params: { by: 'ownFirst' } })
    publish(
      tx,
      fact(secondFactorRuled, {
        aggregate: `role:${role.id}`,
        at: platform.clock.now(),
        payload: { roleId: role.id, isRequired },
      }),
    )
    note(tx, platform.clock, authorOf(call), {
      action: 'second-factor-ruled',
      subjectType: 'role',
      subjectId: role.id,
      before: { requiresSecondFactor: !isRequired },
      after: { requiresSecondFactor: isRequired },
    })
    return describeRole({ ...role, requiresSecondFactor: isRequired })
  })
}
