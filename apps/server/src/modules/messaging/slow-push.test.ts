import { randomBytes, createECDH } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { subscribePush } from '@stowage/api/inbox'
import { afterAll, expect, test } from 'vitest'
import { machineNow } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { createTicker } from '../../platform/ticker.ts'
import type { NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { insertMail } from './mail-store.ts'
import { createPushKey } from './push-key.ts'
import { noteAnswer, noteTimeout } from './push-store.ts'
import { sendPushes } from './send-pushes.ts'

/** Takes what is sent, and never answers under /hang. */
let taken = 0
let hanging = 0
const service = createServer((request, reply) => {
  request.resume()
  if (request.url?.startsWith('/hang')) {
    hanging += 1
    service.emit('hangs')
    return
  }
  taken += 1
  reply.writeHead(201).end()
  service.emit('took')
})
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
const { port } = service.address() as AddressInfo
afterAll(() => {
  service.closeAllConnections()
  service.close()
})
const { world, people } = await openPeopledWorld({ config: { pushStandIns: [`http://127.0.0.1:${port}`] } })
const { platform } = world.running

async function subscribe(person: NamedPerson, path: string): Promise<void> {
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  const endpoint = `http://127.0.0.1:${port}${path}`
  expect((await person.call(subscribePush, { body: { endpoint, keys } })).status).toBe(200)
}
async function tell(person: NamedPerson): Promise<void> {
  await platform.transact(
    async (tx) =>
      await insertMail(tx, {
        naturalKey: newId(),
        kind: 'invoiceIssued',
        recipient: person.email,
        accountId: person.id,
        stockId: null,
        documentId: null,
        language: 'de',
        data: {},
        at: platform.clock.now(),
        due: machineNow(),
      }),
  )
}
const waitingFor = async (person: NamedPerson) =>
  await platform.db
    .selectFrom('push_task as t')
    .innerJoin('push_subscription as s', 's.id', 't.subscription_id')
    .select('t.next_attempt_at')
    .where('s.account_id', '=', person.id)
    .execute()

test('ten browsers that never answer keep nobody else waiting, and no process from stopping', async () => {
  for (let each = 0; each < 10; each += 1) await subscribe(people.leo, `/hang/${each}`)
  await subscribe(people.clara, '/clara')
  await tell(people.leo)
  await tell(people.clara)
  const stopping = new AbortController()
  const job = {
    name: 'send-pushes',
    everySeconds: 3600,
    run: async () => await sendPushes(platform, createPushKey(platform), stopping.signal),
    stop: () => stopping.abort(),
  }
  const ticker = createTicker([job], platform.log)
  const [took, hangs] = [once(service, 'took'), once(service, 'hangs')]
  const run = ticker.runAll()
  await Promise.all([took, hangs])
  expect(hanging).toBe(1)
  await ticker.close()
  await run
  // Given up by the stop, and no timeout of its service: due at the next start.
  expect(taken).toBe(1)
  const left = await waitingFor(people.leo)
  expect(left).toHaveLength(10)
  for (const { next_attempt_at } of left)
    expect(Temporal.Instant.compare(next_attempt_at, machineNow())).toBeLessThanOrEqual(0)
})

test('a browser whose service is silent waits longer each time, and is forgotten; an answer forgives', async () => {
  const { id } = await platform.db
    .selectFrom('push_subscription')
    .select('id')
    .where('account_id', '=', people.leo.id)
    .executeTakeFirstOrThrow()
  const now = machineNow()
  const due = async () =>
    (
      await platform.db
        .selectFrom('push_task')
        .select('next_attempt_at')
        .where('subscription_id', '=', id)
        .execute()
    ).map(({ next_attempt_at }) => now.until(next_attempt_at).total('seconds'))
  await noteTimeout(platform.db, id, now, 3)
  expect(await due()).toEqual([expect.closeTo(30, 0)])
  await noteTimeout(platform.db, id, now, 3)
  expect(await due()).toEqual([expect.closeTo(60, 0)])
  await noteAnswer(platform.db, id)
  for (let each = 0; each < 2; each += 1) await noteTimeout(platform.db, id, now, 3)
  expect(await due()).toHaveLength(1)
  await noteTimeout(platform.db, id, now, 3)
  expect(await due()).toEqual([])
})
