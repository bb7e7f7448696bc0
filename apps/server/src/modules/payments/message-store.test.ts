import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { machineNow } from '../../platform/clock.ts'
import { connect } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import {
  decideMessage,
  dueMessages,
  forgetOldMessages,
  hurryMessages,
  insertMessage,
  postponeMessage,
  type Verdict,
} from './message-store.ts'
import { HURRIED } from './process-messages.ts'

let database: TestDatabase
let connection: ReturnType<typeof connect>
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

test('messages are forgotten by what they told: strange ones after 90 days, of money after three years, waiting ones never', async () => {
  const now = machineNow()
  const kept: [Verdict, number][] = [
    ['forged', 89],
    ['credited', 1099],
    ['other sum', 1099],
    ['valid', 5000],
  ]
  const gone: [Verdict, number][] = [
    ['forged', 91],
    ['malformed', 91],
    ['unknown order', 91],
    ['not confirmed', 91],
    ['credited', 1101],
    ['noted', 1101],
  ]
  for (const [verdict, days] of [...kept, ...gone])
    await insertMessage(connection.db, {
      id: newId(),
      cabinet: 'rub',
      outsideId: String(days),
      type: 'payment',
      messageKey: null,
      news: null,
      nextTryAt: null,
      body: {},
      verdict,
      receivedAt: now.subtract({ hours: days * 24 }),
      paymentId: null,
    })
  expect(await forgetOldMessages(connection.db, now)).toBe(gone.length)
  const left = await connection.db
    .selectFrom('payment_message')
    .select(['verdict', 'outside_id'])
    .orderBy('id')
    .execute()
  expect(left.map((row) => [row.verdict, Number(row.outside_id)])).toEqual(kept)
})

test('a processor that answers again hurries what has met its outage, not what fails again and again', async () => {
  const now = machineNow()
  const waits = async (tries: number): Promise<string> => {
    const id = newId()
    await insertMessage(connection.db, {
      id,
      cabinet: 'hurried',
      outsideId: id,
      type: 'payment',
      messageKey: null,
      news: { subject: { about: 'method', outsideId: id }, hearsay: {} },
      nextTryAt: now,
      body: {},
      verdict: 'valid',
      receivedAt: now,
      paymentId: null,
    })
    for (let tried = 0; tried < tries; tried += 1)
      await postponeMessage(connection.db, id, { nextTryAt: now.add({ hours: 1 }), problem: 'away' })
    return id
  }
  const met = await waits(2)
  await waits(HURRIED)
  await hurryMessages(connection.db, { cabinet: 'hurried', now, triedLess: HURRIED })
  const due = await dueMessages(connection.db, { cabinet: 'hurried', now, limit: 10, besides: [] })
  expect(due.map(({ id }) => id)).toEqual([met])
})

test('the same message told again is counted, and worked on again only where it was not confirmed or fits by now', async () => {
  const now = machineNow()
  const key = newId()
  const tell = async (of: { at?: Temporal.Instant; verdict?: Verdict } = {}) => {
    const { at = now, verdict = 'valid' } = of
    return await insertMessage(connection.db, {
      id: newId(),
      cabinet: 'counted',
      outsideId: '1',
      type: 'payment',
      messageKey: key,
      news: { subject: { about: 'method', outsideId: '1' }, hearsay: {} },
      nextTryAt: verdict === 'valid' ? at : null,
      body: {},
      verdict,
      receivedAt: at,
      paymentId: null,
    })
  }
  const rows = async () =>
    await connection.db
      .selectFrom('payment_message')
      .select(['id', 'verdict', 'times_told as times'])
      .where('message_key', '=', key)
      .execute()
  expect(await tell({ verdict: 'unknown order' })).toBeUndefined()
  const id = await tell({ at: now.add({ seconds: 1 }) })
  expect(await rows()).toEqual([{ id, verdict: 'valid', times: 2 }])
  await decideMessage(connection.db, id ?? '', { verdict: 'not confirmed', at: now.add({ seconds: 2 }) })
  expect(await tell({ at: now.add({ seconds: 30 }) })).toBeUndefined()
  expect(await tell({ at: now.add({ minutes: 2 }) })).toBe(id)
  // Somebody else was quicker: what was said first stands.
  await decideMessage(connection.db, id ?? '', { verdict: 'credited', at: now.add({ minutes: 2 }) })
  await decideMessage(connection.db, id ?? '', { verdict: 'known', at: now.add({ minutes: 2 }) })
  for (let again = 0; again < 50; again += 1)
    expect(await tell({ at: now.add({ hours: again + 1 }) })).toBeUndefined()
  expect(await rows()).toEqual([{ id, verdict: 'credited', times: 54 }])
})
