import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listContractInvoices } from '@stowage/api/billing'
import { extendContract, getContract, giveNotice } from '@stowage/api/contracts'
import { listRiseCandidates, listRises, previewRises, serveRises, withdrawRise } from '@stowage/api/rises'
import { updateStock } from '@stowage/api/stocks'
import { sql } from 'kysely'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { auditOf } from '../../testing/audit-of.ts'
import type { NamedPerson } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'
import { serveRise } from './serve-rise.ts'

// Every contract of the scene runs from 2026-11-21 to 2027-02-21, in Berlin, at 50.00 EUR net a month.
const scene = await openContracts()
const { db } = scene.world.running.platform
const { sofia } = scene.people
let tenant: NamedPerson
beforeEach(async () => {
  await scene.world.setTime('2026-11-21T10:00:00Z')
  tenant = await scene.tenant()
})
afterEach(async () => {
  await scene.world.settle()
  expect((await findFaults(db)).faults).toEqual([])
})

type Held = Awaited<ReturnType<typeof scene.book>>

const at = async (day: string) => await scene.world.setTime(`${day}T10:00:00Z`)
const read = async ({ id }: Held) => (await tenant.call(getContract, { params: { contractId: id } })).body
const preview = async (held: Held, percent = 10) =>
  (await sofia.call(previewRises, { body: { contractIds: [held.id], how: 'percent', percent } })).body[0]!
const serve = async (held: Held, rate: number, from: string) =>
  await sofia.call(serveRises, { body: { items: [{ contractId: held.id, rate, from }] } })
const notices = async ({ id }: Held) =>
  (await sofia.call(listRises, { query: { contractId: id } })).body.items
const withdraw = async (id: string) => await sofia.call(withdrawRise, { params: { id } })
const invoices = async ({ id }: Held) =>
  (await tenant.call(listContractInvoices, { params: { contractId: id } })).body.sort((a, b) =>
    (a.periodFrom ?? '').localeCompare(b.periodFrom ?? ''),
  )
const mailsOf = async (kind: string) =>
  await db
    .selectFrom('mail')
    .select(['id', 'kind', 'language', 'recipient', 'data'])
    .where('account_id', '=', tenant.id)
    .where('kind', '=', kind)
    .execute()

/** Open-ended ones are not booked by anybody yet; their later life is the same. */
async function openEnded(): Promise<Held> {
  const held = await scene.book(tenant, { invoicingPeriod: 1 })
  await sql`update contract set duration_months = null, end_day = null where id = ${held.id}`.execute(db)
  await sql`update billing_plan set end_day = null, terms = terms || '{"durationMonths": null}' where contract_id = ${held.id}`.execute(
    db,
  )
  return held
}

/** Previews and serves, as the screen does. */
async function risen(held: Held, percent = 10): Promise<string> {
  const { rate, period } = await preview(held, percent)
  const [only] = (await serve(held, rate, period?.from ?? '')).body
  await scene.world.settle()
  return only?.id ?? ''
}

test('an open-ended contract: served with its mail, shown to the tenant, and invoiced as the notice says', async () => {
  const held = await openEnded()
  await at('2026-12-01')
  const told = await preview(held)
  expect(told).toMatchObject({
    rateBefore: 5000,
    rate: 5500,
    isCapped: false,
    refusal: null,
    period: {
      from: '2027-02-21',
      until: '2027-03-21',
      netBefore: 5000,
      grossBefore: 5950,
      netAfter: 5500,
      grossAfter: 6545,
    },
  })
  expect(await mailsOf('rentRise')).toEqual([])
  const id = await risen(held)

  const [mail, ...more] = await mailsOf('rentRise')
  expect(more).toEqual([])
  expect(mail).toMatchObject({ recipient: tenant.email, data: { riseId: id } })
  const [notice] = await notices(held)
  expect(notice).toMatchObject({
    id,
    state: 'coming',
    servedOn: '2026-12-01',
    mailId: mail?.id,
    mailStatus: 'waiting',
    mailRecipient: tenant.email,
    period: told.period,
    promisedUntil: null,
    mayWithdraw: true,
  })
  expect(await read(held)).toMatchObject({
    monthRate: 5000,
    pricePromisedUntil: null,
    riseNoticeDays: 60,
    comingRise: {
      id,
      from: '2027-02-21',
      rate: 5500,
      servedOn: '2026-12-01',
      periodNet: 5500,
      periodGross: 6545,
    },
  })
  const trail = await auditOf(scene.world, held.id)
  expect(trail.map(({ action, actor_id }) => [action, actor_id])).toEqual(
    expect.arrayContaining([
      ['rent-rise-announced', sofia.id],
      ['rent-rise-served', null],
    ]),
  )

  for (const day of ['2026-12-21', '2027-01-20', '2027-02-20', '2027-03-20']) await at(day)
  const billed = await invoices(held)
  expect(billed.map(({ periodFrom, amount }) => [periodFrom, amount])).toEqual([
    ['2026-11-21', 5950],
    ['2026-12-21', 5950],
    ['2027-01-21', 5950],
    ['2027-02-21', told.period?.grossAfter],
    ['2027-03-21', 6545],
  ])
  expect(billed[2]?.lines[0]?.explanation).not.toHaveProperty('noticeId')
  expect(billed[3]?.lines[0]?.explanation).toMatchObject({
    rate: 5500,
    rateSince: '2027-02-21',
    noticeId: id,
    noticeServedOn: '2026-12-01',
  })
  expect((await notices(held))[0]).toMatchObject({ state: 'inForce', mayWithdraw: false })
  expect(await read(held)).toMatchObject({ monthRate: 5500, comingRise: null })
  expect(await withdraw(id)).toMatchObject({ status: 409, code: 9124 })
})

test('a fixed term keeps its price: the notice counts from the extension on', async () => {
  const held = await scene.book(tenant)
  await at('2026-12-01')
  expect(await read(held)).toMatchObject({ pricePromisedUntil: '2027-02-21', comingRise: null })
  expect(await serve(held, 5500, '2027-01-21')).toMatchObject({ status: 409, code: 9123 })
  const told = await preview(held)
  expect(told.period).toMatchObject({ from: '2027-02-21', until: '2027-05-21', months: 3 })
  await risen(held)
  // The price that is shown is that of the next invoice.
  expect(await read(held)).toMatchObject({ monthRate: 5000, comingRise: { from: '2027-02-21' } })
  await at('2027-02-15')
  expect((await tenant.call(extendContract, { params: { unitId: held.boxId }, body: {} })).status).toBe(200)
  const [first, second] = await invoices(held)
  // 5 % off for three months at once: 3 × 50.00 − 7.50, and 3 × 55.00 − 8.25, with 19 %.
  expect([first?.amount, second?.amount]).toEqual([16_958, 18_653])
  expect(second?.amount).toBe(told.period?.grossAfter)
  expect(first?.amount).toBe(told.period?.grossBefore)
  // In its second term the contract may rise again only behind that term.
  await at('2027-02-22')
  expect((await preview(held)).period?.from).toBe('2027-05-21')
})

describe('refused', () => {
  test('a second notice while one is coming, a rate above the cap, another day, another stock’s words', async () => {
    const held = await openEnded()
    await at('2026-12-01')
    expect(await preview(held, 40)).toMatchObject({ rate: 5750, isCapped: true, refusal: null })
    expect(await serve(held, 5751, '2027-02-21')).toMatchObject({ status: 409, code: 9123 })
    expect(await serve(held, 5000, '2027-02-21')).toMatchObject({ status: 409, code: 9123 })
    expect(await serve(held, 5500, '2027-01-21')).toMatchObject({ status: 409, code: 9123 })
    expect(await serve(held, 5500, '2027-02-22')).toMatchObject({ status: 409, code: 9123 })
    const twice = { contractId: held.id, rate: 5500, from: '2027-02-21' }
    const both = await sofia.call(serveRises, { body: { items: [twice, twice] } })
    expect(both.body.map(({ refusal }) => refusal)).toEqual([null, 'coming'])
    await scene.world.settle()
    expect(await serve(held, 5600, '2027-02-21')).toMatchObject({ status: 409, code: 9123 })
    expect(await mailsOf('rentRise')).toHaveLength(1)
    // The cap counts over 12 months, whatever was served meanwhile.
    await at('2027-03-01')
    expect(await preview(held, 15)).toMatchObject({ rateBefore: 5500, rate: 5750, isCapped: true })
  })

  test('a pending contract, one that is left, one that is not there; the others of the call go on', async () => {
    const pending = await scene.book(tenant, { isPaid: false })
    expect(await preview(pending)).toMatchObject({ refusal: 'notRunning', period: null })
    const [left, stays] = [await openEnded(), await openEnded()]
    await at('2026-12-01')
    const gone = await tenant.call(giveNotice, {
      params: { unitId: left.boxId },
      body: { leaveDate: '21/02/2027 12:00' },
    })
    expect(gone.status).toBe(200)
    const items = [pending, left, stays].map(({ id }) => ({ contractId: id, rate: 5500, from: '2027-02-21' }))
    const { body } = await sofia.call(serveRises, { body: { items } })
    expect(body.map(({ refusal }) => refusal)).toEqual(['notRunning', 'leaving', null])
    await scene.world.settle()
    expect(await notices(left)).toEqual([])
    const unknown = await sofia.call(serveRises, {
      body: { items: [{ contractId: '0'.repeat(26), rate: 5500, from: '2027-02-21' }] },
    })
    expect(unknown).toMatchObject({ status: 409, code: 9123 })
  })
})

test('withdrawn before an invoice bears it: the old rate goes on, and the tenant is told', async () => {
  const held = await openEnded()
  await at('2026-12-01')
  const id = await risen(held)
  expect(await withdraw(id)).toMatchObject({ status: 200, body: { state: 'withdrawn', mayWithdraw: false } })
  await scene.world.settle()
  expect(await mailsOf('rentRiseWithdrawn')).toHaveLength(1)
  expect(await withdraw(id)).toMatchObject({ status: 409, code: 9124 })
  expect(await read(held)).toMatchObject({ comingRise: null })
  for (const day of ['2027-01-20', '2027-02-20']) await at(day)
  expect((await invoices(held)).map(({ amount }) => amount)).toEqual([5950, 5950, 5950, 5950])
  // Another one may be served then, for the first day that is possible by now.
  expect((await preview(held)).period?.from).toBe('2027-04-21')
  expect(await withdraw('0'.repeat(26))).toMatchObject({ status: 404, code: 9104 })
})

test('invoiced ahead it is not withdrawn any more, though its day is yet to come', async () => {
  const held = await openEnded()
  await at('2026-12-01')
  const id = await risen(held)
  await at('2027-02-15')
  expect((await notices(held))[0]).toMatchObject({ state: 'coming', mayWithdraw: false })
  const refused = await withdraw(id)
  expect(refused).toMatchObject({ status: 409, code: 9124 })
  expect(refused.errors[0]?.message).toMatch(/issued already/)
})

test('who leaves before its day never bears it, and the notice is over', async () => {
  const held = await openEnded()
  await at('2026-12-01')
  await risen(held)
  const gone = await tenant.call(giveNotice, {
    params: { unitId: held.boxId },
    body: { leaveDate: '21/02/2027 12:00' },
  })
  expect(gone.body).toMatchObject({ comingRise: null })
  await at('2027-02-25')
  expect((await invoices(held)).map(({ amount }) => amount)).toEqual([5950, 5950, 5950])
  expect((await notices(held))[0]).toMatchObject({ state: 'lapsed', mayWithdraw: false })
})

test('without its mail a notice counts for nothing; written late, its notice days count from then', async () => {
  const { messaging } = scene.world.running.modules
  const { transact, clock } = scene.world.running.platform
  const held = await openEnded()
  await at('2026-12-01')
  messaging.mute(true)
  const id = await risen(held)
  expect((await notices(held))[0]).toMatchObject({
    state: 'announced',
    servedOn: null,
    mailId: null,
    mayWithdraw: true,
  })
  expect(await preview(held)).toMatchObject({ refusal: 'coming' })
  for (const day of ['2027-01-20', '2027-02-20']) await at(day)
  expect((await invoices(held)).map(({ amount }) => amount)).toEqual([5950, 5950, 5950, 5950])
  expect(await read(held)).toMatchObject({ comingRise: null })
  messaging.mute(false)
  await scene.world.settle()
  // Another server that handles it writes nothing.
  expect(
    await transact(async (tx) => await serveRise(tx, id, { mailId: `again-${id}`, at: clock.now() })),
  ).toBe(false)
  expect(await mailsOf('rentRise')).toHaveLength(1)
  expect((await notices(held))[0]).toMatchObject({
    state: 'coming',
    servedOn: '2027-02-20',
    period: { from: '2027-04-21', grossAfter: 6545 },
  })
  expect(await read(held)).toMatchObject({ comingRise: { from: '2027-04-21', periodGross: 6545 } })
  await withdraw(id)
})

test('dropped and never told: the tenant has given notice before the mail was written', async () => {
  const { messaging } = scene.world.running.modules
  const held = await openEnded()
  await at('2026-12-01')
  messaging.mute(true)
  await risen(held)
  await tenant.call(giveNotice, { params: { unitId: held.boxId }, body: { leaveDate: '31/01/2027 12:00' } })
  messaging.mute(false)
  await scene.world.settle()
  expect(await mailsOf('rentRise')).toEqual([])
  expect((await notices(held))[0]).toMatchObject({ state: 'dropped', mayWithdraw: false })
})

test('candidates: who pays below the street rate, by how much, since when and until when promised', async () => {
  const held = await scene.book(tenant)
  await sql`update box set own_rate = 6000, month_rate = 6000 where id = ${held.boxId}`.execute(db)
  const { body } = await sofia.call(listRiseCandidates, { query: { stockId: held.stockId, below: '10' } })
  expect(body).toMatchObject({ noticeDays: 60, capPercent: 15 })
  expect(body.items.map(({ contractId }) => contractId)).toEqual([held.id])
  expect(body.items[0]).toMatchObject({
    rate: 5000,
    rateSince: '2026-11-21',
    streetRate: 6000,
    belowPercent: 16.7,
    promisedUntil: '2027-02-21',
    from: '2027-02-21',
    waitsFor: 'promise',
    highestRate: 5750,
    refusal: null,
  })
  const toStreet = await sofia.call(previewRises, { body: { contractIds: [held.id], how: 'street' } })
  expect(toStreet.body[0]).toMatchObject({ rate: 5750, isCapped: true })
  await sql`update box set own_rate = 5000, month_rate = 5000 where id = ${held.boxId}`.execute(db)
  expect(
    (await sofia.call(listRiseCandidates, { query: { stockId: held.stockId, below: '1' } })).body.items,
  ).toEqual([])
  expect(await sofia.call(listRiseCandidates, { query: { stockId: 'none' } })).toMatchObject({ code: 9104 })
})

test('the stock decides how early and how much', async () => {
  const held = await openEnded()
  const set = await sofia.call(updateStock, {
    params: { id: held.stockId },
    body: { riseNoticeDays: 20, riseCapPercent: 5 },
  })
  expect(set).toMatchObject({ status: 200, body: { riseNoticeDays: 20, riseCapPercent: 5 } })
  await at('2026-12-01')
  expect(await preview(held)).toMatchObject({ rate: 5250, isCapped: true, period: { from: '2026-12-21' } })
  expect(await read(held)).toMatchObject({ riseNoticeDays: 20 })
  await sofia.call(updateStock, {
    params: { id: held.stockId },
    body: { riseNoticeDays: 60, riseCapPercent: 15 },
  })
})
