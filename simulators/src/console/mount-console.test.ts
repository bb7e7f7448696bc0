import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  CabinetView,
  ClockView,
  MailboxView,
  MailDetail,
  PaymentsView,
  PaymentView,
  SitesView,
} from '@stowage/api/simulators'
import { startSimulators, type Simulators } from '../index.ts'
import { readMail } from '../mail/read-mail.ts'
import { mountConsole } from './mount-console.ts'

let stateDir: string
let simulators: Simulators
let app: FastifyInstance
const moved: unknown[] = []
let offsetDays = 0

const clock = {
  now: async () => new Date(Date.UTC(2026, 10, 21 + offsetDays)).toISOString(),
  advance: async (input: { days?: number; months?: number; to?: string }) => {
    moved.push(input)
    if (input.months === 24) throw new Error('too far')
    offsetDays += input.days ?? 0
  },
  reset: async () => {
    offsetDays = 0
  },
}

beforeAll(async () => {
  stateDir = await mkdtemp(path.join(tmpdir(), 'console-'))
  simulators = await startSimulators({
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:9',
    currencies: ['EUR'],
    sites: [
      {
        siteId: 's1',
        name: 'East',
        secret: 'x',
        keyId: 'k1',
        locks: [
          { id: '1:01:01', kind: 'box', name: 'YA101' },
          { id: '1:02:01', kind: 'gate', name: 'Gate' },
        ],
      },
    ],
    stateDir,
  })
  app = fastify()
  await simulators.mountConsole(app, { businessClock: clock, refill: async () => void moved.push('refill') })
})
afterAll(async () => {
  await app.close()
  await simulators.close()
  rmSync(stateDir, { recursive: true })
})

const get = async (url: string): Promise<unknown> =>
  (await app.inject(`/simulators/api${url}`)).json<unknown>()
const post = async (url: string, body: object): Promise<{ status: number; body: unknown }> => {
  const answer = await app.inject({ method: 'POST', url: `/simulators/api${url}`, payload: body })
  return { status: answer.statusCode, body: answer.json<unknown>() }
}
const cabinet = async (): Promise<CabinetView> => {
  const [first] = ((await get('/payments')) as PaymentsView).cabinets
  if (!first) throw new Error('no cabinet')
  return first
}
const newInvoice = async (): Promise<string> => {
  const { baseUrl, login, password } = simulators.payKeeper['EUR'] ?? { baseUrl: '', login: '', password: '' }
  const headers = { Authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` }
  const { token } = (await (await fetch(`${baseUrl}/info/settings/token/`, { headers })).json()) as {
    token: string
  }
  await fetch(`${baseUrl}/change/invoice/preview/`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ token, pay_amount: '12.50', orderid: 'P-1' }),
  })
  return (await cabinet()).invoices[0]?.id ?? ''
}

test('payments: pay, refund, deliver again, decline; refusals are sentences', async () => {
  const id = await newInvoice()
  expect((await cabinet()).invoices[0]).toMatchObject({
    id,
    amount: 1250,
    currency: 'EUR',
    status: 'created',
    payUrl: `${simulators.payKeeper['EUR']?.baseUrl}/bill/${id}/`,
  })
  const paid = await post(`/payments/EUR/invoices/${id}`, { action: 'pay', mode: 'never' })
  const paidId = (paid.body as PaymentView).id
  expect(paid).toMatchObject({
    status: 200,
    body: { status: 'obtained', amount: 1250, card: '4242********4242', mode: 'never', attempts: 1 },
  })
  expect(await post(`/payments/EUR/payments/${paidId}`, { action: 'refund', amount: 9999 })).toMatchObject({
    status: 400,
  })
  expect(await post(`/payments/EUR/payments/${paidId}`, { action: 'deliverAgain' })).toMatchObject({
    status: 200,
    body: { mode: 'normal', attempts: 1 },
  })
  expect(await post(`/payments/EUR/payments/${paidId}`, { action: 'refund', amount: 250 })).toMatchObject({
    status: 200,
    body: { status: 'refunding' },
  })
  expect(await post(`/payments/EUR/payments/${paidId}`, { action: 'refund' })).toEqual({
    status: 409,
    body: { error: 'Предыдущий возврат ещё не завершён.' },
  })
  expect((await cabinet()).deliveries.map((delivery) => delivery.sent)).toEqual([true, false])

  const other = await newInvoice()
  expect(await post(`/payments/EUR/invoices/${other}`, { action: 'decline' })).toMatchObject({
    body: { status: 'failed', failReason: 'generic_decline' },
  })
  expect((await post(`/payments/EUR/invoices/${other}`, { action: 'steal' })).status).toBe(400)
  expect((await post('/payments/EUR/invoices/1', { action: 'pay' })).status).toBe(404)
  expect((await post('/payments/PLN', { action: 'down' })).status).toBe(404)
  await post('/payments/EUR', { action: 'down' })
  expect((await cabinet()).isDown).toBe(true)
  await post('/payments/EUR', { action: 'up' })
  expect((await cabinet()).isDown).toBe(false)
})

test('doors: open, force, keep open, break a controller, move a fault in and out', async () => {
  expect(await post('/sites/s1/doors/1:01:01', { action: 'force' })).toMatchObject({
    status: 200,
    body: { position: 'opened', state: 'opened' },
  })
  expect(await post('/sites/s1/doors/1:01:01', { action: 'stayOpen' })).toMatchObject({
    body: { staysOpen: true },
  })
  expect(await post('/sites/s1/doors/1:01:01', { action: 'close' })).toMatchObject({
    body: { position: 'closed' },
  })
  expect(
    await post('/sites/s1', { action: 'controller', controller: '1:02', state: 'offline' }),
  ).toMatchObject({
    body: {
      controllers: [
        { id: '1:01', state: 'online' },
        { id: '1:02', state: 'offline' },
      ],
    },
  })
  expect(
    (await post('/sites/s1', { action: 'controller', controller: '9:99', state: 'offline' })).status,
  ).toBe(404)
  expect(await post('/sites/s1', { action: 'closeAfter', seconds: 7 })).toMatchObject({
    body: { closeAfterSeconds: 7 },
  })
  expect((await post('/sites/s1', { action: 'closeAfter', seconds: 2 })).status).toBe(400)
  for (const fault of [
    'down',
    'slow',
    'loseAnswer',
    'garbage',
    'wrongSignature',
    'maintenance',
    'offline',
    'none',
  ]) {
    expect(await post('/sites/s1', { action: 'fault', fault })).toMatchObject({
      status: 200,
      body: { fault },
    })
  }
  const [site] = ((await get('/sites')) as SitesView).sites
  expect(site).toMatchObject({
    siteId: 's1',
    name: 'East',
    fault: 'none',
    port: simulators.sites['s1']?.port,
  })
  expect(site?.doors.find((door) => door.id === '1:02:01')).toMatchObject({
    kind: 'gate',
    online: true,
    state: 'closed',
  })
  expect(site?.events.map((event) => event.type)).toEqual(
    expect.arrayContaining([
      'lock.opened',
      'lock.forced',
      'lock.closed',
      'lock.offline',
      'lock.online',
      'offline.started',
      'offline.ended',
    ]),
  )
  expect((await post('/sites/s1/doors/1:09:09', { action: 'open' })).status).toBe(404)
})

test('the mailbox: list, one mail, its page in a sandbox, its attachment, emptying', async () => {
  const raw =
    'From: a@x.example\nTo: b@x.example\nSubject: Hi\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<a href="https://x.example">go</a><script>1</script>\n--b\nContent-Type: text/html; name="=?utf-8?B?0YHRh9GR0YIuaHRtbA==?="\nContent-Disposition: attachment; filename="=?utf-8?B?0YHRh9GR0YIuaHRtbA==?="\n\n<script>1</script>\n--b--\n'
  const mail = await readMail(
    '7',
    Buffer.from(raw.replaceAll('\n', '\r\n')),
    { from: 'a@x.example', to: ['b@x.example'] },
    new Date(),
  )
  const mails = [mail]
  const scope = fastify()
  const box = Object.assign(Object.create(simulators.mailbox) as typeof simulators.mailbox, {
    list: () => mails,
    get: (id: string) => mails.find((one) => one.id === id),
    clear: () => void mails.splice(0),
  })
  await mountConsole(scope, {
    mailbox: box,
    phones: simulators.phones,
    cabinets: simulators.cabinets,
    stripe: simulators.stripeAccount,
    sites: new Map(),
  })
  expect((await scope.inject('/simulators/api/mails')).json<MailboxView>()).toMatchObject({
    fault: { kind: 'none', until: null },
    mails: [{ id: '7', subject: 'Hi', to: ['b@x.example'], attachments: 1 }],
  })
  const detail = (await scope.inject('/simulators/api/mails/7')).json<MailDetail>()
  expect(detail.attachments).toMatchObject([{ fileName: 'счёт.html', inline: false }])
  const page = await scope.inject(detail.htmlUrl ?? '')
  expect(page.headers['content-security-policy']).toMatch(
    /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
  )
  expect(page.body).toContain('<a target="_blank"')
  const file = await scope.inject(detail.attachments[0]?.url ?? '')
  expect(file.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('счёт.html')}`,
  })
  expect((await scope.inject('/simulators/api/mails/8')).statusCode).toBe(404)
  expect((await scope.inject({ method: 'DELETE', url: '/simulators/api/mails' })).json()).toEqual({
    done: true,
  })
  expect((await scope.inject('/simulators/api/mails')).json<MailboxView>().mails).toEqual([])
  expect((await scope.inject('/simulators/api/clock')).json<ClockView>().now).toBeNull()
  expect(
    (await scope.inject({ method: 'POST', url: '/simulators/api/refill', payload: {} })).statusCode,
  ).toBe(404)
  await scope.close()
})

test('the mail server fails on demand', async () => {
  expect(await post('/mail-fault', { kind: 'busy', seconds: 30 })).toMatchObject({
    body: { kind: 'busy', until: expect.stringMatching(/Z$/) as unknown },
  })
  expect(await post('/mail-fault', { kind: 'none' })).toEqual({
    status: 200,
    body: { kind: 'none', until: null },
  })
  expect((await post('/mail-fault', { kind: 'explode' })).status).toBe(400)
})

test('the clock is moved one step at a time and by one measure', async () => {
  expect(await post('/clock', { days: 1 })).toMatchObject({
    status: 200,
    body: { now: '2026-11-22T00:00:00.000Z' },
  })
  const bad = [{}, { days: 1, months: 1 }, { days: 1.5 }, { days: 'x' }, { to: 'tomorrow' }]
  for (const wrong of [...bad, { days: 1, atOnce: true }])
    expect((await post('/clock', wrong)).status).toBe(400)
  expect(await post('/clock', { months: 24 })).toEqual({ status: 409, body: { error: 'too far' } })
  expect(await post('/clock', { to: '2026-12-01' })).toMatchObject({ status: 200 })
  expect(await post('/clock', { to: '2026-12-02', atOnce: true })).toMatchObject({ status: 200 })
  expect(await post('/clock/reset', {})).toMatchObject({ body: { now: '2026-11-21T00:00:00.000Z' } })
  expect(await post('/refill', {})).toEqual({ status: 200, body: { done: true } })
  expect(moved).toEqual([
    { days: 1 },
    { months: 24 },
    { to: '2026-12-01' },
    { to: '2026-12-02', atOnce: true },
    'refill',
  ])
})

test('a form of a foreign page is refused', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const answer = await app.inject({
      method: 'POST',
      url: '/simulators/api/clock/reset',
      headers: { 'content-type': type },
      payload: '{}',
    })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  }
  expect((await app.inject({ method: 'POST', url: '/simulators/api/clock/reset' })).statusCode).toBe(400)
})
