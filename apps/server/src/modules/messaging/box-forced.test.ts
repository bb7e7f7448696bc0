import { expect, test } from 'vitest'
import { publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { createPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallStock } from '../../testing/small-stock.ts'
import { boxForced } from '../access/index.ts'
import { composeMail } from './compose-mail.ts'
import type { WaitingMail } from './mail-store.ts'

const { world, people } = await openPeopledWorld()
const { platform, modules } = world.running

test('a forced door is mailed once an hour to who watches the locks of its stock, in his language, and to nobody else', async () => {
  const tools = { platform, catalog: modules.catalog }
  const [stock, other] = [await createSmallStock(tools), await createSmallStock(tools)]
  const staffOf = async (name: string, stockId: string) =>
    await createPerson(world, { email: `${name}@stowage.example`, platformRole: 'staff', stockId, language: 'pl' })
  const here = await staffOf('here', stock.stockId)
  await staffOf('elsewhere', other.stockId)
  const force = async (at: Temporal.Instant): Promise<void> => {
    const { stockId } = stock
    const payload = {
      stockId,
      lockId: '1:01:01',
      boxId: null,
      unitNumber: 'YA001',
      name: 'YA001',
      at: at.toString(),
    }
    await platform.transact(async (tx) =>
      publish(tx, fact(boxForced, { aggregate: 'lock:1', stockId, at, payload })),
    )
    await world.settle()
  }
  const mails = async () =>
    await platform.db
      .selectFrom('mail')
      .selectAll()
      .where('kind', '=', 'boxForced')
      .orderBy('recipient')
      .execute()
  const first = Temporal.Instant.from('2026-11-21T10:05:00Z')
  await force(first)
  await force(first.add({ minutes: 20 }))
  const expected = [people.adam, here, people.mara, people.sofia].map(({ email }) => email)
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(expected)
  await force(first.add({ minutes: 60 }))
  expect(await mails()).toHaveLength(2 * expected.length)
  const mine = (await mails()).find(({ recipient }) => recipient === here.email)
  expect(mine?.language).toBe('pl')
  expect(await composeMail(platform, mine as unknown as WaitingMail)).toMatchObject({
    kind: 'boxForced',
    data: { name: 'YA001', stockName: 'Berlin Mitte', timeZone: 'Europe/Berlin' },
  })
})
