import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Processor } from '../processor.ts'
import { createStripe } from './create-stripe.ts'

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

let server: http.Server
let stripe: Processor
let answer: Answer
let asked: http.IncomingMessage[]
const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const json =
  (status: number, body: unknown): Answer =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
      .end(JSON.stringify(body))
const refusal = (status: number, error: object): Answer => json(status, { error })

beforeEach(async () => {
  asked = []
  server = http.createServer((request, response) => {
    asked.push(request)
    request.resume()
    request.on('end', () => answer(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stripe = createStripe(
    {
      name: 'stripe',
      secretKey: 'sk_test_1',
      webhookSecrets: [],
      currencies: ['EUR'],
      methods: ['card'],
      apiUrl: url(),
    },
    { limits: { retries: 0, maxBytes: 20_000 } },
  )
})

afterEach(async () => {
  vi.useRealTimers()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

it('says who we are, under which version, and nothing about the machine', async () => {
  answer = refusal(404, { type: 'invalid_request_error', code: 'resource_missing' })
  expect(await stripe.payment('pi_1')).toBeUndefined()
  const { headers, url: path } = asked[0] ?? {}
  expect(path).toMatch(/^\/v1\/payment_intents\/pi_1\?expand/)
  expect(headers?.authorization).toBe('Bearer sk_test_1')
  expect(headers?.['stripe-version']).toBe('2026-10-28.endive')
  expect(headers).not.toHaveProperty('x-stripe-client-telemetry')
  expect(headers?.['x-stripe-client-user-agent']).not.toContain(process.platform)
})

/** Waits for ever, but for the time that an answer has: it passes as soon as the question has come. */
const passTime = (): void => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
const untilTimeIsUp = async (asking: Promise<unknown>): Promise<void> => {
  asking.catch(() => undefined)
  await expect.poll(() => asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(10_000)
}

it.each<[string, Answer, string]>([
  ['HTML with 200', (_request, response) => void response.end('<html>maintenance</html>'), 'away'],
  ['HTML with 401', (_request, response) => void response.writeHead(401).end('<html>'), 'away'],
  ['JSON of a proxy', json(200, { status: 'up' }), 'away'],
  ['an object of another kind', json(200, { object: 'charge', id: 'pi_1' }), 'away'],
  [
    'a redirect, which is not followed',
    (_request, response) => void response.writeHead(302, { location: '/v1/account' }).end(),
    'away',
  ],
  ['a 503', refusal(503, { type: 'api_error' }), 'away'],
  ['too many requests', refusal(429, { type: 'invalid_request_error', code: 'rate_limit' }), 'away'],
  ['the same request still running', refusal(409, { type: 'idempotency_error' }), 'away'],
  ['a wrong key', refusal(401, { type: 'invalid_request_error' }), 'login'],
  ['a key without the right', refusal(403, { type: 'invalid_request_error' }), 'login'],
  ['a wrong request', refusal(400, { type: 'invalid_request_error', message: 'no' }), 'refused'],
  ['more than is read', (_request, response) => void response.end('x'.repeat(30_000)), 'away'],
])('%s', async (_name, given, kind) => {
  answer = given
  await expect(stripe.payment('pi_1')).rejects.toEqual(
    expect.objectContaining({ name: 'ProcessorError', kind }),
  )
  expect(asked).toHaveLength(1)
})

it.each<[string, Answer]>([
  ['no answer', () => undefined],
  [
    'half an answer',
    (_request, response) => void response.writeHead(200, { 'content-length': '99' }).write('{'),
  ],
])('%s has an end', async (_name, given) => {
  passTime()
  answer = given
  const asking = stripe.payment('pi_1')
  await untilTimeIsUp(asking)
  await expect(asking).rejects.toEqual(expect.objectContaining({ name: 'ProcessorError', kind: 'away' }))
  expect(asked).toHaveLength(1)
})

it('an answer that drips has an end', async () => {
  passTime()
  const drips: NodeJS.Timeout[] = []
  answer = (_request, response) => {
    response.writeHead(200)
    drips.push(setInterval(() => response.write(' '), 20))
  }
  const asking = stripe.payment('pi_1')
  await untilTimeIsUp(asking)
  await expect(asking).rejects.toEqual(expect.objectContaining({ kind: 'away' }))
  for (const drip of drips) clearInterval(drip)
})

it('nobody there', async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await expect(stripe.payment('pi_1')).rejects.toEqual(expect.objectContaining({ kind: 'away' }))
  server = http.createServer().listen(0)
})

it('what changes something and is cut off is sent again under the same key', async () => {
  answer = (request, response) =>
    asked.length === 1
      ? void request.socket.destroy()
      : json(200, { object: 'checkout.session', id: 'cs_1', status: 'expired' })(request, response)
  expect(await stripe.closePage('cs_1')).toBe(true)
  const keys = asked.map((request) => request.headers['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

it('repeats no address of a payer', async () => {
  answer = refusal(400, {
    type: 'invalid_request_error',
    code: 'email_invalid',
    message: 'Invalid email address: anna@example.com',
    payment_intent: { id: 'pi_1', receipt_email: 'anna@example.com' },
  })
  const error: unknown = await stripe.payment('pi_1').catch((told: unknown) => told)
  expect(error).toMatchObject({ kind: 'refused', message: expect.stringContaining('email_invalid') })
  expect(error).toMatchObject({ message: expect.not.stringContaining('anna@') })
  expect((error as Error).cause).toBeUndefined()
})

it.each(['ftp://127.0.0.1/', 'http://127.0.0.1/v1/', 'nowhere'])('%s is no address of Stripe', (apiUrl) => {
  expect(() =>
    createStripe({
      name: 'stripe',
      secretKey: 'sk_test_1',
      webhookSecrets: [],
      currencies: [],
      methods: [],
      apiUrl,
    }),
  ).toThrow(/address of Stripe|Invalid URL/)
})

it('asks nobody about a name that is none of Stripe’s', async () => {
  expect(await stripe.payment('../account')).toBeUndefined()
  expect(await stripe.pageState('20140402')).toBe('closed')
  expect(await stripe.closePage('?')).toBe(false)
  await stripe.forgetMethod('cus_1')
  await expect(
    stripe.refund({ outsideId: '1', amount: { amount: 1, currency: 'EUR' }, isAll: true, key: 'k' }),
  ).rejects.toEqual(expect.objectContaining({ kind: 'refused' }))
  expect(asked).toEqual([])
})

const account = {
  object: 'account',
  id: 'acct_1',
  charges_enabled: false,
  capabilities: { card_payments: 'pending' },
}
const emptyList = { object: 'list', data: [], has_more: false }
const onPath =
  (answers: Readonly<Record<string, Answer>>): Answer =>
  (request, response) =>
    (answers[request.url?.split('?')[0] ?? ''] ?? json(200, emptyList))(request, response)

it('the check says what the account may not take, and what a restricted key may not read', async () => {
  answer = onPath({ '/v1/account': json(200, account), '/v1/disputes': refusal(403, {}) })
  expect(await stripe.check()).toEqual({
    account: 'acct_1',
    accountId: 'acct_1',
    isTest: true,
    warnings: [
      expect.stringContaining('charges_enabled'),
      'card is pending',
      expect.stringContaining('webhook'),
      'the key may not read disputes',
    ],
  })
})

it('a key that may not read the account is still a key', async () => {
  answer = onPath({ '/v1/account': refusal(403, {}) })
  expect(await stripe.check()).toMatchObject({
    account: null,
    warnings: expect.arrayContaining([expect.stringContaining('may not read the account')]),
  })
})
