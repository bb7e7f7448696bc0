import { createNotification, listNotifications, updateNotification } from '@stowage/api/messaging'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { listen } from '../../testing/listen.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world, people } = await openPeopledWorld()
const banner = {
  type: 'warning' as const,
  titleEn: 'Short notice',
  titleDe: 'Kurze Nachricht',
  descriptionEn: 'The gate is repaired tonight.',
  descriptionDe: 'Das Tor wird heute repariert.',
  isActive: true,
  isGlobal: true,
}
const make = async (more: object = {}) =>
  (await people.sofia.call(createNotification, { body: { ...banner, ...more } })).body

test('a banner is made and changed with a trace, and its version moves on although no time passes', async () => {
  const made = await make({ titleEn: '  <script>alert(1)</script> ', isActive: false })
  expect(made).toMatchObject({
    titleEn: '<script>alert(1)</script>',
    isActive: false,
    userId: { id: people.sofia.id },
  })
  const params = { id: made.id }
  const changed = await people.sofia.call(updateNotification, {
    params,
    body: { isActive: true, updated: made.updated },
  })
  expect(changed.body).toMatchObject({ ...banner, titleEn: '<script>alert(1)</script>' })
  expect(Date.parse(changed.body.updated)).toBeGreaterThan(Date.parse(made.updated))
  const same = await people.sofia.call(updateNotification, { params, body: { isActive: true } })
  expect(same.body.updated).toBe(changed.body.updated)
  const stale = await people.sofia.call(updateNotification, {
    params,
    body: { isGlobal: false, updated: made.updated },
  })
  expect(stale).toMatchObject({ status: 409, code: 9109 })
  expect(stale.errors[0]?.present).toMatchObject({ isActive: true, updated: changed.body.updated })
  const acts = await world.running.platform.db
    .selectFrom('audit')
    .select(['action', 'actor_id'])
    .where('subject_id', '=', made.id)
    .orderBy('id')
    .execute()
  expect(acts).toEqual([
    { action: 'notification-created', actor_id: people.sofia.id },
    { action: 'notification-changed', actor_id: people.sofia.id },
  ])
  expect(
    await people.sofia.call(updateNotification, { params: { id: newId() }, body: { isActive: true } }),
  ).toMatchObject({ status: 404, code: 9104 })
})

test('every open browser hears what its reader may see, and what is no longer for him goes', async () => {
  const [visitor, clara] = [await listen(world), await listen(world, people.clara)]
  const heard = async () => {
    await visitor.caughtUp()
    await clara.caughtUp()
    const told = [visitor, clara].map((listener) => listener.of('UPDATE_NOTIFICATION').map((m) => m.payload))
    visitor.heard.length = 0
    clara.heard.length = 0
    return told
  }
  const local = await make({ isGlobal: false })
  await expect.poll(() => clara.of('UPDATE_NOTIFICATION')).toHaveLength(1)
  expect(await heard()).toEqual([
    [],
    [expect.objectContaining({ _id: local.id, titleDE: 'Kurze Nachricht' })],
  ])

  const change = async (body: object) =>
    await people.sofia.call(updateNotification, { params: { id: local.id }, body })
  await change({ isGlobal: true })
  await expect.poll(() => clara.of('UPDATE_NOTIFICATION')).toHaveLength(1)
  const [toVisitor, toClara] = await heard()
  expect(toVisitor).toEqual(toClara)
  expect(toVisitor?.[0]).toMatchObject({ isGlobal: true, isActive: true, userId: null })

  await change({ isGlobal: false, descriptionEn: 'For tenants: the code of the gate is new.' })
  await expect.poll(() => clara.of('UPDATE_NOTIFICATION')).toHaveLength(1)
  const [gone, there] = await heard()
  expect(gone).toEqual([{ _id: local.id, isActive: false }])
  expect(there?.[0]).toMatchObject({ isGlobal: false, isActive: true })
  visitor.socket.close()
  clara.socket.close()
})

test.each([
  ['type', 'abc', 1004],
  ['type', 'x'.repeat(17), 1004],
  ['type', 'notice', 1005],
  ['type', '', 1003],
  ['titleEN', 'abc', 1004],
  ['titleEN', 'x'.repeat(61), 1004],
  ['titleDE', '    ', 1003],
  ['titleDE', 7, 1005],
  ['descriptionEN', 'x'.repeat(7), 1004],
  ['descriptionDE', 'x'.repeat(257), 1004],
  ['descriptionDE', 'with a bell \u0007', 1005],
  ['isActive', 'yes', 1005],
  ['isGlobal', undefined, 1003],
])('%s %j is %i', async (field, value, code) => {
  const body = {
    type: 'info',
    titleEN: 'x'.repeat(4),
    titleDE: 'x'.repeat(60),
    descriptionEN: 'x'.repeat(8),
    descriptionDE: 'x'.repeat(256),
    isActive: false,
    isGlobal: false,
  }
  expect((await people.sofia.send('POST', 'notifications', body)).status).toBe(200)
  const reply = await people.sofia.send('POST', 'notifications', { ...body, [field]: value })
  expect(reply.status).toBe(400)
  expect(reply.errors.map((error) => [error.field, error.errorCode])).toEqual([[field, code]])
})

test('the filters of the list', async () => {
  const off = await make({ titleEn: 'Switched off', isActive: false, isGlobal: false })
  const ids = async (query: Record<string, string>) =>
    (await people.sofia.call(listNotifications, { query })).body.map(({ id }) => id)
  expect(await ids({ activeStatus: 'disactive', globalStatus: 'local' })).toContain(off.id)
  expect(await ids({ activeStatus: 'disactive', globalStatus: 'global' })).not.toContain(off.id)
  expect(await ids({ activeStatus: 'active' })).not.toContain(off.id)
  expect(await ids({})).toContain(off.id)
})
