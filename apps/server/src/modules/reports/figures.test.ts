import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { closeContract, transferContract } from '@stowage/api/contracts'
import { createRole } from '@stowage/api/roles'
import {
  reportAgedDebt,
  reportDemand,
  reportMoves,
  reportOccupancy,
  reportPrices,
  reportRentRoll,
  reportRevenue,
  reportStays,
} from '@stowage/api/report-figures'
import { createPerson, type NamedPerson } from '../../testing/people.ts'
import { openTwoCities, type LetBox } from '../../testing/two-cities.ts'

const desk = await openTwoCities()
const { world, people, berlin, moscow } = desk
const { sofia } = people
const { db } = world.running.platform
let anna: NamedPerson
let clara: LetBox
let leo: LetBox
let inMoscow: LetBox
// Berlin lets boxes of 1 and 2 m² and holds one of 3; Moscow lets one of 1 m². There are sixteen each, of 1 to 16 m².
beforeAll(async () => {
  anna = await createPerson(world, { email: 'anna@tenants.example', firstName: 'Anna', lastName: 'Ivanova' })
  clara = await desk.rent(berlin, people.clara)
  leo = await desk.rent(berlin, people.leo)
  inMoscow = await desk.rent(moscow, anna)
  await desk.rent(berlin, anna, { isPaid: false })
})
const inBerlin = { stockIds: berlin.stockId }

test('occupancy counts boxes and square metres, what is let and what is only held, by step, stock and size', async () => {
  const query = { from: '2026-11-20', to: '2026-11-23' }
  const { body, errors } = await sofia.call(reportOccupancy, { query })
  expect(errors).toEqual([])
  // Behind today nothing is known.
  expect([body.from, body.to, body.grain]).toEqual(['2026-11-20', '2026-11-21', 'day'])
  expect(body.points).toEqual([
    { day: '2026-11-20', boxes: 0, let: 0, reserved: 0, area: 0, areaLet: 0 },
    { day: '2026-11-21', boxes: 32, let: 3, reserved: 1, area: 272, areaLet: 4 },
  ])
  const small = body.rows.filter(({ sizeGroup }) => sizeGroup === 's')
  expect(small).toEqual([
    {
      stock: { id: berlin.stockId, name: 'Berlin' },
      sizeGroup: 's',
      boxes: 5,
      let: 2,
      reserved: 1,
      area: 15,
      areaLet: 3,
    },
    {
      stock: { id: moscow.stockId, name: 'Moskau' },
      sizeGroup: 's',
      boxes: 5,
      let: 1,
      reserved: 0,
      area: 15,
      areaLet: 1,
    },
  ])
  expect(body.rows.map(({ stock, sizeGroup }) => `${stock.name} ${sizeGroup}`)).toEqual([
    'Berlin s',
    'Berlin m',
    'Berlin l',
    'Moskau s',
    'Moskau m',
    'Moskau l',
  ])
  const one = (await sofia.call(reportOccupancy, { query: { ...query, ...inBerlin } })).body
  expect(one.points.at(-1)).toMatchObject({ boxes: 16, let: 2, reserved: 1, areaLet: 3 })
})

test('the rent roll is who pays what now, a page at a time over all stocks; currencies stand apart', async () => {
  const page = async (number: string, pageSize = '2') =>
    (await sofia.call(reportRentRoll, { query: { page: number, pageSize } })).body
  const first = await page('1')
  expect(first.stocks).toEqual([
    { stock: { id: berlin.stockId, name: 'Berlin' }, currency: 'EUR', contracts: 2, area: 3, rent: 3000 },
    { stock: { id: moscow.stockId, name: 'Moskau' }, currency: 'RUB', contracts: 1, area: 1, rent: 1000 },
  ])
  expect(first.items.map(({ unitNumber, rent, currency }) => [unitNumber, rent, currency])).toEqual([
    ['YA001', 1000, 'EUR'],
    ['YA002', 2000, 'EUR'],
  ])
  expect(first.items[0]).toMatchObject({
    id: clara.contractId,
    client: { id: people.clara.id, fullName: 'Clara Client' },
    size: 1,
    unit: 'm2',
    startDate: '2026-11-21',
    endDate: '2027-02-21',
    deposit: 0,
    unpaid: 0,
  })
  expect([first.total, first.page, first.pageSize]).toEqual([3, 1, 2])
  expect((await page('2')).items.map(({ id }) => id)).toEqual([inMoscow.contractId])
  expect((await page('3')).items).toEqual([])
  // A page that begins in one stock and ends in another.
  expect((await page('1', '3')).items).toHaveLength(3)
  const roubles = await sofia.call(reportRentRoll, { query: { currency: 'RUB' } })
  expect([roubles.body.total, roubles.body.items.map(({ currency }) => currency)]).toEqual([1, ['RUB']])
})

test('a served notice and a move say what is paid from their day on', async () => {
  const rents = async (): Promise<number[]> =>
    (await sofia.call(reportRentRoll, { query: inBerlin })).body.items.map(({ rent }) => rent)
  const { id: planId } = await db
    .selectFrom('billing_plan')
    .select('id')
    .where('contract_id', '=', leo.contractId)
    .executeTakeFirstOrThrow()
  const notice = async (id: string, rate: number, effectiveOn: string, withdrawnAt: string | null) =>
    await sql`insert into rent_rise (id, plan_id, contract_id, account_id, stock_id, currency, rate_before, rate, effective_on, period_until, period_months, net_before, gross_before, net_after, gross_after, announced_at, served_at, served_on, mail_id, withdrawn_at)
      values (${id}, ${planId}, ${leo.contractId}, ${people.leo.id}, ${berlin.stockId}, 'EUR', 2000, ${rate}, ${effectiveOn}, '2027-12-31', 1, 1, 1, 1, 1, '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01', ${id}, ${withdrawnAt})`.execute(
      db,
    )
  await notice('past', 2100, '2026-11-20', null)
  await notice('now', 2200, '2026-11-21', null)
  await notice('withdrawn', 2300, '2026-11-21', '2026-11-02T00:00:00Z')
  await notice('to come', 2400, '2026-12-21', null)
  expect(await rents()).toEqual([1000, 2200])
  await sql`delete from rent_rise where contract_id = ${leo.contractId}`.execute(db)
  expect(await rents()).toEqual([1000, 2000])
})

test('a square metre: what is asked of the boxes, and what those pay who are there', async () => {
  const { body } = await sofia.call(reportPrices, { query: inBerlin })
  expect(body.rows).toHaveLength(3)
  expect(body.rows[0]).toEqual({
    stock: { id: berlin.stockId, name: 'Berlin' },
    sizeGroup: 's',
    currency: 'EUR',
    boxes: 5,
    area: 15,
    asked: 15_000,
    askedPerArea: 1000,
    contracts: 2,
    areaLet: 3,
    rent: 3000,
    rentPerArea: 1000,
  })
  expect(body.rows[2]).toMatchObject({ contracts: 0, rent: 0, rentPerArea: null })
})

test('requests: asked, offered, booked, and who waits now', async () => {
  const add = async (
    id: string,
    facts: { stockId?: string; at: string; offeredAt?: string; bookedAt?: string; status?: string },
  ) =>
    await sql`insert into appeal (id, type, status, message, details, created_at, stock_id, size_group, offered_at, offered_stock_id, booked_at)
      values (${id}, 'availability', ${facts.status ?? 'pending'}, 'x', '{}', ${facts.at}, ${facts.stockId ?? null}, 's', ${facts.offeredAt ?? null}, ${facts.offeredAt === undefined ? null : (facts.stockId ?? null)}, ${facts.bookedAt ?? null})`.execute(
      db,
    )
  await add('a1', { stockId: berlin.stockId, at: '2026-11-02T10:00:00Z' })
  // The last day of October in Berlin, and the first of November in Moscow.
  await add('a2', { stockId: berlin.stockId, at: '2026-10-31T22:30:00Z' })
  await add('a3', {
    stockId: moscow.stockId,
    at: '2026-10-31T22:30:00Z',
    offeredAt: '2026-11-05T10:00:00Z',
    bookedAt: '2026-11-06T10:00:00Z',
    status: 'handled',
  })
  await add('a4', { at: '2026-11-03T10:00:00Z' })
  const query = { from: '2026-11-01', to: '2026-11-21', grain: 'month' } as const
  const { body } = await sofia.call(reportDemand, { query })
  expect(body.points).toEqual([{ day: '2026-11-01', asked: 3, offered: 1, booked: 1 }])
  expect(body.rows).toEqual([
    {
      stock: { id: berlin.stockId, name: 'Berlin' },
      sizeGroup: 's',
      asked: 1,
      offered: 0,
      booked: 0,
      waiting: 2,
    },
    {
      stock: { id: moscow.stockId, name: 'Moskau' },
      sizeGroup: 's',
      asked: 1,
      offered: 1,
      booked: 1,
      waiting: 0,
    },
    { stock: null, sizeGroup: 's', asked: 1, offered: 0, booked: 0, waiting: 1 },
  ])
})

test('staff see the reports their role names, of their own stock; the company may switch them off', async () => {
  expect((await people.adam.call(reportAgedDebt, {})).code).toBe(9103)
  await sofia.call(createRole, {
    body: { name: 'Controller', alias: 'controller', platformRole: 'staff', permissions: ['reports.read'] },
  })
  const here = await createPerson(world, {
    email: 'here@stowage.example',
    platformRole: 'staff',
    roleAlias: 'controller',
    stockId: berlin.stockId,
  })
  const roll = async (stockIds?: string) =>
    (await here.call(reportRentRoll, { query: stockIds === undefined ? {} : { stockIds } })).body.stocks.map(
      ({ stock }) => stock.name,
    )
  expect(await roll()).toEqual(['Berlin'])
  expect(await roll(`${moscow.stockId},${berlin.stockId}`)).toEqual(['Berlin'])
  expect(await roll(moscow.stockId)).toEqual([])
  const listed = async (person: typeof here) =>
    (await person.call(reportRentRoll, { query: inBerlin })).body.items.map(({ id }) => id)
  expect(await listed(here)).toContain(clara.contractId)
  await db
    .updateTable('contract')
    .set({ internal_user_id: sofia.id })
    .where('id', '=', clara.contractId)
    .execute()
  expect(await listed(here)).not.toContain(clara.contractId)
  expect(await listed(sofia)).toContain(clara.contractId)
  await db
    .updateTable('contract')
    .set({ internal_user_id: null })
    .where('id', '=', clara.contractId)
    .execute()
  expect((await here.call(reportDemand, {})).body.rows.every(({ stock }) => stock !== null)).toBe(true)
  await db.updateTable('company').set({ reports_enabled: false }).execute()
  expect((await sofia.call(reportAgedDebt, {})).code).toBe(9103)
  await db.updateTable('company').set({ reports_enabled: true }).execute()
})

test.each([
  [{ from: '1926-11-20', to: '2026-11-21', grain: 'year' }, 'from'],
  [{ from: '2026-11-22', to: '2026-11-21' }, 'to'],
  [{ from: '2000-01-01', to: '2026-11-21', grain: 'day' }, 'grain'],
] as const)('a report over %o is refused with the reason', async (query, field) => {
  for (const report of [reportOccupancy, reportRevenue]) {
    // The book has no days: its steps are months, and 26 years are few of them.
    if (report === reportRevenue && field === 'grain') continue
    const refused = await sofia.call(report, { query })
    expect([refused.status, refused.code]).toEqual([400, 9165])
    expect(refused.errors[0]).toMatchObject({ field, message: expect.any(String) })
  }
})

test('a hundred years to the day are not too many, nor a stock that is not there', async () => {
  const query = { from: '1926-11-22', to: '2026-11-21', grain: 'year' } as const
  expect((await sofia.call(reportOccupancy, { query })).body.points).toHaveLength(101)
  const nothing = await sofia.call(reportOccupancy, { query: { ...query, stockIds: 'x,' } })
  expect([nothing.status, nothing.body.rows]).toEqual([200, []])
})

test('who moves in and out is counted on the day of his stock; changing boxes is neither; stays are days between', async () => {
  // In Moscow the new year has begun, in Berlin not.
  await world.setTime('2026-12-31T22:30:00Z')
  const moved = await sofia.call(transferContract, {
    params: { stockId: berlin.stockId, contractId: clara.contractId },
    body: { boxId: berlin.boxes[9]?.id ?? '' },
  })
  expect(moved.errors).toEqual([])
  for (const { contractId, stockId } of [
    { contractId: leo.contractId, stockId: berlin.stockId },
    { contractId: inMoscow.contractId, stockId: moscow.stockId },
  ])
    expect((await sofia.call(closeContract, { params: { stockId, contractId }, body: {} })).errors).toEqual(
      [],
    )
  await world.settle()
  const query = { from: '2026-11-01', to: '2027-01-31', grain: 'month' } as const
  const { body } = await sofia.call(reportMoves, { query })
  expect(body.points).toEqual([
    { day: '2026-11-01', movedIn: 3, movedOut: 0, areaIn: 4, areaOut: 0, transfers: 0 },
    { day: '2026-12-01', movedIn: 0, movedOut: 1, areaIn: 0, areaOut: 2, transfers: 1 },
    { day: '2027-01-01', movedIn: 0, movedOut: 1, areaIn: 0, areaOut: 1, transfers: 0 },
  ])
  expect(body.rows.map(({ stock, movedOut }) => [stock.name, movedOut])).toEqual([
    ['Berlin', 1],
    ['Moskau', 1],
  ])
  const full = (await sofia.call(reportOccupancy, { query })).body
  // Clara is in ten square metres now; both others have gone.
  expect(full.points.map(({ day, let: taken, areaLet }) => [day, taken, areaLet])).toEqual([
    ['2026-11-30', 3, 4],
    ['2026-12-31', 2, 11],
    ['2027-01-01', 1, 10],
  ])
  const stays = (await sofia.call(reportStays, { query })).body
  expect(stays.all).toEqual({
    left: 2,
    averageLeft: 40.5,
    medianLeft: 40.5,
    running: 1,
    averageRunning: 40,
    medianRunning: 40,
  })
  expect(stays.classes.filter(({ left, running }) => left + running > 0)).toEqual([
    { stay: 'quarter', left: 2, running: 1 },
  ])
  expect(stays.rows.map(({ stock, left, running }) => [stock.name, left, running])).toEqual([
    ['Berlin', 1, 1],
    ['Moskau', 1, 0],
  ])
})

test('debt is told by its age at the stock, each currency for itself', async () => {
  const { body } = await sofia.call(reportAgedDebt, {})
  const { rows } = await sql<{ currency: string; debt: number }>`
    select currency, sum(amount)::bigint as debt from ledger_entry where account = 'receivable' group by 1 having sum(amount) <> 0 order by 1`.execute(
    db,
  )
  expect(body.rows.map(({ currency, total }) => ({ currency, debt: total }))).toEqual(rows)
  const [owed] = body.rows
  expect(owed).toMatchObject({ stock: { name: 'Berlin' }, currency: 'EUR' })
  await world.setTime('2027-04-15T10:00:00Z')
  const later = (await sofia.call(reportAgedDebt, { query: { currency: 'EUR' } })).body.rows[0]
  expect(later?.older).toBeGreaterThan(0)
  expect(
    (later?.notDue ?? 0) +
      (later?.upTo30 ?? 0) +
      (later?.upTo60 ?? 0) +
      (later?.upTo90 ?? 0) +
      (later?.older ?? 0),
  ).toBe(later?.total)
})
