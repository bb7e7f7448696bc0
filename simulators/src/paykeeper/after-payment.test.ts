import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  CARD,
  openTestCabinet,
  rightAnswer,
  startMerchant,
  type Client,
  type Merchant,
} from './merchant.fixture.ts'
import { until } from '../until.fixture.ts'

let merchant: Merchant
let client: Client

beforeAll(async () => {
  merchant = await startMerchant()
  client = await openTestCabinet(merchant)
})
afterEach(() => {
  merchant.answer = rightAnswer
  merchant.received.length = 0
})
afterAll(async () => {
  await client.service.close()
  await merchant.close()
})

const control = () => client.service.control
const pay = (id: string, action = 'pay', card = CARD.card_number) =>
  client.submit(`/bill/${id}/`, { ...CARD, card_number: card, action })

test('refunds are asynchronous, partial or whole, and never more than was paid', async () => {
  const id = await client.invoice()
  const payment = await control().pay(id)
  const reverse = (amount: string, partial: string) =>
    client.post('/change/payment/reverse/', { id: payment.id, amount, partial, refund_cart: '[]' })
  expect(await reverse('900.00', 'true')).toMatchObject({ result: 'fail' })
  expect(await reverse('100.00', 'false')).toMatchObject({ result: 'fail' })
  expect(await reverse('100.00', 'true')).toEqual({ result: 'success' })
  expect(payment.status).toBe('refunding')
  expect(await client.get('/info/refunds/bypaymentid/', [['id', payment.id]])).toMatchObject([
    { amount: '100.00', status: 'started' },
  ])
  expect(await reverse('1.00', 'true')).toMatchObject({ result: 'fail' })
  await until(() => payment.status === 'partially_refunded')
  expect(await client.get('/info/payments/byid/', [['id', payment.id]])).toMatchObject([
    { refund_amount: '100.00' },
  ])
  expect(await reverse('799.00', 'false')).toEqual({ result: 'success' })
  await until(() => payment.status === 'refunded')
  expect(await reverse('1.00', 'true')).toMatchObject({ result: 'fail' })
})

test('lists by day want the payment systems; an unknown payment is a failure in an array', async () => {
  // Half past nine in the evening in London is the next day in Moscow.
  let now = new Date('2026-11-20T21:30:00Z')
  const cabinet = await openTestCabinet(merchant, { clock: () => now })
  const { control } = cabinet.service
  const made: string[] = []
  for (let i = 0; i < 5; i++) made.push((await control.pay(await cabinet.invoice())).id)
  const declined = control.decline(await cabinet.invoice()).id
  now = new Date('2026-11-21T21:30:00Z')
  const later = control.cancel(await cabinet.invoice()).id

  const list = (fields: [string, string][]) => cabinet.get('/info/payments/bydate/', fields)
  const days: [string, string][] = [
    ['start', '2026-11-21'],
    ['end', '2026-11-21'],
  ]
  const known = (await cabinet.get('/info/systems/list/')) as { id: string }[]
  const systems = known.map(({ id }): [string, string] => ['payment_system_id[]', id])
  const ids = async (fields: [string, string][]) =>
    ((await list(fields)) as { id: string }[]).map((payment) => payment.id)
  expect(await list(days)).toMatchObject({ result: 'fail' })
  expect(await ids([...days, ...systems])).toEqual([...made, declined])
  expect(await ids([...days, ...systems, ['from', '2'], ['limit', '3']])).toEqual(made.slice(2))
  const chosen: [string, string][] = [
    ['status[0]', 'failed'],
    ['status[1]', 'canceled'],
  ]
  expect(await ids([...days, ...systems, ...chosen])).toEqual([declined])
  expect(await ids([['start', '2026-11-21'], ['end', '2026-11-22'], ...systems, ...chosen])).toEqual([
    declined,
    later,
  ])
  expect(await cabinet.get('/info/payments/search/', [['query', 'p-1']])).toHaveLength(7)
  expect(await cabinet.get('/info/payments/bydatecount/', [...days, ...systems])).toMatchObject({
    fullcount: [{ count: 6 }],
  })
  const sums = (await cabinet.get('/info/systems/sums/', days)) as { id: string }[]
  expect(sums.find(({ id }) => id === '127')).toMatchObject({
    success: '4495.00',
    account: '4495.00',
    stuck: '0.00',
    currency: 'RUB',
  })
  expect(await cabinet.get('/info/payments/byid/', [['id', '1']])).toMatchObject([{ result: 'fail' }])
  await cabinet.service.close()
})

test('a card is bound by the form only and charged by its binding', async () => {
  const made = await client.submit('/create/', { sum: '1.00', clientid: 'u-7', msgtype: 'createbinding' })
  await pay(made.location?.pathname.split('/')[2] ?? '')
  const bank_id = merchant.received[0]?.fields.get('bank_id') ?? ''
  expect(bank_id).toMatch(/^[0-9a-f]{32}$/)
  expect(await client.post('/change/binding/execute/', { bank_id, orderid: 'S-1', sum: '250.00' })).toEqual({
    result: 'success',
  })
  expect(merchant.received[1]?.fields.get('sum')).toBe('250.00')
  expect(merchant.received[1]?.fields.get('clientid')).toBe('u-7')
  expect(
    await client.post('/change/binding/execute/', { bank_id: 'unknown', orderid: 'S-2', sum: '250.00' }),
  ).toMatchObject({ result: 'fail' })
})

test('a two-stage cabinet holds, captures and releases', async () => {
  const held = await openTestCabinet(merchant, { twoStage: true })
  const [captured, released] = [
    await held.service.control.pay(await held.invoice()),
    await held.service.control.pay(await held.invoice()),
  ]
  expect(captured).toMatchObject({ status: 'pending', held: true })
  expect(merchant.received).toHaveLength(0)
  expect(await held.post('/change/payment/capture/', { id: captured.id })).toEqual({ result: 'success' })
  expect(merchant.received[0]?.fields.get('batch_date')).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(
    await held.post('/change/payment/reverse/', { id: released.id, amount: '899.00', partial: 'false' }),
  ).toEqual({ result: 'success' })
  expect(released.status).toBe('canceled')
  await held.service.close()
})

test('a cabinet that was cut off and started again knows its invoices and delivers what was owed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'paykeeper-'))
  const stateFile = path.join(folder, 'rub.json')
  const before = await openTestCabinet(merchant, { stateFile, retry: { attempts: 9, everyMs: 60 } })
  merchant.answer = () => ({ status: 503, body: '' })
  const [paid, open] = [await before.invoice(), await before.invoice()]
  const payment = await before.service.control.pay(paid)
  await before.service.close()

  merchant.answer = rightAnswer
  const after = await openTestCabinet(merchant, { stateFile, retry: { attempts: 9, everyMs: 60 } })
  await until(() => after.service.control.payments()[0]?.status === 'success')
  expect((await after.submit(`/bill/${open}/`, { ...CARD, action: 'pay' })).status).toBe(303)
  const ids = after.service.control.payments().map((p) => p.id)
  expect(ids[0]).toBe(payment.id)
  expect(new Set(ids).size).toBe(2)
  await after.service.close()
  rmSync(folder, { recursive: true })
})

test('down cuts every connection and comes back on the same port', async () => {
  control().setDown(true)
  await expect(client.get('/info/settings/token/')).rejects.toThrow('fetch failed')
  control().setDown(false)
  expect(await client.get('/info/settings/token/')).toMatchObject({ token: expect.any(String) as unknown })
})
