import { expect, test } from 'vitest'
import { machineNow } from '../../platform/clock.ts'
import { createBrowser, type Browser } from '../../testing/browser.ts'
import { somebody } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world } = await openPeopledWorld()
const { db } = world.running.platform

type Role = 'client' | 'staff' | 'superUser'

/** A browser with a sign-in of that role. Machine time is never moved in tests: times are written into the rows instead. */
async function signedIn(platformRole: Role) {
  const person = await somebody(world, { platformRole })
  const browser = createBrowser(world)
  const reply = await browser.signIn(person.email)
  expect(reply.status, reply.raw).toBe(200)
  const { family_id: familyId } = await db
    .selectFrom('sign_in')
    .select('family_id')
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const past = (hours: number) => machineNow().subtract({ hours })
  const usedBefore = async (hours: number): Promise<void> => {
    await db
      .updateTable('refresh_session')
      .set({ created_at: past(hours) })
      .where('family_id', '=', familyId)
      .where('rotated_at', 'is', null)
      .execute()
  }
  const beganBefore = async (hours: number): Promise<void> => {
    await db
      .updateTable('sign_in')
      .set({ first_seen_at: past(hours) })
      .where('family_id', '=', familyId)
      .execute()
  }
  return { person, browser, familyId, usedBefore, beganBefore }
}
const refreshed = async (browser: Browser): Promise<number> => {
  const { status, code } = await browser.refresh()
  return status === 200 ? 200 : code
}

test.each<[Role, number]>([
  ['staff', 12],
  ['superUser', 12],
  ['client', 90 * 24],
])('B9: a sign-in of a %s that was not used for %i hours is over', async (role, hours) => {
  const { browser, usedBefore, familyId } = await signedIn(role)
  await usedBefore(hours - 1)
  expect(await refreshed(browser)).toBe(200)
  await usedBefore(hours)
  expect(await refreshed(browser)).toBe(9003)
  // The whole sign-in, not this token alone.
  const open = await db
    .selectFrom('refresh_session')
    .select('id')
    .where('family_id', '=', familyId)
    .where('ended_at', 'is', null)
    .execute()
  expect(open).toEqual([])
})

test.each<[Role, number]>([
  ['staff', 30],
  ['superUser', 30],
  ['client', 400],
])('B9: a sign-in of a %s is over %i days after it began, however much it is used', async (role, days) => {
  const { browser, beganBefore, familyId } = await signedIn(role)
  await beganBefore(days * 24 - 1)
  expect(await refreshed(browser)).toBe(200)
  const { expires_at: end } = await db
    .selectFrom('refresh_session')
    .select('expires_at')
    .where('family_id', '=', familyId)
    .where('rotated_at', 'is', null)
    .executeTakeFirstOrThrow()
  expect(Temporal.Instant.compare(end, machineNow().add({ hours: 1 }))).toBeLessThanOrEqual(0)
  await beganBefore(days * 24)
  expect(await refreshed(browser)).toBe(9003)
})

test('B9: what counts is the role that the account has now', async () => {
  const { browser, person, usedBefore } = await signedIn('client')
  await db.updateTable('account').set({ platform_role: 'staff' }).where('id', '=', person.id).execute()
  await usedBefore(13)
  expect(await refreshed(browser)).toBe(9003)
})
