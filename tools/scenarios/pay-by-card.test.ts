import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { money } from '../../packages/domain/src/money.ts'
import type { DeliveryMode } from '../../simulators/src/paykeeper/cabinet-records.ts'
import { foreignId, messageOf, openShop, type Shop } from './pay-by-card.fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

describe('a payment that goes well', () => {
  it('asks for an invoice that says everything, and is credited when the message has been confirmed', async () => {
    const reference = shop.newReference()
    const { paymentId, redirectionUrl } = await shop.collect(reference)
    const invoice = shop.rub.control.invoices().at(-1)
    expect(invoice).toMatchObject({
      amount: 89_900,
      clientId: shop.tenantId,
      orderId: paymentId,
      title: 'Аренда бокса YA001',
      language: 'ru',
      email: 'tenant@stowage.example',
      callback: `http://shop.example/payment-return?payment=${paymentId}`,
      cart: [{ name: 'Аренда', quantity: 1, sum: 89_900 }],
    })
    expect(redirectionUrl).toBe(`${shop.rub.baseUrl}/bill/${invoice?.id}/`)
    expect(await shop.invoiceOf(paymentId)).toBe(invoice?.id)
    expect(await shop.isUnderWay(reference)).toBe(true)

    const outside = await shop.rub.control.pay(invoice?.id ?? '')
    expect(outside.status).toBe('success')
    expect(await shop.status(paymentId)).toBe('succeeded')
    expect(await shop.facts(reference)).toMatchObject([
      {
        type: 'payment-received',
        paymentId,
        accountId: shop.tenantId,
        stockId: shop.stockId,
        amount: 89_900,
        currency: 'RUB',
        processor: 'paykeeper',
      },
    ])
    expect(await shop.verdicts(outside.id)).toEqual(['credited'])
    // What follows from the money may still be on its way.
    expect(await shop.isUnderWay(reference)).toBe(true)
    const row = await shop.world.running.platform.db
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      processor_payment_id: outside.id,
      card: '4242********4242',
      card_holder: 'Test Gateway',
      processor: 'paykeeper',
      cabinet: 'rub',
    })
  })

  it.each<DeliveryMode>(['twice', 'late', 'slow', 'outOfOrder'])('told %s: credited once', async (mode) => {
    const { reference, paymentId, outside } = await shop.paid({ mode })
    await expect.poll(() => shop.status(paymentId), { timeout: 20_000 }).toBe('succeeded')
    await expect.poll(() => outside.status, { timeout: 20_000 }).toBe('success')
    await shop.rub.control.deliverAgain(outside.id)
    expect(shop.rub.control.deliveries().at(-1)).toMatchObject({ paymentId: outside.id, accepted: true })
    await shop.world.settle()
    expect(await shop.facts(reference)).toHaveLength(1)
  })

  it('goes to the cabinet of its currency', async () => {
    const reference = shop.newReference()
    const before = shop.rub.control.invoices().length
    const { paymentId } = await shop.collect(reference, 100, { amount: money(100, 'EUR') })
    expect(shop.rub.control.invoices()).toHaveLength(before)
    await shop.eur.control.pay(await shop.invoiceOf(paymentId))
    expect(await shop.facts(reference)).toMatchObject([{ amount: 100, currency: 'EUR' }])
    // The same words to the other cabinet's door open nothing: the order is not one of that cabinet.
    const [outside] = shop.eur.control.payments().slice(-1)
    expect(await shop.tell({ ...messageOf(outside!), sum: '1.00' }, { cabinet: 'rub' })).toEqual({
      status: 400,
      text: 'not accepted',
    })
    await expect(shop.collect(reference, 100, { amount: money(100, 'PLN') })).rejects.toMatchObject({
      code: 9204,
    })
    expect(
      (['RUB', 'EUR', 'PLN'] as const).map(
        (currency) =>
          shop.world.running.modules.payments.offers({ stockId: shop.stockId, currency }).length > 0,
      ),
    ).toEqual([true, true, false])
  })
})

describe('a payment that does not come', () => {
  it('declined: the payer comes back, the processor is asked, the attempt has failed; another card on the same page still pays', async () => {
    const reference = shop.newReference()
    const { paymentId } = await shop.collect(reference)
    const invoiceId = await shop.invoiceOf(paymentId)
    shop.rub.control.decline(invoiceId)
    const back = await shop.world
      .person()
      .send('GET', `/payment-return?payment=${paymentId}&result=failed&errorReason=insufficient_funds`)
    expect([back.status, back.headers['location']]).toEqual([
      303,
      `/payment-failed?payment=${paymentId}&errorReason=insufficient_funds`,
    ])
    expect(await shop.world.running.modules.payments.state(paymentId)).toMatchObject({
      status: 'failed',
      failureReason: 'insufficient_funds',
    })
    await shop.world.settle()
    expect(await shop.facts(reference)).toMatchObject([
      { type: 'payment-failed', reason: 'insufficient_funds' },
    ])
    expect(await shop.isUnderWay(reference)).toBe(false)

    await shop.rub.control.pay(invoiceId)
    expect(await shop.status(paymentId)).toBe('succeeded')
    expect((await shop.facts(reference)).map((fact) => fact.type)).toEqual([
      'payment-failed',
      'payment-received',
    ])
    await shop.world.settle()
    expect(await shop.status(paymentId)).toBe('succeeded')
  })

  it('declined and nobody came back: the list tells it', async () => {
    const reference = shop.newReference()
    const { paymentId } = await shop.collect(reference)
    shop.rub.control.decline(await shop.invoiceOf(paymentId))
    await shop.world.settle()
    expect(await shop.status(paymentId)).toBe('failed')
    expect(await shop.facts(reference)).toMatchObject([{ type: 'payment-failed', reason: null }])
  })

  it('turned back: cancelled, and a new attempt closes the old page', async () => {
    const reference = shop.newReference()
    const first = await shop.collect(reference)
    shop.rub.control.cancel(await shop.invoiceOf(first.paymentId))
    expect(
      (await shop.world.person().send('GET', `/payment-return?payment=${first.paymentId}`)).headers[
        'location'
      ],
    ).toBe(`/payment-failed?payment=${first.paymentId}`)
    expect(await shop.status(first.paymentId)).toBe('cancelled')
    const second = await shop.collect(reference)
    expect(second.paymentId).not.toBe(first.paymentId)
    const old = await shop.invoiceOf(first.paymentId)
    expect(shop.rub.control.invoices().find((invoice) => invoice.id === old)?.status).toBe('expired')
  })

  it('undecided at the bank: under way until it is decided', async () => {
    const { reference, paymentId, outside } = await shop.paid({ cardNumber: '4000000000000119' })
    await shop.world.settle()
    expect(await shop.status(paymentId)).toBe('pending')
    expect(
      (await shop.world.person().send('GET', `/payment-return?payment=${paymentId}`)).headers['location'],
    ).toBe(`/payment-success?payment=${paymentId}`)
    expect(await shop.isUnderWay(reference)).toBe(true)
    await shop.rub.control.settle(outside.id, 'failed')
    await shop.world.settle()
    expect(await shop.status(paymentId)).toBe('failed')
  })
})

describe('what the address says decides nothing', () => {
  it.each([
    ['an unknown payment', () => `payment=${foreignId()}&result=success`, () => '/payment-failed'],
    ['none at all', () => '', () => '/payment-failed'],
    [
      'a script for a reason',
      (id: string) => `payment=${id}&result=failed&errorReason=%3Cscript%3E`,
      (id: string) => `/payment-failed?payment=${id}`,
    ],
    [
      'somebody else’s page',
      (id: string) => `payment=${id}&result=success&next=//evil.example`,
      (id: string) => `/payment-success?payment=${id}`,
    ],
  ])('%s', async (_name, query, target) => {
    const { paymentId } = await shop.collect(shop.newReference())
    const back = await shop.world.person().send('GET', `/payment-return?${query(paymentId)}`)
    expect([back.status, back.headers['location']]).toEqual([303, target(paymentId)])
    expect(await shop.status(paymentId)).toBe('created')
  })
})

describe('more than one attempt', () => {
  it('five clicks at once make one invoice, a later one finds it', async () => {
    const reference = shop.newReference()
    const before = shop.rub.control.invoices().length
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => shop.collect(reference)))
    all.push(await shop.collect(reference))
    expect(new Set(all.map((one) => `${one.paymentId} ${one.redirectionUrl}`)).size).toBe(1)
    expect(shop.rub.control.invoices()).toHaveLength(before + 1)
  })

  it('another amount: the former invoice can be paid no more', async () => {
    const reference = shop.newReference()
    const first = await shop.collect(reference, 89_900)
    const second = await shop.collect(reference, 50_000)
    expect(await shop.status(first.paymentId)).toBe('cancelled')
    await expect(shop.rub.control.pay(await shop.invoiceOf(first.paymentId))).rejects.toThrow(
      'expired or revoked',
    )
    await shop.rub.control.pay(await shop.invoiceOf(second.paymentId))
    expect(await shop.facts(reference)).toMatchObject([{ paymentId: second.paymentId, amount: 50_000 }])
  })

  it.each([
    ['same', 89_900],
    ['another', 50_000],
  ])(
    'paid in the other tab a moment ago, then asked for the %s amount: leads to what became of it',
    async (_name, amount) => {
      const { reference, paymentId } = await shop.paid({ mode: 'never' })
      expect(await shop.collect(reference, amount)).toEqual({
        paymentId,
        redirectionUrl: `http://shop.example/payment-return?payment=${paymentId}`,
      })
      expect(await shop.status(paymentId)).toBe('succeeded')
      expect(await shop.facts(reference)).toHaveLength(1)
    },
  )

  it('paid twice: the second money is a payment of its own, each credited once', async () => {
    const { reference, paymentId, outside } = await shop.paid()
    // A second invoice of the same order, as a person in the cabinet could write it.
    const headers = { Authorization: `Basic ${Buffer.from('api:pass:word').toString('base64')}` }
    const { token } = (await (
      await fetch(`${shop.rub.baseUrl}/info/settings/token/`, { headers })
    ).json()) as { token: string }
    const made = (await (
      await fetch(`${shop.rub.baseUrl}/change/invoice/preview/`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({
          token,
          pay_amount: '899.00',
          clientid: shop.tenantId,
          orderid: paymentId,
          service_name: 'again',
        }),
      })
    ).json()) as { invoice_id: string }
    const again = await shop.rub.control.pay(made.invoice_id, { mode: 'twice' })
    expect(again.id).not.toBe(outside.id)
    await shop.world.settle()
    const facts = await shop.facts(reference)
    expect(facts.map((fact) => [fact.type, fact.amount])).toEqual([
      ['payment-received', 89_900],
      ['payment-received', 89_900],
    ])
    expect(new Set(facts.map((fact) => fact.paymentId)).size).toBe(2)
    expect(facts[0]?.paymentId).toBe(paymentId)
  })

  it('staff have the money in hand: the open page is closed by the next reconciliation', async () => {
    const reference = shop.newReference()
    const open = await shop.collect(reference)
    const { platform, modules } = shop.world.running
    const at = platform.clock.now()
    const manual = await platform.transact((tx) =>
      modules.payments.recordManual(tx, {
        reference,
        accountId: shop.tenantId,
        stockId: shop.stockId,
        amount: money(89_900, 'RUB'),
        createdById: shop.tenantId,
        at,
      }),
    )
    expect(await modules.payments.state(manual.paymentId)).toMatchObject({
      status: 'succeeded',
      amount: money(89_900, 'RUB'),
    })
    expect(await shop.facts(reference)).toMatchObject([
      { type: 'payment-received', processor: 'manual', paymentId: manual.paymentId },
    ])
    await shop.world.settle()
    expect(await shop.status(open.paymentId)).toBe('cancelled')
    await expect(shop.rub.control.pay(await shop.invoiceOf(open.paymentId))).rejects.toThrow(
      'expired or revoked',
    )
  })
})

describe('money that goes back', () => {
  const refunded = async (outsideId: string, amount?: number): Promise<void> => {
    shop.rub.control.refund(outsideId, amount)
    await expect
      .poll(() => shop.rub.control.payments().find((payment) => payment.id === outsideId)?.status)
      .not.toBe('refunding')
    await shop.world.settle()
  }

  it('in parts: each part is told once, the last makes it refunded', async () => {
    const { reference, paymentId, outside } = await shop.paid()
    await refunded(outside.id, 10_000)
    expect(await shop.status(paymentId)).toBe('succeeded')
    await refunded(outside.id, 20_000)
    await refunded(outside.id)
    await shop.world.settle()
    expect(await shop.status(paymentId)).toBe('refunded')
    expect((await shop.facts(reference)).map((fact) => fact.refunded ?? fact.amount)).toEqual([
      89_900, 10_000, 20_000, 59_900,
    ])
  })

  it('before we had heard of it: never credited, and a late message changes nothing', async () => {
    const { reference, paymentId, outside } = await shop.paid({ mode: 'never' })
    await refunded(outside.id)
    expect(await shop.status(paymentId)).toBe('refunded')
    expect(await shop.tell(messageOf(outside))).toMatchObject({ status: 200 })
    expect(await shop.facts(reference)).toEqual([])
  })
})

it('an attempt ends with its time, in business time too: the page is closed, and money that was quicker is found', async () => {
  const [forgotten, quick] = [await shop.collect(shop.newReference()), await shop.paid({ mode: 'never' })]
  const { clock } = shop.world.running.platform
  await shop.world.setTime(clock.now().add({ hours: 73 }).toString())
  expect(await shop.status(forgotten.paymentId)).toBe('cancelled')
  await expect(shop.rub.control.pay(await shop.invoiceOf(forgotten.paymentId))).rejects.toThrow(
    'expired or revoked',
  )
  expect(await shop.status(quick.paymentId)).toBe('succeeded')
  expect(await shop.isUnderWay(quick.reference)).toBe(true)
  await shop.world.setTime(clock.now().add({ minutes: 6 }).toString())
  expect(await shop.isUnderWay(quick.reference)).toBe(false)
})
