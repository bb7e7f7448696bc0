import { payDocument } from '@stowage/api/billing'
import { handleDispute, listDisputes, refundPayment } from '@stowage/api/refunds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '@stowage/server/testing/world'
import { GOOD, openStripeShop } from './stripe-shop.fixture.ts'

// The answer that an Idempotency-Key keeps is the answer of the call, also where the call asks a processor.

let shop: Awaited<ReturnType<typeof openStripeShop>>
beforeAll(async () => {
  shop = await openStripeShop()
})
afterAll(async () => {
  await shop?.noFaults()
  await shop?.close()
})

type Call = (input: { key: string }) => Promise<Reply<unknown>>
let keys = 0
/** Sends a call twice under one key; both succeed, byte for byte alike. */
async function twice(call: Call, between = async (): Promise<void> => undefined): Promise<Reply<unknown>> {
  const key = `same-answer-${(keys += 1)}`
  const first = await call({ key })
  await between()
  const again = await call({ key })
  expect(first.status, first.raw).toBe(200)
  expect([again.status, again.headers['idempotent-replay']]).toEqual([200, 'true'])
  expect(again.raw).toBe(first.raw)
  return first
}

test('A3: a refund is answered alike under the same key, as its processor has taken it', async () => {
  const tenant = await shop.tenant()
  const { paymentId } = await shop.pay(tenant)
  const body = { amount: 1000, reason: 'Left early' }
  const first = await twice(
    async (key) => await shop.people.sofia.call(refundPayment, { params: { paymentId }, body, ...key }),
  )
  expect(first.body).toMatchObject({ refunds: [{ status: 'done', amount: 1000 }] })
})

test('A3: a payment by card is answered alike under the same key, also once it is paid', async () => {
  const tenant = await shop.tenant()
  const body = { documentId: tenant.documentId, processor: 'paykeeper' as const }
  const { raw } = await twice(
    async (key) => await tenant.person.call(payDocument, { body, ...key }),
    async () => {
      await shop.stripe.control.pay(shop.stripe.control.sessions().at(-1)?.id ?? '', { with: GOOD })
      await shop.settled()
    },
  )
  expect(raw).toContain('redirectionUrl')
})

test('A6: a dispute is handled once, and answered alike under the same key', async () => {
  const tenant = await shop.tenant()
  const { intentId } = await shop.pay(tenant)
  await shop.stripe.control.dispute(intentId)
  await shop.settled()
  const { body } = await shop.people.sofia.call(listDisputes, { query: {} })
  const id = body.items[0]?.id ?? ''
  const first = await twice(
    async (key) => await shop.people.sofia.call(handleDispute, { params: { id }, ...key }),
  )
  expect(first.body).toMatchObject({ id })
})
