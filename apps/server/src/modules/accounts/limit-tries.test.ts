import { requestPasswordResetByEmail } from '@stowage/api/accounts'
import { resendConfirmation } from '@stowage/api/sessions'
import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { somebody } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { triesOf } from './index.ts'

const { world, people } = await openPeopledWorld()
const { platform } = world.running
const tries = triesOf(platform)
const refused = { code: 9129 }

test('a try that was right takes back itself, and not others of the same millisecond', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(1_795_000_000_000)
  const name = randomUUID()
  const [right] = [await tries.take(name, 3), await tries.take(name, 3), await tries.take(name, 3)]
  await expect(tries.take(name, 3)).rejects.toMatchObject(refused)
  await right?.giveBack()
  await tries.take(name, 3)
  await expect(tries.take(name, 3)).rejects.toMatchObject(refused)
})

test('what is given back twice, or forgotten meanwhile, breaks nothing', async () => {
  const name = randomUUID()
  const taken = await tries.take(name, 1)
  await taken.giveBack()
  await taken.giveBack()
  await tries.take(name, 1)
  await tries.forget(name)
  await taken.giveBack()
  await tries.take(name, 1)
  await expect(tries.take(name, 1)).rejects.toMatchObject(refused)
})

/** Sends as often as a quarter of an hour allows, one after the other; how many were let through. */
async function overAndOver(send: () => Promise<{ status: number }>): Promise<number> {
  const start = Date.now()
  let sent = 0
  for (let quarter = 0; quarter < 9; quarter += 1) {
    vi.spyOn(Date, 'now').mockReturnValue(start + quarter * 15 * 60_000 + quarter)
    while ((await send()).status === 200) sent += 1
  }
  return sent
}

test('nobody fills the inbox of a stranger by asking all day for a new password', async () => {
  const { email } = await somebody(world)
  const send = async () => await people.visitor.call(requestPasswordResetByEmail, { body: { email } })
  expect(await overAndOver(send)).toBe(30)
})

test('nor by signing up with his address and asking for its confirmation', async () => {
  const { id } = await somebody(world)
  const { modules } = world.running
  // A token lasts 15 minutes: who goes on for a day renews it.
  const send = async () =>
    await world.person(await modules.accounts.openSessionFor(id)).call(resendConfirmation)
  expect(await overAndOver(send)).toBe(10)
})
