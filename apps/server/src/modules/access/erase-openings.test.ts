import { expect, test } from 'vitest'
import { erasePerson } from '@stowage/api/privacy'
import { newId } from '../../platform/ids.ts'
import { somebody, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallStock } from '../../testing/small-stock.ts'
import { insertRecord } from './access-store.ts'
import { forgetWhoOpened } from './erase-openings.ts'

const { world, people } = await openPeopledWorld()
const { platform, modules } = world.running
const { stockId } = await createSmallStock({ platform, catalog: modules.catalog })

async function opened(person: NamedPerson, at: string): Promise<void> {
  await insertRecord(platform.db, {
    stockId,
    boxId: null,
    equipmentId: '1:01:90',
    lockId: '1:01:90',
    lockName: 'Gate',
    contractId: null,
    accountId: person.id,
    actorRole: 'client',
    action: 'opened',
    code: null,
    source: 'app',
    commandId: newId(),
    siteEventId: null,
    at: Temporal.Instant.from(at),
    recordedAt: Temporal.Instant.from(at),
  })
}
const whoOpened = async () =>
  (
    await platform.db
      .selectFrom('access_record')
      .select(['account_id', 'contract_id', 'actor_role'])
      .orderBy('at')
      .execute()
  ).map((row) => [row.account_id, row.contract_id, row.actor_role])

test('who opened is known for a year; an erased person at once no more; that it was opened stays', async () => {
  const [one, two] = [await somebody(world), await somebody(world)]
  await opened(one, '2025-11-20T23:59:00Z')
  await opened(one, '2025-11-21T00:01:00Z')
  await opened(two, '2026-11-20T10:00:00Z')
  // The world stands on 2026-11-21.
  await forgetWhoOpened(platform)
  expect(await whoOpened()).toEqual([
    [null, null, 'client'],
    [one.id, null, 'client'],
    [two.id, null, 'client'],
  ])
  expect(await forgetWhoOpened(platform)).toBe(0)
  await people.sofia.call(erasePerson, { params: { id: two.id }, body: { email: two.email } })
  await world.settle()
  expect((await whoOpened()).map(([who]) => who)).toEqual([null, one.id, null])
})
