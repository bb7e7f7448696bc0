import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { money } from '../../packages/domain/src/money.ts'
import { Failure } from '../../apps/server/src/platform/failure.ts'
import type { DeliveryMode } from '../../simulators/src/paykeeper/cabinet-records.ts'
import { foreignId, md5, messageOf, openShop, WORD, type Shop } from './pay-by-card.fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
afterEach(() => shop.rub.control.setDown(false))

describe('messages that are not what they should be change nothing', () => {
  it.each<[DeliveryMode, string]>([
    ['wrongKey', 'forged'],
    ['otherSum', 'other sum'],
    ['otherPayer', 'other payer'],
  ])('%s', async (mode, verdict) => {
    const { reference, paymentId, outside } = await shop.paid({ mode })
    expect(shop.rub.control.deliveries().at(-1)).toMatchObject({
      paymentId: outside.id,
      accepted: false,
      status: 400,
    })
    expect(await shop.verdicts(outside.id)).toEqual([verdict])
    expect(await shop.status(paymentId)).toBe('created')
    expect(await shop.facts(reference)).toEqual([])
    // The money itself is real, and the processor's own list says so.
    await shop.world.settle()
    expect(await shop.status(paymentId)).toBe('succeeded')
  })

  it('an order that nobody gave', async () => {
    const id = '990000001'
    expect(await shop.tell({ id, sum: '899.00', clientid: shop.tenantId, orderid: foreignId() })).toEqual({
      status: 400,
      text: 'not accepted',
    })
    expect(await shop.tell({ id, sum: '899.00', clientid: shop.tenantId })).toMatchObject({ status: 400 })
    expect(await shop.verdicts(id)).toEqual(['unknown order', 'unknown order'])
  })

  it('a payment that the processor does not know, one of another order, one not decided: rightly signed, taken, and not credited', async () => {
    const other = await shop.paid({ mode: 'never' })
    const { paymentId } = await shop.collect(shop.newReference())
    const mine = { sum: '899.00', clientid: shop.tenantId, orderid: paymentId }
    expect(await shop.tell({ ...mine, id: '990000002' })).toMatchObject({ status: 200 })
    expect(await shop.tell({ ...mine, id: other.outside.id })).toMatchObject({ status: 200 })
    const undecided = await shop.rub.control.pay(await shop.invoiceOf(paymentId), {
      cardNumber: '4000000000000119',
    })
    expect(await shop.tell({ ...mine, id: undecided.id })).toMatchObject({ status: 200 })
    for (const id of ['990000002', other.outside.id, undecided.id])
      expect(await shop.verdicts(id)).toEqual(['not confirmed'])
    expect(await shop.status(paymentId)).toBe('created')
  })

  it('the same key with a digit moved between the fields', async () => {
    const { paymentId, outside } = await shop.paid({ mode: 'never' })
    const message = messageOf(outside)
    const key = md5(`${outside.id}899.00${shop.tenantId}${paymentId}${WORD}`)
    expect(await shop.tell({ ...message, id: `${outside.id}8`, sum: '99.00', key })).toMatchObject({
      status: 400,
    })
    expect(await shop.status(paymentId)).toBe('created')
  })

  it.each<[string, string, Record<string, string>, number]>([
    ['two ids', 'id=1&id=2&sum=1.00&key=x', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['nothing', '', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['JSON', '{"id":"1"}', { 'content-type': 'application/json' }, 400],
    [
      'too much',
      `id=1&sum=1.00&key=x&x=${'x'.repeat(66_000)}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
      413,
    ],
    [
      'a NUL',
      'id=1%00&sum=1.00&key=%00&service_name=%00%F0',
      { 'content-type': 'application/x-www-form-urlencoded' },
      400,
    ],
  ])('%s', async (_name, body, headers, status) => {
    const response = await fetch(`http://127.0.0.1:${shop.world.running.port}/api/payments/paykeeper/rub`, {
      method: 'POST',
      body,
      headers,
    })
    expect(response.status).toBe(status)
    expect(await response.text()).not.toMatch(/^OK/)
  })

  it('a flood of strangers is answered and not kept', async () => {
    const answers = await Promise.all(
      Array.from({ length: 230 }, () => shop.tell({ id: '990000009', sum: '1.00' }, { word: 'guessed' })),
    )
    expect(answers.every((answer) => answer.status === 400)).toBe(true)
    // At most a hundred a minute; the flood may fall into two of them.
    const kept = await shop.verdicts('990000009')
    expect(kept.length).toBeGreaterThan(50)
    expect(kept.length).toBeLessThan(230)
  })

  it('a cabinet that is not there', async () => {
    expect(await shop.tell({ id: '1', sum: '1.00' }, { cabinet: 'other' })).toMatchObject({ status: 404 })
  })
})

describe('a message that never comes', () => {
  it('is made up for by the processor’s list, dated by the payment itself', async () => {
    const { reference, paymentId, outside } = await shop.paid({ mode: 'never' })
    expect(await shop.status(paymentId)).toBe('created')
    await shop.world.settle()
    expect(await shop.status(paymentId)).toBe('succeeded')
    const [fact] = await shop.facts(reference)
    const own = Date.parse(outside.obtainedAt ?? '') + shop.world.running.platform.clock.offset()
    expect(Math.abs((fact?.at.epochMilliseconds ?? 0) - own)).toBeLessThan(2000)
    // The processor tells at last: accepted, and nothing more happens.
    expect(await shop.tell(messageOf(outside))).toEqual({ status: 200, text: `OK ${md5(outside.id + WORD)}` })
    expect(await shop.verdicts(outside.id)).toEqual(['known'])
    expect(await shop.facts(reference)).toHaveLength(1)
  })
})

describe('the processor is away', () => {
  it('when an attempt starts: 503, the attempt is written off, the next one works', async () => {
    const reference = shop.newReference()
    shop.rub.control.setDown(true)
    const refused = await shop.collect(reference).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Failure)
    expect(refused).toMatchObject({ code: 1, status: 503 })
    const rows = await shop.world.running.platform.db
      .selectFrom('payment')
      .select(['status', 'failure_reason'])
      .where('reference', '=', reference)
      .execute()
    expect(rows).toEqual([{ status: 'failed', failure_reason: 'processing_error' }])
    expect(await shop.isUnderWay(reference)).toBe(false)
    shop.rub.control.setDown(false)
    expect((await shop.collect(reference)).redirectionUrl).toContain('/bill/')
  })

  it('when a message comes: accepted, under way, credited as soon as it can be asked', async () => {
    const { reference, paymentId, outside } = await shop.paid({ mode: 'never' })
    shop.rub.control.setDown(true)
    expect(await shop.tell(messageOf(outside))).toEqual({ status: 200, text: `OK ${md5(outside.id + WORD)}` })
    expect(await shop.status(paymentId)).toBe('pending')
    expect(await shop.facts(reference)).toEqual([])
    expect(await shop.isUnderWay(reference)).toBe(true)
    await shop.world.settle()
    expect(await shop.status(paymentId)).toBe('pending')
    shop.rub.control.setDown(false)
    await shop.world.settle()
    expect(await shop.status(paymentId)).toBe('succeeded')
    // The job that asks about what is under way was quicker than the message's own turn.
    expect(await shop.verdicts(outside.id)).toEqual(['known'])
  })

  it('when a message comes that turns out to be untrue: as if it had never come', async () => {
    const reference = shop.newReference()
    const { paymentId } = await shop.collect(reference)
    shop.rub.control.setDown(true)
    expect(
      await shop.tell({ id: '990000003', sum: '899.00', clientid: shop.tenantId, orderid: paymentId }),
    ).toMatchObject({ status: 200 })
    shop.rub.control.setDown(false)
    await shop.world.settle()
    expect(await shop.status(paymentId)).toBe('created')
    expect(await shop.verdicts('990000003')).toEqual(['not confirmed'])
    await shop.rub.control.pay(await shop.invoiceOf(paymentId))
    expect(await shop.status(paymentId)).toBe('succeeded')
  })

  it('the other cabinet is asked all the same', async () => {
    const reference = shop.newReference()
    const { paymentId } = await shop.collect(reference, 100, { amount: money(100, 'EUR') })
    await shop.eur.control.pay(await shop.invoiceOf(paymentId), { mode: 'never' })
    shop.rub.control.setDown(true)
    await shop.world.settle()
    expect(await shop.status(paymentId)).toBe('succeeded')
  })

  it('a new token every day', async () => {
    await shop.collect(shop.newReference())
    shop.rub.control.rotateToken()
    expect((await shop.collect(shop.newReference())).redirectionUrl).toContain('/bill/')
  })
})
