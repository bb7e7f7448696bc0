import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listBalances, listContractInvoices } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { extendContract, getContract, previewTransfer, transferContract } from '@stowage/api/contracts'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { newId } from '../../platform/ids.ts'
import { auditOf } from '../../testing/audit-of.ts'
import type { NamedPerson } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'

let tenant: NamedPerson
const scene = await openContracts()
const db = scene.world.running.platform.db
const { sofia } = scene.people
beforeEach(async () => {
  await scene.world.setTime('2026-11-21T10:00:00Z')
  tenant = await scene.tenant()
})
afterEach(async () => {
  await scene.world.settle()
  expect((await findFaults(db)).faults).toEqual([])
})

interface Rented {
  readonly id: string
  readonly stockId: string
  readonly boxId: string
}
/** A free box of the stock at this rate. */
const boxAt = async (ownRate: number, stockId = scene.stock.stockId): Promise<string> => {
  const { platform, modules } = scene.world.running
  const made = await platform.transact(
    async (tx) =>
      await modules.catalog.createBoxes(tx, { actorId: null }, stockId, [
        { unitNumber: `YB${String(++numbered).padStart(3, '0')}`, size: 3, ownRate },
      ]),
  )
  return made[0]?.id ?? ''
}
let numbered = 0
const preview = async (contract: Pick<Rented, 'id' | 'stockId'>, boxId: string) =>
  await sofia.call(previewTransfer, {
    params: { stockId: contract.stockId, contractId: contract.id },
    query: { boxId },
  })
const move = async (contract: Pick<Rented, 'id' | 'stockId'>, boxId: string, shown?: Shown) =>
  await sofia.call(transferContract, {
    params: { stockId: contract.stockId, contractId: contract.id },
    body: { boxId, ...(shown === undefined ? {} : { shown }) },
  })
type Shown = Readonly<Record<'charged' | 'credited' | 'depositAsked' | 'depositReturned', number>>
/** Moves with exactly what the preview showed. */
const moveAsShown = async (contract: Rented, boxId: string) => {
  const { body, errors } = await preview(contract, boxId)
  expect(errors).toEqual([])
  const { charged, credited, depositAsked, depositReturned } = body
  const moved = await move(contract, boxId, { charged, credited, depositAsked, depositReturned })
  expect(moved.errors).toEqual([])
  await scene.world.settle()
  return body
}
const papers = async (contract: Pick<Rented, 'id'>) =>
  (await sofia.call(listContractInvoices, { params: { contractId: contract.id } })).body
const read = async (contract: Pick<Rented, 'id'>) =>
  (await sofia.call(getContract, { params: { contractId: contract.id } })).body
const balance = async () =>
  (await tenant.call(listBalances, { params: { userId: tenant.id } })).body[0]?.accountBalance ?? 0
const opens = async (boxId: string) =>
  await tenant.send('POST', `boxes/${boxId}/open`, { stockId: scene.stock.stockId })

describe('moving to a dearer box', () => {
  test('credits and bills by the day under the same number; doors, box and history follow at once', async () => {
    // Three months at 50.00 paid at once, 5 % off: 142.50 + 27.08 = 169.58.
    const contract = await scene.book(tenant)
    const { contractNumber } = await read(contract)
    await scene.world.setTime('2026-12-06T10:00:00Z')
    const boxId = await boxAt(8000)
    // 15 of 92 days: 150.00 × 15/92 = 24.46 less 1.22 = 23.24; 240.00 × 15/92 = 39.13 less 1.96 = 37.17 of 228.00.
    const shown = await moveAsShown(contract, boxId)
    expect(shown.credits).toMatchObject([
      { usedDays: 15, days: 92, from: '2026-12-06', until: '2027-02-21', lines: [{ net: 14250 - 2324 }] },
    ])
    expect(shown.charges).toMatchObject([
      { days: 77, periodDays: 92, rate: 8000, lines: [{ net: 22800 - 3717 }] },
    ])
    expect(shown.difference).toBe(shown.charged - shown.credited)
    const moved = await read(contract)
    expect(moved).toMatchObject({
      contractNumber,
      status: 'active',
      boxId,
      monthRate: 8000,
      debt: shown.difference,
      overdue: 0,
      mayTransfer: true,
    })
    expect(moved.boxes).toMatchObject([
      { boxId: contract.boxId, from: '2026-11-21', until: '2026-12-06' },
      { boxId, from: '2026-12-06', until: null },
    ])
    // The old days are paid, the new ones are not yet.
    expect(moved.paidUntil).toBe('2026-12-06')
    expect((await opens(contract.boxId)).code).toBe(6005)
    expect((await opens(boxId)).code).not.toBe(6005)
    const documents = await papers(contract)
    const [credit, invoice] = ['CreditNote', 'Invoice'].map((type) =>
      documents.find((one) => one.documentType === type && one.periodFrom === '2026-12-06'),
    )
    expect(credit).toMatchObject({ amount: -shown.credited, invoiceNumber: expect.stringMatching(/C-2026-/) })
    expect(invoice).toMatchObject({ amount: shown.charged, debt: shown.difference, dueDate: '2026-12-06' })
    await scene.payAll(contract.id)
    expect(await read(contract)).toMatchObject({ debt: 0, paidUntil: '2027-02-21' })
    expect(await balance()).toBe(0)
    const [, audited] = [0, (await auditOf(scene.world, contract.id)).at(-1)]
    expect(audited).toMatchObject({
      action: 'contract-moved',
      actor_id: sofia.id,
      before: { boxId: contract.boxId, monthRate: 5000 },
      after: { boxId, monthRate: 8000, from: '2026-12-06', credited: shown.credited },
    })
    // The old box is free for the next one.
    const next = await sofia.call(bookBox, {
      body: {
        stockId: contract.stockId,
        boxId: contract.boxId,
        userId: scene.people.clara.id,
        arrivalDate: '2026-12-06',
        contractDuration: 1,
        invoicingPeriod: 1,
        paymentMethod: 'manual',
      },
    })
    expect(next.errors).toEqual([])
  })

  test('the next period is billed at the new rate on the old calendar, an extension too', async () => {
    const contract = await scene.book(tenant, { invoicingPeriod: 1 })
    await scene.world.setTime('2026-12-01T10:00:00Z')
    await moveAsShown(contract, await boxAt(8000))
    await scene.payAll(contract.id)
    await scene.world.setTime('2026-12-15T10:00:00Z')
    const next = (await papers(contract)).find((one) => one.periodFrom === '2026-12-21')
    expect(next).toMatchObject({ amount: 9520, documentType: 'Invoice' })
    await scene.payAll(contract.id)
    await scene.world.setTime('2027-01-15T10:00:00Z')
    await scene.payAll(contract.id)
    await scene.world.setTime('2027-02-15T10:00:00Z')
    const { boxId } = await read(contract)
    const extended = await sofia.call(extendContract, {
      params: { unitId: boxId },
      body: { userId: tenant.id },
    })
    expect(extended.errors).toEqual([])
    const after = (await papers(contract)).find((one) => one.periodFrom === '2027-02-21')
    expect(after).toMatchObject({ amount: 9520, periodTo: '2027-03-21' })
    // And on: what is behind moves too.
    const cheaper = await moveAsShown(contract, await boxAt(1000))
    expect(cheaper.charges.map(({ from }) => from)).toEqual(['2027-02-15', '2027-02-21'])
  })
})

test('what goes back pays what is open first, and a balance pays what is dearer: as the preview says', async () => {
  const contract = await scene.book(tenant, { invoicingPeriod: 1 })
  const other = await scene.book(await scene.tenant())
  // The next month is issued and not due yet: 59.50.
  await scene.world.setTime('2026-12-15T10:00:00Z')
  expect(await read(contract)).toMatchObject({ debt: 5950 })
  const shown = await moveAsShown(contract, await boxAt(1000))
  expect(shown.difference).toBeLessThan(0)
  expect(shown).toMatchObject({ toDebt: Math.min(5950, -shown.difference), fromBalance: 0 })
  expect(await read(contract)).toMatchObject({ debt: 5950 - shown.toDebt })
  expect(await balance()).toBe(shown.toBalance)

  const cheap = await moveAsShown(other, await boxAt(1000))
  const dear = await moveAsShown(other, await boxAt(9000))
  expect(dear).toMatchObject({ toDebt: 0, toBalance: 0, fromBalance: cheap.toBalance })
  expect(await read(other)).toMatchObject({ debt: dear.difference - dear.fromBalance })
})

test('is told in one mail, though a credit has paid the new invoice', async () => {
  const contract = await scene.book(tenant, { invoicingPeriod: 1 })
  const mails = async () =>
    await db.selectFrom('mail').select(['id', 'kind']).where('account_id', '=', tenant.id).execute()
  await scene.world.settle()
  const before = new Set((await mails()).map(({ id }) => id))
  await scene.world.setTime('2026-12-01T10:00:00Z')
  await moveAsShown(contract, await boxAt(2000))
  expect((await mails()).filter(({ id }) => !before.has(id))).toMatchObject([{ kind: 'contractMoved' }])
})

test('a cheaper box leaves a balance that pays the next invoice', async () => {
  const contract = await scene.book(tenant, { invoicingPeriod: 1 })
  await scene.world.setTime('2026-12-01T10:00:00Z')
  const shown = await moveAsShown(contract, await boxAt(2000))
  expect(shown.difference).toBeLessThan(0)
  expect(shown).toMatchObject({ toDebt: 0, toBalance: -shown.difference, fromBalance: 0 })
  expect(await read(contract)).toMatchObject({ debt: 0, paidUntil: '2026-12-21' })
  expect(await balance()).toBe(-shown.difference)
  await scene.world.setTime('2026-12-15T10:00:00Z')
  const next = (await papers(contract)).find((one) => one.periodFrom === '2026-12-21')
  expect(next).toMatchObject({ amount: 2380, debt: Math.max(0, 2380 + shown.difference) })
})

test('twice on one day, and back: nothing is lost, each box had its day', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2026-12-06T10:00:00Z')
  const there = await moveAsShown(contract, await boxAt(8000))
  const further = await moveAsShown(contract, await boxAt(3000))
  const back = await moveAsShown(contract, contract.boxId)
  expect(there.difference + further.difference + back.difference).toBe(0)
  expect(await read(contract)).toMatchObject({ debt: 0, paidUntil: '2027-02-21', monthRate: 5000 })
  expect(await balance()).toBe(0)
  expect((await read(contract)).boxes).toHaveLength(4)
})

test('the deposit follows the box: the rest is asked for, or some of it goes back', async () => {
  const { stockId } = scene.depositStock
  const contract = await scene.book(tenant, { at: scene.depositStock, invoicingPeriod: 1 })
  await scene.world.setTime('2026-12-06T10:00:00Z')
  expect(await moveAsShown(contract, await boxAt(8000, stockId))).toMatchObject({
    depositAsked: 3000,
    depositReturned: 0,
  })
  await scene.payAll(contract.id)
  expect(await read(contract)).toMatchObject({ deposit: 8000 })
  expect(await moveAsShown(contract, await boxAt(1500, stockId))).toMatchObject({
    depositAsked: 0,
    depositReturned: 6500,
  })
  expect(await read(contract)).toMatchObject({ deposit: 1500, debt: 0 })
})

test('is for a superUser only, and refused where it cannot be', async () => {
  const contract = await scene.book(tenant)
  const boxId = await boxAt(8000)
  const params = { stockId: contract.stockId, contractId: contract.id }
  expect((await tenant.call(transferContract, { params, body: { boxId } })).status).toBe(403)
  expect(await move(contract, contract.boxId)).toMatchObject({ status: 409, code: 9126 })
  expect(await move(contract, (await scene.book(await scene.tenant())).boxId)).toMatchObject({ code: 6001 })
  expect(await move(contract, await boxAt(8000, scene.depositStock.stockId))).toMatchObject({ code: 6007 })
  expect(await move(contract, newId())).toMatchObject({ code: 6005 })
  expect(await move({ ...contract, stockId: scene.depositStock.stockId }, boxId)).toMatchObject({
    code: 9104,
  })
  const pending = await scene.book(await scene.tenant(), { isPaid: false })
  expect(await move(pending, boxId)).toMatchObject({ code: 9126 })
  // Prices have changed between the look and the deed.
  const nothing = { charged: 1, credited: 1, depositAsked: 0, depositReturned: 0 }
  expect(await move(contract, boxId, nothing)).toMatchObject({ status: 409, code: 9109 })
  expect(await read(contract)).toMatchObject({ boxId: contract.boxId, boxes: [{ until: null }] })

  const monthly = await scene.book(await scene.tenant(), { invoicingPeriod: 1 })
  await scene.world.setTime('2026-12-15T10:00:00Z')
  await scene.world.setTime('2026-12-22T10:00:00Z')
  expect(await move(monthly, boxId)).toMatchObject({ code: 9126 })
  expect((await preview(monthly, boxId)).raw).toContain('overdue')
  await scene.world.setTime('2027-02-21T12:00:00Z')
  expect(await move(contract, boxId)).toMatchObject({ code: 9126 })
})

test('two at once for one box: one of them has it', async () => {
  const [one, two] = [await scene.book(tenant), await scene.book(await scene.tenant())]
  const boxId = await boxAt(8000)
  const answers = await Promise.all([move(one, boxId), move(two, boxId)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.code).toBe(6001)
  // And across: each wants what the other has.
  const [own, other] = [await read(one), await read(two)]
  const crossed = await Promise.all([move(one, other.boxId), move(two, own.boxId)])
  expect(crossed.map(({ code }) => code)).toEqual([6001, 6001])
})
