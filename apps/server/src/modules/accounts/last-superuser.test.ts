import { updateUser } from '@stowage/api/accounts'
import { deleteUser } from '@stowage/api/contracts'
import { beforeEach, expect, test } from 'vitest'
import { createPerson, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

let pair: readonly [NamedPerson, NamedPerson]
let count = 0
const { world, people } = await openPeopledWorld()

const superUsers = () =>
  world.running.platform.db
    .selectFrom('account')
    .select('id')
    .where('platform_role', '=', 'superUser')
    .where('deleted_at', 'is', null)
    .execute()

/** Two superUsers and no third. */
beforeEach(async () => {
  const make = async () =>
    await createPerson(world, {
      email: `super${(count += 1)}@stowage.example`,
      platformRole: 'superUser',
    })
  pair = [await make(), await make()]
  await world.running.platform.db
    .updateTable('account')
    .set({ platform_role: 'client' })
    .where('id', 'not in', [pair[0].id, pair[1].id])
    .execute()
  expect(await superUsers()).toHaveLength(2)
  expect(people.sofia.id).not.toBe(pair[0].id)
})

test('two superUsers who take the rights from one another at once: one keeps them', async () => {
  const [one, other] = pair
  const demote = async (by: NamedPerson, whom: NamedPerson) =>
    (await by.call(updateUser, { params: { id: whom.id }, body: { role: 'client' } })).status
  const statuses = await Promise.all([demote(one, other), demote(other, one)])
  expect(statuses).toContain(200)
  expect(await superUsers()).toHaveLength(1)
})

test('two superUsers who end the accounts of one another at once: one stays', async () => {
  const [one, other] = pair
  const end = async (by: NamedPerson, whom: NamedPerson) =>
    (await by.call(deleteUser, { params: { id: whom.id } })).status
  const statuses = await Promise.all([end(one, other), end(other, one)])
  expect(statuses).toContain(200)
  expect(await superUsers()).toHaveLength(1)
})
