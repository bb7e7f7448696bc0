import type { Database } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccountRow } from './account-store.ts'
import type { SessionRow } from './session-store.ts'
import { beganAt, roleOf } from './sign-in-store.ts'

type Settings = Pick<Platform, 'config'>
type Role = AccountRow['platform_role']

const limitOf = ({ config }: Settings, role: Role) =>
  role === 'client' ? config.signIns.client : config.signIns.staff

/** When a token that is given out now ends: after the idle time, and never later than the sign-in as a whole. */
export async function endOfToken(
  db: Database,
  settings: Settings,
  session: { readonly accountId: string; readonly familyId: string; readonly at: Temporal.Instant },
): Promise<Temporal.Instant> {
  const { familyId, accountId, at } = session
  const limit = limitOf(settings, await roleOf(db, accountId))
  const idle = at.add({ hours: limit.idleHours })
  const whole = ((await beganAt(db, familyId)) ?? at).add({ hours: limit.days * 24 })
  return Temporal.Instant.compare(idle, whole) < 0 ? idle : whole
}

/**
 * Whether a sign-in is over by what counts for the account's role now: the token may be of an older server, of earlier settings or of
 * an account that was a client's.
 */
export async function isSignInOver(
  db: Database,
  settings: Settings,
  session: Pick<SessionRow, 'family_id' | 'created_at'>,
  role: Role,
  now: Temporal.Instant,
): Promise<boolean> {
  const limit = limitOf(settings, role)
  const hasEnded = (since: Temporal.Instant, hours: number): boolean =>
    Temporal.Instant.compare(since.add({ hours }), now) <= 0
  if (hasEnded(session.created_at, limit.idleHours)) return true
  const began = await beganAt(db, session.family_id)
  return began !== undefined && hasEnded(began, limit.days * 24)
}
