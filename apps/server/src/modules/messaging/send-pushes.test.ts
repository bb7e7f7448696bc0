import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { markInboxRead, readInbox, readPushKey, subscribePush, unsubscribePush } from '@stowage/api/inbox'
import { afterAll, expect, test } from 'vitest'
import { machineNow } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { insertMail } from './mail-store.ts'
import { createPushKey } from './push-key.ts'
import { sendPushes } from './send-pushes.ts'

/** A push service: keeps what it is sent and answers as it is told. */
const taken: { headers: Record<string, unknown>; body: Buffer }[] = []
let answer = 201
const service = createServer((request, reply) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    taken.push({ headers: request.headers, body: Buffer.concat(parts) })
    reply.writeHead(answer).end()
  })
})
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
const { port } = service.address() as AddressInfo
afterAll(() => service.close())

const { world, people } = await openPeopledWorld({
  config: { pushStandIns: [`http://127.0.0.1:${port}`], locksAllowedAddresses: ['127.0.0.1'] },
})
const { platform } = world.running
const running = new AbortController().signal
const endpoint = `http://127.0.0.1:${port}/send/clara`

/** A browser: keeps its key and reads what comes (RFC 8291, one record of RFC 8188). */
const ecdh = createECDH('prime256v1')
const own = ecdh.generateKeys()
const secret = randomBytes(16)
const keys = { p256dh: own.toString('base64url'), auth: secret.toString('base64url') }
function read(body: Buffer): unknown {
  const [salt, server] = [body.subarray(0, 16), body.subarray(21, 21 + (body[20] ?? 0))]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, server])
  const shared = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(server), secret, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${name}\0`, length))
  const rest = body.subarray(21 + server.length)
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(rest.subarray(-16))
  const plain = Buffer.concat([decipher.update(rest.subarray(0, -16)), decipher.final()])
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8'))
}

async function tell(kind: string): Promise<void> {
  await platform.transact(
    async (tx) =>
      await insertMail(tx, {
        naturalKey: newId(),
        kind,
        recipient: people.clara.email,
        accountId: people.clara.id,
        stockId: null,
        documentId: null,
        language: 'de',
        data: {},
        at: platform.clock.now(),
        due: machineNow(),
      }),
  )
}
const subscribed = async () =>
  await platform.db
    .selectFrom('push_subscription')
    .select('endpoint')
    .where('account_id', '=', people.clara.id)
    .execute()

test('a browser is told in one sentence, under the key of the company, until it is gone', async () => {
  const { body: key } = await people.clara.call(readPushKey)
  for (let twice = 0; twice < 2; twice += 1)
    expect((await people.clara.call(subscribePush, { body: { endpoint, keys } })).status).toBe(200)
  expect(await subscribed()).toHaveLength(1)

  await tell('passwordReset')
  await tell('kycRejected')
  await sendPushes(platform, createPushKey(platform), running)
  expect(taken).toHaveLength(1)
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = taken
  expect(read(body)).toEqual({
    title: 'Ein Dokument wurde nicht angenommen',
    path: `/users/${people.clara.id}`,
    tag: 'kycRejected',
  })
  const [, token = '', publicKey] = /^vapid t=([^,]+), k=(.+)$/.exec(String(headers['authorization'])) ?? []
  expect(publicKey).toBe(key.publicKey)
  const point = Buffer.from(key.publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const [head, claims, signature = ''] = token.split('.')
  const signed = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  expect(
    verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url')),
  ).toBe(true)

  answer = 410
  await tell('boxLeftOpen')
  await sendPushes(platform, createPushKey(platform), running)
  expect(await subscribed()).toEqual([])
})

test('who does not want it any more is not told; another’s browser stays', async () => {
  await people.clara.call(subscribePush, { body: { endpoint, keys } })
  await people.leo.call(unsubscribePush, { query: { endpoint } })
  expect(await subscribed()).toHaveLength(1)
  await people.clara.call(unsubscribePush, { query: { endpoint } })
  expect(await subscribed()).toEqual([])
})

test.each([
  'http://127.0.0.1:3193/api/v1/door/open?x=1',
  'https://[::1]/',
  'https://0x7f000001/',
  'https://127.0.0.1/',
  'https://push.example.com/1',
])('B1: a tenant cannot have the server call %s, though locks may', async (given) => {
  const body = { endpoint: given, keys }
  expect(await people.clara.call(subscribePush, { body })).toMatchObject({ status: 400, code: 9114 })
})

test('B1: a subscription that was saved under a longer list is dropped and not called', async () => {
  await people.clara.call(subscribePush, { body: { endpoint, keys } })
  const stored = `http://127.0.0.1:${port}/stored`
  await platform.db
    .updateTable('push_subscription')
    .set({ endpoint: stored.replace('127.0.0.1', 'localhost') })
    .where('account_id', '=', people.clara.id)
    .execute()
  const before = taken.length
  await tell('kycRejected')
  await sendPushes(platform, createPushKey(platform), running)
  expect(taken).toHaveLength(before)
  expect(await subscribed()).toEqual([])
})

test('an address inside the house is refused at the door', async () => {
  const body = { endpoint: 'https://10.0.0.8/x', keys }
  expect(await people.clara.call(subscribePush, { body })).toMatchObject({ code: 9114 })
  const half = { endpoint: 'https://fcm.googleapis.com/1', keys: { ...keys, p256dh: 'A'.repeat(87) } }
  expect(await people.clara.call(subscribePush, { body: half })).toMatchObject({ status: 400, code: 1005 })
})

test('the inbox says what was told, in the language of the page, and what of it is unread', async () => {
  await tell('invoiceIssued')
  const inbox = async (language: string) =>
    (await people.clara.call(readInbox, { headers: { 'x-language': language } })).body
  const before = await inbox('pl')
  expect(before.items[0]).toMatchObject({ title: 'Nowa faktura', isRead: false })
  expect(before.items.map(({ kind }) => kind)).not.toContain('passwordReset')
  await people.clara.call(markInboxRead, { body: { until: '2099-01-01T00:00:00Z' } })
  expect((await inbox('ru')).unread).toBe(0)
  await people.clara.call(markInboxRead, { body: { until: '2020-01-01T00:00:00Z' } })
  expect((await inbox('ru')).unread).toBe(0)
  expect((await people.leo.call(readInbox)).body.items).toEqual([])
})
