import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestCabinet, startMerchant, type Client, type Merchant } from './merchant.fixture.ts'

let merchant: Merchant
let client: Client
beforeAll(async () => {
  merchant = await startMerchant()
  client = await openTestCabinet(merchant)
})
afterAll(async () => {
  await client.service.close()
  await merchant.close()
})

test('a card that pays on the page may decline what comes later; a binding that was taken out charges nobody', async () => {
  const made = await client.submit('/create/', { sum: '1.00', clientid: 'u-8', msgtype: 'createbinding' })
  const { control } = client.service
  const bill = made.location?.pathname.split('/')[2] ?? ''
  expect((await control.pay(bill, { cardNumber: '4000000000000341' })).status).toBe('success')
  const bank_id = control.bindings().at(-1)?.id ?? ''
  const execute = (orderid: string) =>
    client.post('/change/binding/execute/', { bank_id, orderid, sum: '250.00' })
  expect(await execute('S-3')).toMatchObject({ result: 'fail' })
  expect(control.payments().find(({ orderId }) => orderId === 'S-3')?.status).toBe('failed')
  control.changeCard(bank_id, '4242424242424242')
  control.loseAnswers(1)
  await expect(execute('S-4')).rejects.toThrow(/./)
  expect(control.payments().find(({ orderId }) => orderId === 'S-4')?.status).toBe('success')
  control.dropBinding(bank_id)
  expect(await execute('S-5')).toMatchObject({ result: 'fail' })
  expect(control.payments().some(({ orderId }) => orderId === 'S-5')).toBe(false)
})
