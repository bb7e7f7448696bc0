import { beforeAll, expect, test } from 'vitest'
import { listNotifications } from '@stowage/api/messaging'
import { newId } from '../../platform/ids.ts'
import type { People } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world, people } = await openPeopledWorld()
beforeAll(async () => {
  const { db, clock } = world.running.platform
  for (const [title, isActive, isGlobal] of [
    ['Global', true, true],
    ['Local', true, false],
    ['Over', false, true],
  ] as const) {
    await db
      .insertInto('notification')
      .values({
        id: newId(),
        type: 'info',
        title_en: title,
        title_de: title,
        description_en: 'Description',
        description_de: 'Beschreibung',
        is_active: isActive,
        is_global: isGlobal,
        editor_id: people.sofia.id,
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .execute()
  }
})

test('who sees which banners, who wrote them, and when', async () => {
  const titles = async (person: People[keyof People], query: Record<string, string> = {}) =>
    (await person.call(listNotifications, { query })).body
      .map((one) => one.titleEn)
      .toSorted((a, b) => a.localeCompare(b))
  expect(await titles(people.visitor)).toEqual(['Global'])
  expect(await titles(people.visitor, { activeStatus: 'all', globalStatus: 'all' })).toEqual(['Global'])
  expect(await titles(people.clara, { activeStatus: 'disactive', globalStatus: 'all' })).toEqual([
    'Global',
    'Local',
  ])
  expect(await titles(people.sofia, { activeStatus: 'all', globalStatus: 'all' })).toEqual([
    'Global',
    'Local',
    'Over',
  ])
  const [seen] = (await people.clara.call(listNotifications, {})).body
  expect(seen?.userId ?? null).toBeNull()
  expect(seen?.updated).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
})
