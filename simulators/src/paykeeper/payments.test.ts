import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  CARD,
  openTestCabinet,
  rightAnswer,
  SECRET,
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
const paymentOf = (invoiceId: string) =>
  control()
    .payments()
    .filter((payment) => payment.invoiceId === invoiceId)
const pay = (id: string, action = 'pay', card = CARD.card_number) =>
  client.submit(`/bill/${id}/`, { ...CARD, card_number: card, action })

test('Pay: the notification is signed, acknowledged, and the browser goes back', async () => {
  const id = await client.invoice()
  const { status, location } = await pay(id)
  expect(status).toBe(303)
  expect(location?.href).toBe('https://shop.example/paid?p=1&result=success')
  const [payment] = paymentOf(id)
  expect(merchant.received).toHaveLength(1)
  const fields = Object.fromEntries(merchant.received[0]?.fields ?? [])
  expect(fields).toMatchObject({
    id: payment?.id,
    sum: '899.00',
    clientid: 'u-42',
    orderid: 'P-1',
    ps_id: '127',
    invoice_id: id,
    card_number: '4242********4242',
    pk_hostname: client.service.baseUrl,
  })
  expect(fields['key']).toBe(createHash('md5').update(`${payment?.id}899.00u-42P-1${SECRET}`).digest('hex'))
  expect(fields['obtain_datetime']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(fields['bank_id']).toBeUndefined()

  expect(
    await client.get('/info/payments/byid/', [
      ['id', payment?.id ?? ''],
      ['advanced', 'true'],
    ]),
  ).toEqual([
    expect.objectContaining({
      id: payment?.id,
      status: 'success',
      pay_amount: '899.00',
      refund_amount: null,
      payment_system_id: 127,
      repeat_counter: 1,
      CARD_NUMBER: '4242********4242',
    }),
  ])
  expect(await client.get('/info/invoice/byid/', [['id', id]])).toMatchObject({
    status: 'paid',
    paymentid: payment?.id,
  })
})

test('a second click and another tab do not pay twice', async () => {
  const id = await client.invoice()
  const results = await Promise.all([pay(id), pay(id), pay(id, 'twice')])
  expect(results.map((r) => r.status)).toEqual([303, 303, 303])
  expect(paymentOf(id)).toHaveLength(1)
  expect(merchant.received).toHaveLength(1)
  expect((await pay(id)).location?.searchParams.get('result')).toBe('success')
})

test.each([
  ['4000000000000002', 'failed', 'generic_decline'],
  ['4000 0000 0000 9995', 'failed', 'insufficient_funds'],
  ['4000000000000119', 'pending', null],
])('card %s leads to %s', async (number, result, reason) => {
  const id = await client.invoice()
  const { location } = await pay(id, 'pay', number)
  expect(location?.searchParams.get('result')).toBe(result)
  expect(location?.searchParams.get('errorReason')).toBe(reason)
  expect(paymentOf(id)).toMatchObject([{ status: result }])
  expect(merchant.received).toHaveLength(0)
})

test('a pending payment is decided later, and only once', async () => {
  const id = await client.invoice()
  await pay(id, 'pay', '4000000000000119')
  const paymentId = paymentOf(id)[0]?.id ?? ''
  await control().settle(paymentId, 'obtained')
  await control().settle(paymentId, 'failed')
  expect(paymentOf(id)).toMatchObject([{ status: 'success' }])
  expect(merchant.received).toHaveLength(1)
})

test('3-D Secure asks first', async () => {
  const [confirmed, refused] = [await client.invoice(), await client.invoice()]
  const page = (await pay(confirmed, 'pay', '4000002500003155')).location
  expect(page?.pathname).toContain('/3ds/')
  expect(paymentOf(confirmed)).toMatchObject([{ status: 'pending' }])
  expect(
    (await client.submit(page?.pathname ?? '', { action: 'confirm' })).location?.searchParams.get('result'),
  ).toBe('success')
  const other = (await pay(refused, 'pay', '4000002500003155')).location?.pathname ?? ''
  expect((await client.submit(other, { action: 'refuse' })).location?.searchParams.get('errorReason')).toBe(
    'authentication_required',
  )
  expect(merchant.received).toHaveLength(1)
})

test('a wrong card is said in place; decline and cancel notify nobody; a declined invoice can be tried again', async () => {
  const id = await client.invoice()
  expect(await pay(id, 'pay', '4242424242424241')).toMatchObject({
    status: 422,
    html: expect.stringContaining('Check the card number.') as unknown,
  })
  expect((await client.submit(`/bill/${id}/`, { ...CARD, card_expiry: '01/20', action: 'pay' })).status).toBe(
    422,
  )
  expect((await pay(id, 'decline')).location?.searchParams.get('errorReason')).toBe('generic_decline')
  expect((await pay(id, 'cancel')).location?.searchParams.get('result')).toBe('failed')
  expect(merchant.received).toHaveLength(0)
  expect((await pay(id)).location?.searchParams.get('result')).toBe('success')
  expect(paymentOf(id).map((p) => p.status)).toEqual(['failed', 'canceled', 'success'])
})

test('anything but the exact acknowledgement is retried until stuck; repeatcnt makes it good', async () => {
  const answers = [
    { status: 200, body: 'OK' },
    { status: 500, body: 'down' },
  ]
  merchant.answer = (fields) => answers.shift() ?? { status: 200, body: `${rightAnswer(fields).body}\n` }
  const id = await client.invoice()
  await pay(id)
  await until(() => paymentOf(id)[0]?.status === 'stuck')
  expect(merchant.received).toHaveLength(3)
  merchant.answer = rightAnswer
  expect(await client.post('/change/payment/repeatcnt/', { id: paymentOf(id)[0]?.id ?? '' })).toEqual({
    result: 'success',
  })
  await until(() => paymentOf(id)[0]?.status === 'success')
  expect(paymentOf(id)[0]?.repeatCounter).toBe(1)
})

test('late comes after the browser, twice comes twice, never ends stuck', async () => {
  const late = await client.invoice()
  await pay(late, 'late')
  expect(merchant.received).toHaveLength(0)
  expect(paymentOf(late)).toMatchObject([{ status: 'obtained' }])
  await until(() => merchant.received.length === 1)

  const twice = await client.invoice()
  await pay(twice, 'twice')
  expect(merchant.received).toHaveLength(3)
  expect(merchant.received[1]?.fields.toString()).toBe(merchant.received[2]?.fields.toString())

  const never = await client.invoice()
  await control().pay(never, { mode: 'never' })
  await until(() => paymentOf(never)[0]?.status === 'stuck')
  expect(merchant.received).toHaveLength(3)
})

test('a forged key, another sum, another payer: the news is spoilt, the books are not', async () => {
  for (const mode of ['wrongKey', 'otherSum', 'otherPayer'] as const) {
    merchant.received.length = 0
    merchant.answer = () => ({ status: 400, body: 'no' })
    const id = await client.invoice()
    const { amount } = await control().pay(id, { mode })
    const fields = merchant.received[0]?.fields
    const key = createHash('md5')
      .update(['id', 'sum', 'clientid', 'orderid'].map((name) => fields?.get(name) ?? '').join('') + SECRET)
      .digest('hex')
    expect(key === fields?.get('key')).toBe(mode !== 'wrongKey')
    expect(fields?.get('sum') === '899.00').toBe(mode !== 'otherSum')
    expect(fields?.get('clientid') === 'u-42').toBe(mode !== 'otherPayer')
    expect(amount).toBe(89900)
    await until(() => paymentOf(id)[0]?.status === 'stuck')
  }
})

test('out of order comes after the next payment; slow trickles in', async () => {
  const [first, second, slow] = [await client.invoice(), await client.invoice(), await client.invoice()]
  await control().pay(first, { mode: 'outOfOrder' })
  await control().pay(second)
  await until(() => merchant.received.length === 2)
  expect(merchant.received.map((r) => r.fields.get('invoice_id'))).toEqual([second, first])
  const start = Date.now()
  await control().pay(slow, { mode: 'slow' })
  expect(Date.now() - start).toBeGreaterThanOrEqual(95)
  expect(paymentOf(slow)).toMatchObject([{ status: 'success' }])
})
