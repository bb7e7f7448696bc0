import type { Answer } from '@stowage/api/endpoint'
import type { listConsents } from '@stowage/api/sessions'
import type { Database } from '../../platform/database/connect.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { readAccount } from './account-view.ts'
import { consentsOf } from './consent-store.ts'
import { describeDevice } from './describe-device.ts'
import { sessionsOf } from './own-sessions.ts'
import type { Parts } from './parts.ts'

type Consent = Answer<typeof listConsents>[number]

/** The record of what somebody agreed to: his own, or anybody's for a superUser. @throws Failure 6004 */
export async function readConsents(
  { platform }: Parts,
  { params, actor }: Call<typeof listConsents, Actor>,
): Promise<Consent[]> {
  if (params.id !== actor.id && !isSuperUser(actor)) fail(6004)
  if (!(await readAccount(platform.db, params.id))) fail(6004)
  return await describedConsents(platform.db, params.id)
}

async function describedConsents(db: Database, accountId: string): Promise<Consent[]> {
  return (await consentsOf(db, accountId)).map(({ userAgent, at, ...consent }) => ({
    ...consent,
    ...describeDevice(userAgent),
    at: at.toString(),
  }))
}

/** What the accounts keep of a person beside the account itself, for the export of all his data: consents and sign-ins. */
export async function consentsAndSessionsOf(
  db: Database,
  accountId: string,
): Promise<{
  readonly consents: readonly Consent[]
  readonly sessions: readonly Omit<Awaited<ReturnType<typeof sessionsOf>>[number], 'isThis'>[]
}> {
  const sessions = await sessionsOf(db, accountId, null)
  return {
    consents: await describedConsents(db, accountId),
    sessions: sessions.map(({ isThis: _isThis, ...session }) => session),
  }
}
