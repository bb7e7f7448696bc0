import { payDocument } from '@stowage/api/billing'
import { expect, test } from 'vitest'
import { openDesk } from '../../testing/booking-desk.ts'

const desk = await openDesk()

test('A3: the same answer under the same key to a payment by bank transfer', async () => {
  const tenant = await desk.ready('again@tenants.example')
  const booked = await desk.book(tenant, desk.boxNamed('YA001'), { paymentMethod: 'bankTransfer' })
  const body = { documentId: booked.body.documentId ?? '', processor: 'bankTransfer' as const }
  const key = 'pay-again-0001'
  const first = await tenant.call(payDocument, { body, key })
  const again = await tenant.call(payDocument, { body, key })
  expect([first.status, first.body.status], first.raw).toEqual([200, 'waiting'])
  expect([again.status, again.headers['idempotent-replay']]).toEqual([200, 'true'])
  expect(again.raw).toBe(first.raw)
  // The document has been paid since: the same call would be refused now, its repetition is not.
  const sofia = desk.people.sofia
  const paid = await sofia.call(payDocument, { body: { ...body, processor: 'manual' } })
  expect(paid.status, paid.raw).toBe(200)
  await desk.world.deliver()
  expect((await tenant.call(payDocument, { body, key })).raw).toBe(first.raw)
})
