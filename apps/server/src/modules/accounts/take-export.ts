import type { askDataExport } from '@stowage/api/privacy'
import type { Answer } from '@stowage/api/endpoint'
import { machineNow } from '../../platform/clock.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { createDocumentToken } from '../../platform/http/document-token.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockAnyAccount } from './account-store.ts'
import { closeExport, insertExport, openExport, passwordHashOf, presentExports } from './export-store.ts'
import { passwordMatches } from './hash-password.ts'
import { triesOf } from './limit-tries.ts'

/** Archives of one person in 24 hours: each may print a hundred papers. */
export const EXPORTS_A_DAY = 5
/** A link that nobody opens holds its turn no longer than it lives. */
const LINK = { seconds: 60 }
/** No archive takes longer, and a process that died while it made one holds the turn no longer. */
const MAKING = { minutes: 30 }
const WRONG_PASSWORDS = 10

/**
 * A link to everything that is kept of a person, for himself and for superUsers. Who asks types his own password again: an
 * unattended screen gives nobody's life away. One archive of a person at a time, and so many a day.
 * @throws Failure 9103 another's; 6004; 9001 the password does not fit: a 401 would say that the session is over; 9129 another is being made, or enough for today
 */
export async function askExport(
  platform: Platform,
  call: Call<typeof askDataExport, Actor>,
): Promise<Answer<typeof askDataExport>> {
  const { actor, params, body } = call
  if (params.id !== actor.id && !isSuperUser(actor)) fail(9103)
  const taken = await triesOf(platform).take(`export ${actor.id}`, WRONG_PASSWORDS)
  const own = await passwordHashOf(platform.db, actor.id)
  if (!(await passwordMatches(own, body.password)))
    fail(9001, { field: 'password', reason: 'the password is not his' })
  await taken.giveBack()
  const id = await platform.transact(async (tx) => {
    if (!(await lockAnyAccount(tx, params.id))) fail(6004)
    const now = machineNow()
    const { busyUntil, ofDay } = await presentExports(tx, params.id, now)
    if (busyUntil !== null) comeAgain(now, busyUntil)
    const [oldest] = ofDay
    if (oldest !== undefined && ofDay.length >= EXPORTS_A_DAY) comeAgain(now, oldest.add({ hours: 24 }))
    const turn = { id: newId(), accountId: params.id, askedById: actor.id, at: now, endsBy: now.add(LINK) }
    await insertExport(tx, turn)
    return turn.id
  })
  const { tokenKey } = platform.config.secrets
  return { data: id, token: createDocumentToken(tokenKey, { actorId: actor.id, documentId: id }) }
}

function comeAgain(now: Temporal.Instant, at: Temporal.Instant): never {
  const seconds = Math.max(1, Math.ceil(now.until(at).total('seconds')))
  return fail(9129, { retryAfterSeconds: seconds, params: { seconds } })
}

/** @returns whose data the link is for. @throws Failure 9104 for one that was opened already or is another's */
export async function beginExport(platform: Platform, id: string, actor: Actor): Promise<string> {
  const now = machineNow()
  return await platform.transact(
    async (tx) => (await openExport(tx, { id, askedById: actor.id }, now, now.add(MAKING))) ?? fail(9104),
  )
}

/** The archive was sent, or whoever took it has gone. */
export async function endExport(platform: Pick<Platform, 'db'>, id: string, isWhole: boolean): Promise<void> {
  await closeExport(platform.db, id, isWhole, machineNow())
}
