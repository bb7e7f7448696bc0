import { extendContract, getContract, giveNotice } from '@stowage/api/contracts'
import { importRunningContracts, previewRunningContracts } from '@stowage/api/table-imports'
import { errorText } from '@stowage/texts/errors/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { closingDesk } from '../../testing/closing-desk.ts'
import type { NamedPerson } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'
import type { SmallStock } from '../../testing/small-stock.ts'

const scene = await openContracts()
const { world, people } = scene
const { db } = world.running.platform
const { sofia } = people
const { papers, closeAsShown } = closingDesk(scene)
let stock: SmallStock
let tenant: NamedPerson
beforeEach(async () => {
  await world.setTime('2026-11-21T10:00:00Z')
  stock = await scene.openStock({ depositMonths: 2, discount: 1 })
  tenant = await scene.tenant()
  await world.settle()
})
afterEach(async () => {
  await world.settle()
  expect((await findFaults(db)).faults).toEqual([])
})

const HEADS = 'Number;E-mail;Start;Billed until;Period;Net rate;Deposit'
const take = async (...rows: readonly string[]) =>
  await sofia.call(importRunningContracts, {
    body: { stockId: stock.stockId, csv: [HEADS, ...rows].join('\n'), atListPrice: true },
  })
const taken = async () =>
  await db.selectFrom('contract').selectAll().where('stock_id', '=', stock.stockId).orderBy('id').execute()
const count = async (table: 'mail' | 'contract' | 'document' | 'box_claim' | 'payment' | 'billing_plan') =>
  (
    await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

test('a running contract goes on here: its box is held, it is billed from the first day that nobody has billed, and its deposit is given back', async () => {
  const mails = await count('mail')
  expect(await take(`YA001;${tenant.email};10.03.2025;09.12.2026;1;80,00;160,00`)).toMatchObject({
    status: 200,
    body: { contracts: 1 },
  })
  await world.settle()
  // Nobody is written to about what he knows.
  expect(await count('mail')).toBe(mails)
  const [contract] = await taken()
  const id = contract?.id ?? ''
  expect(contract).toMatchObject({
    status: 'active',
    month_rate: 8000,
    duration_months: null,
    account_id: tenant.id,
  })
  expect(contract?.start_day.toString()).toBe('2025-03-10')
  const seen = await tenant.call(getContract, { params: { contractId: id } })
  expect(seen.body).toMatchObject({ status: 'active', id })
  expect(await papers({ id })).toMatchObject([{ debt: 0, status: 'paid' }])
  // A week before its month: 80 net and 19 % VAT, whatever the stock takes off for new ones.
  await world.setTime('2026-12-03T10:00:00Z')
  const bills = (await papers({ id })).filter(({ debt }) => debt > 0)
  expect(bills).toMatchObject([{ debt: 9520 }])
  await scene.payAll(id)
  await world.setTime('2026-12-20T10:00:00Z')
  expect((await papers({ id })).filter(({ debt }) => debt > 0)).toEqual([])
  const noticed = await tenant.call(giveNotice, {
    params: { unitId: contract?.box_id ?? '' },
    body: { leaveDate: '09/01/2027 12:00' },
  })
  expect(noticed.errors).toEqual([])
  await world.setTime('2027-01-10T12:00:00Z')
  const shown = await closeAsShown({ id, stockId: stock.stockId })
  expect(shown).toMatchObject({ deposit: 16_000, owed: 0 })
  expect((await taken())[0]?.status).toBe('closed')
})

test('without a deposit there is no paper until the first day that is billed here', async () => {
  expect((await take(`YA002;${tenant.email};2025-03-10;2026-11-30;3;;`)).status).toBe(200)
  await world.settle()
  const [contract] = await taken()
  const id = contract?.id ?? ''
  // The price of the box.
  expect(contract).toMatchObject({
    month_rate: 5000,
    period_months: 3,
    first_document_id: null,
    status: 'active',
  })
  expect(await papers({ id })).toEqual([])
  await world.setTime('2026-11-25T10:00:00Z')
  expect((await papers({ id })).map(({ debt }) => debt)).toEqual([17_850])
})

test('a fixed term goes on to its last day, and an insurance with it', async () => {
  const csv = [
    `${HEADS};Last day;Net insurance;Sum insured`,
    `YA003;${tenant.email};10.03.2025;09.12.2026;1;80,00;;09.02.2027;5,00;2000`,
    `YA004;${tenant.email};10.03.2025;09.12.2026;1;80,00;;15.02.2027;;`,
  ].join('\n')
  const body = { stockId: stock.stockId, csv }
  const preview = await sofia.call(previewRunningContracts, { body })
  expect(preview.body.rows[0]).toMatchObject({
    endDay: '2027-02-09',
    insurance: 500,
    coverage: 200_000,
    problems: [],
  })
  expect(preview.body.rows[1]?.problems).toMatchObject([
    { field: 'endDay', typed: '15.02.2027', message: errorText(1005, 'en', { subject: 'termEnd' }) },
  ])
  const one = csv.split('\n').slice(0, 2).join('\n')
  expect((await sofia.call(importRunningContracts, { body: { ...body, csv: one } })).status).toBe(200)
  await world.settle()
  const [contract] = await taken()
  const id = contract?.id ?? ''
  expect(contract).toMatchObject({ status: 'active', duration_months: 2 })
  expect([contract?.start_day, contract?.term_start_day, contract?.end_day].map(String)).toEqual([
    '2025-03-10',
    '2026-12-10',
    '2027-02-10',
  ])
  await world.setTime('2026-12-03T10:00:00Z')
  // 80 net and 19 % VAT; 5 for the insurance, on which this stock has no tax.
  expect((await papers({ id })).map(({ debt }) => debt)).toEqual([9520 + 500])
  await scene.payAll(id)
  await world.setTime('2027-01-05T10:00:00Z')
  await scene.payAll(id)
  await world.setTime('2027-02-05T10:00:00Z')
  // Nothing is billed behind the end of the term.
  expect(await papers({ id })).toHaveLength(2)
  const shown = await tenant.call(getContract, { params: { contractId: id } })
  expect(shown.body).toMatchObject({ startDate: '2025-03-10', endDate: '2027-02-10' })
})

test('what is left of a fixed term is extended by the whole term that the table names', async () => {
  const csv = `${HEADS};Last day;Term\nYA005;${tenant.email};10.03.2025;09.12.2026;1;80,00;;09.02.2027;12`
  const made = await sofia.call(importRunningContracts, { body: { stockId: stock.stockId, csv } })
  expect(made.status).toBe(200)
  await world.settle()
  const [contract] = await taken()
  const id = contract?.id ?? ''
  for (const day of ['2026-12-03', '2027-01-05', '2027-02-05']) {
    await world.setTime(`${day}T10:00:00Z`)
    await scene.payAll(id)
  }
  const before = await tenant.call(getContract, { params: { contractId: id } })
  expect(before.body.extension).toEqual({ from: '2027-02-10', until: '2028-02-10' })
  const extended = await tenant.call(extendContract, {
    params: { unitId: contract?.box_id ?? '' },
    body: { userId: tenant.id },
  })
  expect(extended.body).toMatchObject({ endDate: '2028-02-10' })
  await world.setTime('2028-02-05T10:00:00Z')
  await scene.payAll(id)
  const again = await tenant.call(getContract, { params: { contractId: id } })
  expect(again.body.extension).toEqual({ from: '2028-02-10', until: '2029-02-10' })
})

test('each row says what is wrong in which column, and nothing is written', async () => {
  const held = await scene.book(tenant, { at: stock })
  const unit = stock.boxes.find(({ id }) => id === held.boxId)?.unitNumber ?? ''
  const counts = async () =>
    await Promise.all((['contract', 'document', 'box_claim', 'payment', 'billing_plan'] as const).map(count))
  const before = await counts()
  const rows = [
    `YA011;${tenant.email};2025-03-10;2026-11-30;1;80;`,
    `NONE;${tenant.email};2025-03-10;2026-11-30;1;80;`,
    `${unit};${tenant.email};2025-03-10;2026-11-30;1;80;`,
    `YA011;nobody@nowhere.example;2025-03-10;2026-11-30;1;80;`,
    `YA012;sofia@stowage.example;2025-03-10;2026-11-19;1;80;`,
    `YA013;${tenant.email};2026-11-22;2026-11-30;1;80;`,
    `YA\u00014;${tenant.email}\u0000;2025-03-10;2026-11-30;1;80;`,
  ]
  const csv = [HEADS, ...rows].join('\n')
  const preview = await sofia.call(previewRunningContracts, { body: { stockId: stock.stockId, csv } })
  expect(
    preview.body.rows.map(({ line, problems }) => [
      line,
      ...problems.map(({ field, code }) => `${field} ${code}`),
    ]),
  ).toEqual([
    [2],
    [3, 'unitNumber 6005'],
    [4, 'unitNumber 6001'],
    [5, 'unitNumber 9000', 'email 6004'],
    [6, 'email 6004', 'billedUntil 1005'],
    [7, 'startDay 1005'],
    [8, 'unitNumber 1005', 'email 1005'],
  ])
  expect(preview.body.rows[0]).toMatchObject({
    billedFrom: '2026-12-01',
    monthRate: 8000,
    name: 'Person Test',
  })
  const refused = await take(...rows)
  expect(refused.status).toBe(400)
  expect(refused.errors.find(({ field }) => field === 'rows.5.unitNumber')?.message).toBe(
    errorText(9000, 'en', { subject: 'twice', line: 2 }),
  )
  expect(refused.errors.find(({ field }) => field === 'rows.6.billedUntil')?.message).toBe(
    errorText(1005, 'en', { subject: 'billedUntil' }),
  )
  expect(await counts()).toEqual(before)
})

test('two who bring the same table at once: one of them does', async () => {
  const row = `YA015;${tenant.email};2025-03-10;2026-11-30;1;80;100`
  const both = await Promise.all([take(row), take(row)])
  expect(both.map(({ status }) => String(status)).sort()).toEqual(['200', '409'])
  expect(await taken()).toHaveLength(1)
})

test('a stock that another program keeps takes none', async () => {
  const external = await scene.openStock({ isExternal: true })
  const csv = [HEADS, `YA001;${tenant.email};2025-03-10;2026-11-30;1;80;`].join('\n')
  expect(
    await sofia.call(importRunningContracts, { body: { stockId: external.stockId, csv } }),
  ).toMatchObject({ code: 6010 })
})
