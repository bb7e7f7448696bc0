import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestCabinet, startMerchant, type Client, type Merchant } from './merchant.fixture.ts'

let merchant: Merchant
let client: Client
const now = new Date('2026-11-21T10:00:00Z')

beforeAll(async () => {
  merchant = await startMerchant()
  client = await openTestCabinet(merchant, { clock: () => now })
})
afterAll(async () => {
  await client.service.close()
  await merchant.close()
})

test('a wrong login is a 401 in HTML', async () => {
  for (const Authorization of ['', `Basic ${Buffer.from('api:other').toString('base64')}`]) {
    const response = await fetch(`${client.service.baseUrl}/info/settings/token/`, {
      headers: { Authorization },
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('content-type')).toContain('text/html')
  }
})

test('a missing, wrong or rotated token is refused with HTTP 200', async () => {
  const { token } = (await client.get('/info/settings/token/')) as { token: string }
  expect(token).toMatch(/^[0-9a-f]{32}$/)
  client.service.control.rotateToken()
  for (const given of [null, 'f'.repeat(32), token]) {
    expect(await client.post('/change/invoice/preview/', { pay_amount: '10.00' }, given)).toEqual({
      result: 'fail',
      msg: expect.any(String) as unknown,
    })
  }
  expect(client.service.control.invoices()).toHaveLength(0)
})

test('a JSON body is not understood', async () => {
  const response = await fetch(`${client.service.baseUrl}/change/invoice/preview/`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from('api:pass:word').toString('base64')}`,
      'Content-Type': 'application/json',
    },
    body: '{}',
  })
  expect(response.status).toBe(415)
})

test('an invoice has a 17-digit id that is a string, an address, and comes back in Moscow time', async () => {
  const cart = [
    {
      name: 'Аренда бокса YA108',
      price: '800.00',
      quantity: 1,
      sum: '800.00',
      tax: 'vat20',
      item_type: 'service',
      payment_type: 'prepay',
    },
    { name: 'Страховка', price: 33, quantity: 3, sum: 99, tax: 'none' },
  ]
  const service_name = JSON.stringify({
    service_name: 'Аренда',
    cart,
    lang: 'de',
    user_result_callback: 'https://shop.example/r',
  })
  const answer = await client.post('/change/invoice/preview/', {
    pay_amount: '899.00',
    clientid: 'u-42',
    orderid: 'P-7',
    service_name,
    client_email: 'a@b.ru',
    expiry: '2026-11-24',
  })
  const id = String(answer['invoice_id'])
  expect(id).toMatch(/^20261121130000\d{3}$/)
  expect(String(Number(id))).not.toBe('NaN')
  expect(answer['invoice_url']).toBe(`${client.service.baseUrl}/bill/${id}/`)
  expect(answer['invoice']).toContain(String(answer['invoice_url']))
  expect(await client.get('/info/invoice/byid/', [['id', id]])).toMatchObject({
    id,
    status: 'created',
    pay_amount: '899.00',
    clientid: 'u-42',
    orderid: 'P-7',
    paymentid: null,
    service_name,
    created_datetime: '2026-11-21 13:00:00',
    expiry_datetime: '2026-11-24 23:59:59',
    paid_datetime: null,
  })
  const page = await (await fetch(String(answer['invoice_url']))).text()
  expect(page).toContain('lang="de"')
  expect(page).toContain('899,00')
  expect(page).toContain('Аренда бокса YA108')
})

test.each([
  ['no amount', { pay_amount: '' }],
  ['three decimals', { pay_amount: '10.999' }],
  ['zero', { pay_amount: '0.00' }],
  ['a day in the past', { expiry: '2026-11-20' }],
  ['no day of the calendar', { expiry: '2026-02-31' }],
  [
    'a cart that misses the sum by a kopeck',
    {
      service_name: JSON.stringify({
        cart: [{ name: 'x', price: '898.99', quantity: 1, sum: '898.99', tax: 'none' }],
      }),
    },
  ],
  [
    'an unknown tax',
    {
      service_name: JSON.stringify({
        cart: [{ name: 'x', price: '899.00', quantity: 1, sum: '899.00', tax: 'vat19' }],
      }),
    },
  ],
  [
    'price × quantity unlike the sum',
    {
      service_name: JSON.stringify({
        cart: [{ name: 'x', price: '100.00', quantity: 2, sum: '899.00', tax: 'none' }],
      }),
    },
  ],
  ['broken JSON', { service_name: '{"cart":' }],
])('an invoice with %s is refused with HTTP 200', async (_what, fields) => {
  const before = client.service.control.invoices().length
  expect(
    await client.post('/change/invoice/preview/', {
      pay_amount: '899.00',
      ...(fields as Record<string, string>),
    }),
  ).toEqual({ result: 'fail', msg: expect.any(String) as unknown })
  expect(client.service.control.invoices()).toHaveLength(before)
})

test('invoices made in the same millisecond have different ids', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => client.invoice()))
  expect(new Set(ids).size).toBe(20)
})

test('send, revoke, expiry and the lists', async () => {
  const [sent, revoked] = [
    await client.invoice({ client_email: 'a@b.ru', orderid: 'list-1' }),
    await client.invoice({ orderid: 'list-2' }),
  ]
  expect(await client.post('/change/invoice/send/', { id: sent })).toEqual({ result: 'success' })
  expect(await client.post('/change/invoice/send/', { id: revoked })).toMatchObject({ result: 'fail' })
  expect(await client.post('/change/invoice/revoke/', { id: revoked })).toEqual({ result: 'success' })
  expect(await client.post('/change/invoice/revoke/', { id: revoked })).toMatchObject({ result: 'fail' })
  expect(await client.get('/info/invoice/byid/', [['id', 'no']])).toEqual({
    result: 'fail',
    msg: 'Счёт не найден.',
  })

  const days: [string, string][] = [
    ['start_date', '2026-11-21'],
    ['end_date', '2026-11-21'],
  ]
  const statuses: [string, string][] = [
    ['status[]', 'sent'],
    ['status[]', 'expired'],
  ]
  expect(await client.get('/info/invoice/list/', [...days, ...statuses])).toMatchObject([
    { id: sent, status: 'sent' },
    { id: revoked, status: 'expired' },
  ])
  expect(await client.get('/info/invoice/list/', [...days, ['from', '1'], ['limit', '2']])).toHaveLength(2)
  expect(await client.get('/info/invoice/list/', [])).toMatchObject({ result: 'fail' })
  expect(await client.get('/info/invoice/listcount/', [...days, ...statuses])).toMatchObject({
    fullcount: [{ count: 2 }],
  })
  expect(await client.get('/info/invoice/search/', [['query', 'LIST-1']])).toMatchObject([{ id: sent }])

  const page = await fetch(`${client.service.baseUrl}/bill/${revoked}/`)
  expect(await page.text()).toContain('withdrawn or has expired')
})

test('a signed form leads to a bill, a wrong signature does not', async () => {
  const form = {
    sum: '899.00',
    clientid: 'Иванов Иван (u-42)',
    orderid: 'inv-1007',
    service_name: 'Аренда бокса',
    client_email: 'a@b.ru',
    client_phone: '+79990000000',
  }
  const sign = '2d3e94fbc1dda2fa27a0ffebf1fc5078474ecf7868665e9752fd2dc24b83c395'
  const made = await client.submit('/create/', { ...form, sign })
  expect(made.status).toBe(303)
  expect(made.location?.pathname).toMatch(/^\/bill\/\d{17}\/$/)
  expect((await client.submit('/create/', { ...form, sum: '1.00', sign })).status).toBe(403)
})

test('what a stranger wrote into an invoice is text on the page', async () => {
  const id = await client.invoice({
    orderid: '<script>alert(1)</script>',
    service_name: JSON.stringify({
      service_name: '"><img src=x>',
      user_result_callback: 'javascript:alert(1)',
    }),
  })
  const html = await (await fetch(`${client.service.baseUrl}/bill/${id}/`)).text()
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('<img')
  expect(html).not.toContain('javascript:')
})
