import type { Answer } from '@stowage/api/endpoint'
import type {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@stowage/api/second-factor'
import { authorOf, note } from '../../platform/audit/author.ts'
import { machineNow } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { lockAccount } from './account-store.ts'
import { announceSecurity } from './announce-security.ts'
import { accountChanged } from './events.ts'
import { announceEnded } from './open-session.ts'
import type { Parts } from './parts.ts'
import { provePassword } from './prove-self.ts'
import { endFamiliesOf } from './session-store.ts'
import { newSecretFor, setUp } from './second-step.ts'
import { deleteFactor, lockFactor, readFactorStanding } from './second-factor-store.ts'
import { giveRecoveryCodes, proveFactor, spendCode, tryCode } from './spend-code.ts'

/** Whether the caller has a second factor, and whether his role asks for one. */
export async function ownStanding(parts: Parts, actor: Actor): Promise<Answer<typeof getSecondFactor>> {
  const { since, recoveryCodesLeft, isRequired } = await readFactorStanding(parts.platform.db, actor.id)
  return { isOn: since !== null, since: since?.toString() ?? null, recoveryCodesLeft, isRequired }
}

/** A secret to set up an app with; the password first, since a session alone may be somebody else's at the desk. */
export async function beginFactor(
  parts: Parts,
  call: Call<typeof beginSecondFactor, Actor>,
): Promise<Answer<typeof beginSecondFactor>> {
  await provePassword(parts.platform, parts.tries, call.actor.id, call.body.password, 'password')
  return await parts.platform.transact(async (tx) => {
    const account = (await lockAccount(tx, call.actor.id)) ?? fail(9003)
    return (await newSecretFor(tx, parts, account)) ?? fail(9143, { params: { by: 'on' } })
  })
}

/** The first code turns it on. */
export async function confirmFactor(
  parts: Parts,
  call: Call<typeof confirmSecondFactor, Actor>,
): Promise<Answer<typeof confirmSecondFactor>> {
  const { actor } = call
  return await withTry(parts, actor.id, async (tx) => {
    const factor = (await lockFactor(tx, actor.id)) ?? fail(9143, { params: { by: 'off' } })
    if (factor.confirmed_at) fail(9143, { params: { by: 'on' } })
    const recoveryCodes = await proveFactor(tx, parts, factor, call.body.code)
    await endOtherSignIns(tx, parts, actor)
    tell(tx, parts, actor.id)
    announceSecurity(tx, parts.platform, { accountId: actor.id, what: 'factorOn', by: 'owner' })
    note(tx, parts.platform.clock, authorOf(call), setUp(actor.id))
    return { recoveryCodes }
  })
}

export async function renewCodes(
  parts: Parts,
  call: Call<typeof renewRecoveryCodes, Actor>,
): Promise<Answer<typeof renewRecoveryCodes>> {
  const { actor, body } = call
  await provePassword(parts.platform, parts.tries, actor.id, body.password, 'password')
  return await withTry(parts, actor.id, async (tx) => {
    await spendOwnCode(tx, parts, actor.id, body.code)
    note(tx, parts.platform.clock, authorOf(call), {
      action: 'recovery-codes-renewed',
      subjectType: 'account',
      subjectId: actor.id,
    })
    return { recoveryCodes: await giveRecoveryCodes(tx, parts, actor.id) }
  })
}

/** Takes it off with password and code. @throws Failure 9143 where the role asks for it */
export async function removeFactor(
  parts: Parts,
  call: Call<typeof removeSecondFactor, Actor>,
): Promise<Record<string, never>> {
  const { actor, body } = call
  if ((await readFactorStanding(parts.platform.db, actor.id)).isRequired)
    fail(9143, { params: { by: 'required' } })
  await provePassword(parts.platform, parts.tries, actor.id, body.password, 'password')
  return await withTry(parts, actor.id, async (tx) => {
    await spendOwnCode(tx, parts, actor.id, body.code)
    await deleteFactor(tx, actor.id)
    tell(tx, parts, actor.id)
    announceSecurity(tx, parts.platform, { accountId: actor.id, what: 'factorOff', by: 'owner' })
    note(tx, parts.platform.clock, authorOf(call), {
      action: 'second-factor-removed',
      subjectType: 'account',
      subjectId: actor.id,
    })
    return {}
  })
}

async function spendOwnCode(tx: Tx, parts: Parts, accountId: string, code: string): Promise<void> {
  const factor = await lockFactor(tx, accountId)
  if (!factor?.confirmed_at) return fail(9143, { params: { by: 'off' } })
  await spendCode(tx, parts, factor, code)
}

/** A sign-in that was opened by the password alone may be the one that the factor is set up against. */
async function endOtherSignIns(tx: Tx, parts: Parts, { id, familyId }: Actor): Promise<void> {
  if (familyId === null) return
  const ended = await endFamiliesOf(tx, id, machineNow(), familyId)
  // An empty list would void every token, this one too.
  if (ended.length > 0) announceEnded(tx, parts, id, ended)
}

/** Wrong codes count, right ones do not. */
async function withTry<T>(parts: Parts, accountId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await tryCode(parts, accountId, async () => await parts.platform.transact(work))
}

function tell(tx: Tx, { platform }: Parts, accountId: string): void {
  publish(
    tx,
    fact(accountChanged, {
      aggregate: `account:${accountId}`,
      at: platform.clock.now(),
      payload: { accountId },
    }),
  )
}
