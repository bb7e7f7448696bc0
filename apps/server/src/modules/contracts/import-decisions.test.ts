import type { importBoxes } from '@stowage/api/boxes'
import { openOwnBox } from '@stowage/api/access'
import { getContract, previewClosing, setAgreements } from '@stowage/api/contracts'
import type { Body } from '@stowage/api/endpoint'
import { endpoints } from '@stowage/api/index'
import {
  importCustomers,
  importRunningContracts,
  listContractImports,
  previewRunningContracts,
  undoContractImport,
} from '@stowage/api/table-imports'
import { errorText } from '@stowage/texts/errors/index.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { closingDesk } from '../../testing/closing-desk.ts'
import type { NamedPerson } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'
import type { SmallStock } from '../../testing/small-stock.ts'

const scene = await openContracts()
const { world, people } = scene
const { db } = world.running.platform
const { sofia } = people
const { papers } = closingDesk(scene)
let stock: SmallStock
let tenant: NamedPerson
beforeEach(async () => {
  await world.setTime('2026-11-21T10:00:00Z')
  stock = await scene.openStock({
    depositMonths: 0,
    discount: 0,
    invoiceNotPaidFeePercent: 1,
    daysWithoutFee: 5,
  })
  tenant = await scene.tenant()
  // Nothing but debts stands in the way of the door.
  await db
    .updateTable('account')
    .set({
      agreed_documents_version: 'elsewhere',
      agreed_documents_at: world.running.platform.clock.now(),
      is_kyc_verified: true,
      was_kyc_verified: true,
    })
    .where('id', '=', tenant.id)
    .execute()
  await world.settle()
})
afterEach(async () => {
  await world.settle()
  expect((await findFaults(db)).faults).toEqual([])
})

const HEADS = 'Number;E-mail;Start;Billed until'
const row = (unit: string, rest = '') => `${unit};${tenant.email};10.03.2025;30.11.2026${rest}`
const table = (heads: string, ...rows: string[]) => ({
  stockId: stock.stockId,
  csv: [`${HEADS}${heads}`, ...rows].join('\n'),
})
type Given = Body<typeof importRunningContracts>
const take = async (body: Given) => await sofia.call(importRunningContracts, { body })
const look = async (body: Given) => (await sofia.call(previewRunningContracts, { body })).body
const taken = async () =>
  await db.selectFrom('contract').selectAll().where('stock_id', '=', stock.stockId).orderBy('id').execute()

describe('F3: a table drops nothing in silence', () => {
  test('F3: every table refuses a column that is neither mapped nor left out', async () => {
    const tables = endpoints.filter(({ body }) => body instanceof z.ZodMiniObject && 'csv' in body.shape)
    const heads = { 'boxes/import': 'Size;Foo\n4;1', 'users/import': 'E-mail;Foo\na@b.example;1' }
    const imports = tables.filter(({ path }) => !path.endsWith('/preview'))
    expect(imports.map(({ path }) => path).sort()).toEqual([
      'boxes/import',
      'contracts/import',
      'users/import',
    ])
    for (const one of imports) {
      const csv = heads[one.path as keyof typeof heads] ?? `${HEADS};Foo\n${row('YA001', ';1')}`
      const body = { stockId: stock.stockId, csv }
      const refused = await sofia.call(one as typeof importBoxes, { body })
      expect([one.path, refused.code, refused.errors[0]?.message]).toEqual([
        one.path,
        9215,
        errorText(9215, 'en', { heads: 'Foo' }),
      ])
      // Cells under no head are a column as well.
      const blank = await sofia.call(one as typeof importBoxes, {
        body: { ...body, csv: csv.replace('Foo', '') },
      })
      expect([one.path, blank.code]).toEqual([one.path, 9215])
    }
    expect(importCustomers.path).toBe('users/import')
  })

  test('F3: a column that was left out by name is left out', async () => {
    const body = table(';Net rate;Foo', row('YA001', ';80;1'))
    expect((await look(body)).heads.at(-1)).toMatchObject({ head: 'Foo', state: 'undecided' })
    const decided = { ...body, columns: [{ head: 'Foo', as: null }] }
    expect((await look(decided)).heads.at(-1)).toMatchObject({ head: 'Foo', state: 'ignored' })
    expect((await take(decided)).status).toBe(200)
  })

  test.each([
    ['Nettopreis', 8000],
    ['Miete netto', 8000],
    ['Net rent', 8000],
    ['Аренда без НДС', 8000],
    ['Cena netto', 8000],
    // 80 with 19 % VAT.
    ['Bruttomiete', 6723],
    ['Gross rent', 6723],
    ['Стоимость с НДС', 6723],
    ['Cena brutto', 6723],
  ])('F3: %s is the rent', async (head, rate) => {
    const seen = await look(table(`;${head}`, row('YA001', ';80,00')))
    expect(seen).toMatchObject({ unread: [], problem: null })
    expect(seen.rows[0]).toMatchObject({ monthRate: rate, isListPriced: false, problems: [] })
    if (rate === 6723) expect(seen.rows[0]?.monthGross).toBe(8000)
  })

  test.each(['Preis', 'Miete', 'Price', 'Аренда', 'Стоимость', 'Czynsz'])(
    'F3: %s says neither net nor gross, and is asked',
    async (head) => {
      const body = table(`;${head}`, row('YA001', ';80,00'))
      expect((await look(body)).heads.at(-1)).toMatchObject({
        state: 'undecided',
        couldBe: ['monthRate', 'monthGross'],
      })
      expect((await take({ ...body, atListPrice: true })).code).toBe(9215)
      const net = { ...body, columns: [{ head, as: 'monthRate' }] }
      expect((await look(net)).rows[0]).toMatchObject({ monthRate: 8000 })
      const gross = { ...body, columns: [{ head, as: 'monthGross' }] }
      expect((await look(gross)).rows[0]).toMatchObject({ monthRate: 6723 })
    },
  )

  test('F3: two columns of one meaning are refused by name', async () => {
    for (const heads of ['Nettopreis;Net rate', 'Nettopreis;Bruttomiete', 'Net rate;Net rate']) {
      const body = table(`;${heads}`, row('YA001', ';80;95,20'))
      expect((await look(body)).twice).toEqual(heads.split(';'))
      const refused = await take(body)
      expect(refused.code).toBe(9216)
      expect(refused.errors[0]?.message).toContain(heads.split(';')[1])
    }
  })

  test('F3: a table without rents asks whether the price of the boxes is meant, with count and sums', async () => {
    const body = table(';Net rate', row('YA001', ';'), row('YA002', ';'), row('YA003', ';80'))
    expect(await look(body)).toMatchObject({
      listPriced: { count: 2, monthSum: 10_000 },
      monthSum: 18_000,
      listSum: 15_000,
    })
    const refused = await take(body)
    expect(refused).toMatchObject({ code: 9217 })
    expect(refused.errors[0]?.message).toBe(
      errorText(9217, 'en', { count: 2, sum: '100.00', currency: 'EUR' }),
    )
    expect(await taken()).toEqual([])
    expect((await take({ ...body, atListPrice: true })).status).toBe(200)
  })
})

describe('F3: an import can be taken back as a whole', () => {
  const imports = async () =>
    (await sofia.call(listContractImports, { params: { stockId: stock.stockId } })).body.imports
  const undo = async (importId: string) => await sofia.call(undoContractImport, { params: { importId } })

  test('F3: while nothing has happened on its contracts', async () => {
    const body = table(';Net rate;Deposit', row('YA001', ';80;160'), row('YA002', ';80;'))
    const made = await take(body)
    await world.settle()
    const { importId } = made.body
    expect(await imports()).toMatchObject([{ id: importId, contracts: 2, changed: [], undoneAt: null }])
    const mails = async () => (await db.selectFrom('mail').selectAll().execute()).length
    const before = await mails()
    expect(await undo(importId)).toMatchObject({ status: 200, body: { contracts: 2 } })
    await world.settle()
    expect((await taken()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    expect(await mails()).toBe(before)
    expect((await imports())[0]?.undoneAt).toMatch(/^2026-11-21/)
    expect((await undo(importId)).code).toBe(9109)
    const audit = await db.selectFrom('audit').selectAll().where('subject_id', '=', importId).execute()
    expect(audit.map(({ action }) => action)).toEqual(['contract-import-undone'])
    // The boxes are free: the same table is taken once more, and nothing of the first is billed.
    expect((await take(body)).status).toBe(200)
    await world.setTime('2026-11-30T10:00:00Z')
    const first = (await taken())[1]?.id ?? ''
    expect((await papers({ id: first })).filter(({ debt }) => debt > 0)).toEqual([])
  })

  test('F3: not once one of them was invoiced: it is named', async () => {
    const made = await take(table(';Net rate', row('YA001', ';80'), row('YA002', ';80')))
    await world.setTime('2026-11-25T10:00:00Z')
    const refused = await undo(made.body.importId)
    expect(refused).toMatchObject({ code: 9218 })
    expect(refused.errors[0]?.message).toContain('YA001')
    expect((await imports())[0]?.changed.map(({ unitNumber }) => unitNumber)).toEqual(['YA001', 'YA002'])
    expect((await taken()).map(({ status }) => status)).toEqual(['active', 'active'])
  })
})

describe('F8: penalties and doors obey what was agreed', () => {
  const penalties = async (contractId: string) =>
    (await sofia.call(previewClosing, { params: { stockId: stock.stockId, contractId } })).body.penalties
  const FREE_DAYS = 5
  const dueDays = [0, 2, 12, 45]
  const cells = [false, true].flatMap((fee) => [false, true].map((door) => [fee, door] as const))

  test.each(cells)('F8: fee agreed %s, door agreed %s', async (fee, door) => {
    const yes = (value: boolean) => (value ? 'ja' : 'nein')
    const body = table(
      ';Net rate;Late fee agreed;Door closing agreed',
      row('YA001', `;80;${yes(fee)};${yes(door)}`),
    )
    expect((await take({ ...body, lateFeeAgreed: !fee, doorClosingAgreed: !door })).status).toBe(200)
    await world.settle()
    const { id = '', box_id: box = '' } = (await taken())[0] ?? {}
    const seen = (await tenant.call(getContract, { params: { contractId: id } })).body
    expect(seen).toMatchObject({ lateFeeAgreed: fee, doorClosingAgreed: door })
    await world.setTime('2026-12-01T10:00:00Z')
    const due = (await papers({ id }))[0]?.dueDate ?? ''
    for (const days of dueDays) {
      const at = Temporal.PlainDate.from(due)
        .add({ days })
        .toZonedDateTime('Europe/Berlin')
        .add({ hours: 11 })
      await world.setTime(at.toInstant().toString())
      await world.settle()
      const opened = await tenant.call(openOwnBox, { params: { id: box }, body: {} })
      expect([days, opened.code === 7006]).toEqual([days, door && days > FREE_DAYS])
      expect([days, (await penalties(id)) > 0]).toEqual([days, fee && days > FREE_DAYS])
    }
  })

  test('F8: without a word neither is agreed; staff agree later, and no day before is charged', async () => {
    expect((await take(table(';Net rate', row('YA001', ';80')))).status).toBe(200)
    const id = (await taken())[0]?.id ?? ''
    await world.setTime('2026-12-01T10:00:00Z')
    await world.setTime('2026-12-31T10:00:00Z')
    const read = async () => (await tenant.call(getContract, { params: { contractId: id } })).body
    expect(await read()).toMatchObject({ lateFeeAgreed: false, doorClosingAgreed: false })
    expect(await penalties(id)).toBe(0)
    const agreed = await sofia.call(setAgreements, {
      params: { contractId: id },
      body: { lateFeeAgreed: true, doorClosingAgreed: true },
    })
    expect(agreed.body).toMatchObject({ lateFeeAgreed: true, doorClosingAgreed: true })
    expect(await penalties(id)).toBe(0)
    await world.setTime('2027-01-03T10:00:00Z')
    expect(await penalties(id)).toBeGreaterThan(0)
    const refused = await tenant.call(setAgreements, {
      params: { contractId: id },
      body: { lateFeeAgreed: false, doorClosingAgreed: false },
    })
    expect(refused.status).toBe(403)
  })
})
