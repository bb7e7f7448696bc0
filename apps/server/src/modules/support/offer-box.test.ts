import { handleAppeal, offerBox, reopenAppeal } from '@stowage/api/support'
import { beforeAll, expect, test } from 'vitest'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallCompany, createSmallStock, type SmallStock } from '../../testing/small-stock.ts'

const { world, people } = await openPeopledWorld()
const { platform, modules } = world.running
let stock: SmallStock
beforeAll(async () => {
  await createSmallCompany({ platform, catalog: modules.catalog })
  stock = await createSmallStock({ platform, catalog: modules.catalog })
})
let count = 0
async function wait(): Promise<{ id: string; email: string }> {
  const email = `waits${(count += 1)}@nowhere.example`
  const body = { name: 'Waits', email, privacy: true, stock: stock.stockId }
  const reply = await people.visitor.send('POST', 'availability-requests', body)
  expect(reply.status, reply.raw).toBe(200)
  return { ...(reply.body as { id: string }), email }
}
const sendable = async (email: string) =>
  await platform.db
    .selectFrom('mail')
    .select('id')
    .where('recipient', '=', email)
    .where('status', '=', 'waiting')
    .execute()

test('offered, taken back and offered again before a mail has gone out is one mail', async () => {
  const { id, email } = await wait()
  expect((await people.adam.call(offerBox, { params: { id } })).status).toBe(200)
  await world.settle()
  expect((await people.adam.call(reopenAppeal, { params: { id } })).status).toBe(200)
  expect((await people.adam.call(offerBox, { params: { id } })).status).toBe(200)
  await world.settle()
  expect(await sendable(email)).toHaveLength(1)
})

test('a colleague handled it without an offer: who offers then is told that nothing was sent', async () => {
  const { id, email } = await wait()
  expect((await people.sofia.call(handleAppeal, { params: { id }, body: { note: 'called' } })).status).toBe(
    200,
  )
  const reply = await people.adam.call(offerBox, { params: { id } })
  await world.settle()
  expect(await sendable(email)).toHaveLength(0)
  expect([reply.status, reply.code]).toEqual([409, 9109])
})

test('two at once offer the same request: one mail', async () => {
  const { id, email } = await wait()
  await Promise.all(
    [people.adam, people.sofia, people.adam].map(async (p) => await p.call(offerBox, { params: { id } })),
  )
  await world.settle()
  expect(await sendable(email)).toHaveLength(1)
})
