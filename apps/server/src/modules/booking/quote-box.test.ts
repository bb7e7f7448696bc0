import * as api from '@stowage/api/booking'
import { expect, test } from 'vitest'
import { openDesk } from '../../testing/booking-desk.ts'

const desk = await openDesk()

const ask = async (query: Record<string, string>, as: 'visitor' | 'sofia' = 'visitor') =>
  await desk.people[as].call(api.quoteBox, { params: { id: desk.boxNamed('YA001') }, query })

test('what is left out is today, one month, paid monthly', async () => {
  expect((await ask({})).body).toMatchObject({ startDate: '2026-11-21', durationMonths: 1, periodMonths: 1 })
  expect((await ask({ contractDuration: '6' })).body).toMatchObject({ durationMonths: 6, periodMonths: 1 })
})

// The longest term of this stock is 11 months, the last day to arrive 20 December.
test.each([
  [{ arrivalDate: '2026-11-20' }, ['arrivalDate']],
  [{ arrivalDate: '2026-12-21' }, ['arrivalDate']],
  [{ contractDuration: '12' }, ['contractDuration']],
  [{ contractDuration: '6', invoicingPeriod: '3' }, ['invoicingPeriod']],
  [{ invoicingPeriod: '2' }, ['invoicingPeriod']],
  [{ contractDuration: '120', arrivalDate: '2027-11-21' }, ['arrivalDate', 'contractDuration']],
])('%o cannot be chosen: no price is made up for something else', async (query, fields) => {
  const reply = await ask(query)
  expect([reply.status, reply.errors.map(({ errorCode, field }) => [errorCode, field])]).toEqual([
    400,
    fields.map((field) => [1005, field]),
  ])
})

test.each([
  [{ arrivalDate: '2026-12-20', contractDuration: '11', invoicingPeriod: '11' }],
  [{ contractDuration: '6', invoicingPeriod: '6', insurance: 'true' }],
])('%o can be', async (query) => {
  expect((await ask(query)).errors).toEqual([])
})

test('a quote for somebody whom nobody knows is none', async () => {
  const reply = await ask({ userId: '01JD0000000000000000000000' }, 'sofia')
  expect([reply.status, reply.errors[0]?.errorCode, reply.errors[0]?.field]).toEqual([404, 6002, 'userId'])
})
