import { afterEach, beforeEach, expect, test } from 'vitest'
import { listContractInvoices } from '@stowage/api/billing'
import {
  extendContract,
  getContract,
  giveNotice,
  previewClosing,
  previewLeaving,
  withdrawNotice,
} from '@stowage/api/contracts'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { auditOf } from '../../testing/audit-of.ts'
import type { NamedPerson } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'

let tenant: NamedPerson
const scene = await openContracts()
beforeEach(async () => {
  await scene.world.setTime('2026-11-21T10:00:00Z')
  tenant = await scene.tenant()
})
afterEach(async () => {
  await scene.world.settle()
  expect((await findFaults(scene.world.running.platform.db)).faults).toEqual([])
})

type Held = Awaited<ReturnType<typeof scene.book>>

const extend = async (
  { boxId }: Pick<Held, 'boxId'>,
  { by = tenant, userId }: { by?: NamedPerson; userId?: string } = {},
) =>
  await by.call(extendContract, { params: { unitId: boxId }, body: userId === undefined ? {} : { userId } })
const leave = async ({ boxId }: Held, leaveDate: string, by: NamedPerson = tenant) =>
  await by.call(giveNotice, { params: { unitId: boxId }, body: { leaveDate } })
const stay = async ({ boxId }: Held) => await tenant.call(withdrawNotice, { params: { unitId: boxId } })
const read = async ({ id }: Held) => (await tenant.call(getContract, { params: { contractId: id } })).body
const invoices = async ({ id }: Held) => {
  const { body } = await tenant.call(listContractInvoices, { params: { contractId: id } })
  return body
    .map(({ periodFrom, periodTo, amount, debt, dueDate }) => ({
      periodFrom,
      periodTo,
      amount,
      debt,
      dueDate,
    }))
    .sort((a, b) => (a.periodFrom ?? '').localeCompare(b.periodFrom ?? ''))
}

// Every contract of the scene runs from 2026-11-21 to 2027-02-21, in Berlin.
test('extended a week before its end: as long again, its next invoice there at once, and not twice', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2027-02-13T10:00:00Z')
  expect(await extend(contract)).toMatchObject({ status: 409, code: 9117 })
  expect(await read(contract)).toMatchObject({ mayExtend: false, extension: null, isExtended: false })
  await scene.world.setTime('2027-02-14T10:00:00Z')
  expect(await read(contract)).toMatchObject({
    mayExtend: true,
    extension: { from: '2027-02-21', until: '2027-05-21' },
  })
  const extended = await extend(contract)
  expect(extended).toMatchObject({
    status: 200,
    body: { status: 'active', endDate: '2027-05-21', isExtended: true, mayExtend: false, extension: null },
  })
  const [first, second, ...more] = await invoices(contract)
  expect(more).toEqual([])
  expect(second).toMatchObject({ periodFrom: '2027-02-21', periodTo: '2027-05-21', dueDate: '2027-02-21' })
  expect(second?.amount).toBe(first?.amount)
  const again = await extend(contract)
  expect(again).toMatchObject({ status: 409, code: 9117 })
  expect(again.errors[0]?.message).toMatch(/extended already/)
  // The new term has begun, paid for or not; from then on only its own end counts.
  await scene.world.setTime('2027-02-21T10:00:00Z')
  expect(await read(contract)).toMatchObject({ isExtended: false, mayExtend: false, status: 'active' })
})

test('paid month by month the extension is too, and its months follow by themselves', async () => {
  const contract = await scene.book(tenant, { invoicingPeriod: 1 })
  for (const day of ['2026-12-14', '2027-01-14', '2027-02-20']) await scene.world.setTime(`${day}T10:00:00Z`)
  expect(await extend(contract)).toMatchObject({ status: 409, code: 9117 })
  // Two months are overdue; a superUser is refused as well.
  expect(await extend(contract, { by: scene.people.sofia, userId: tenant.id })).toMatchObject({ code: 9117 })
  await scene.payAll(contract.id)
  expect((await extend(contract)).body.endDate).toBe('2027-05-21')
  await scene.world.setTime('2027-04-20T10:00:00Z')
  expect((await invoices(contract)).map(({ periodFrom, periodTo }) => [periodFrom, periodTo])).toEqual([
    ['2026-11-21', '2026-12-21'],
    ['2026-12-21', '2027-01-21'],
    ['2027-01-21', '2027-02-21'],
    ['2027-02-21', '2027-03-21'],
    ['2027-03-21', '2027-04-21'],
    ['2027-04-21', '2027-05-21'],
  ])
})

test('an ended contract runs again, from the day it ended', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2027-02-28T10:00:00Z')
  expect((await read(contract)).status).toBe('ended')
  expect((await extend(contract)).body).toMatchObject({ status: 'active', endDate: '2027-05-21' })
  expect((await invoices(contract))[1]).toMatchObject({ periodFrom: '2027-02-21', dueDate: '2027-02-28' })
})

test.each(['paid', 'open'])(
  'days after the end that were billed and are %s become days of the new term',
  async (how) => {
    const contract = await scene.book(tenant)
    await scene.world.setTime('2027-03-01T10:00:00Z')
    const [, overstay] = await invoices(contract)
    expect(overstay).toMatchObject({ periodFrom: '2027-02-21', periodTo: '2027-03-01', amount: 1552 })
    if (how === 'paid') await scene.payAll(contract.id)
    expect((await extend(contract)).body).toMatchObject({ status: 'active', endDate: '2027-05-21' })
    await scene.world.settle()
    const after = await invoices(contract)
    expect(after.map(({ amount, debt }) => [amount, debt])).toEqual(
      expect.arrayContaining([
        [1552, 0],
        [-1552, 0],
        [16_958, how === 'paid' ? 16_958 - 1552 : 16_958],
      ]),
    )
    await scene.payAll(contract.id)
    // … and nothing of it is in the way of later terms.
    await scene.world.setTime('2027-05-20T10:00:00Z')
    await extend(contract)
    await scene.payAll(contract.id)
    expect(await read(contract)).toMatchObject({ paidAhead: 93, endDate: '2027-08-21' })
    await scene.world.setTime('2027-09-01T10:00:00Z')
    expect((await invoices(contract)).at(-1)).toMatchObject({
      periodFrom: '2027-08-21',
      periodTo: '2027-09-01',
    })
  },
)

test('an overstayed month that is overdue is paid before the contract is extended, and goes back', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2027-03-01T10:00:00Z')
  await scene.world.setTime('2027-04-02T10:00:00Z')
  expect(await extend(contract)).toMatchObject({ status: 409, code: 9117 })
  await scene.payAll(contract.id)
  expect((await extend(contract)).body).toMatchObject({ status: 'active', endDate: '2027-05-21' })
  await scene.world.settle()
  await scene.payAll(contract.id)
  // Two months beyond the end went back: the run of paid days is the new term's.
  expect((await read(contract)).paidAhead).toBe(49)
})

test('ended longer ago than it lasts, it is extended beyond today, once a day, whatever pays for it', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2027-06-01T10:00:00Z')
  expect((await read(contract)).extension).toEqual({ from: '2027-02-21', until: '2027-08-21' })
  expect((await extend(contract)).body).toMatchObject({
    status: 'active',
    endDate: '2027-08-21',
    extension: null,
  })
  // The months after the end stand open since today, and go back: nothing is left of them but the papers.
  const open = (await invoices(contract)).filter(({ debt }) => debt > 0)
  expect(open.map(({ periodFrom, dueDate }) => [periodFrom, dueDate])).toEqual([
    ['2027-02-21', '2027-06-01'],
    ['2027-05-21', '2027-06-01'],
  ])
  await scene.payAll(contract.id)
  expect(await extend(contract)).toMatchObject({ status: 409, code: 9117 })
})

test('two presses at once extend once', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2027-02-15T10:00:00Z')
  const answers = await Promise.all([extend(contract), extend(contract), extend(contract)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(await invoices(contract)).toHaveLength(2)
})

test('nobody extends or leaves for another; a superUser does, and the audit names both', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2027-02-15T10:00:00Z')
  const { clara, sofia } = scene.people
  expect(await extend(contract, { by: clara })).toMatchObject({ status: 404, code: 6005 })
  expect(await extend(contract, { by: clara, userId: tenant.id })).toMatchObject({ status: 404, code: 6005 })
  expect(await leave(contract, '20/02/2027 12:00', clara)).toMatchObject({ status: 404, code: 6005 })
  expect((await extend(contract, { by: sofia })).status).toBe(200)
  expect((await auditOf(scene.world, contract.id)).at(-1)).toMatchObject({
    action: 'contract-extended',
    actor_id: sofia.id,
    on_behalf_of: tenant.id,
    before: { endDate: '2027-02-21', status: 'active' },
    after: { endDate: '2027-05-21', status: 'active' },
  })
})

test('notice: offered from a week before the end, noted with its time, taken back; extending takes it back', async () => {
  const contract = await scene.book(tenant)
  expect(await leave(contract, '20/02/2027 12:00')).toMatchObject({ status: 409, code: 9117 })
  const offered = { extensionOfferedFrom: '2027-02-14', leavingOfferedFrom: '2027-02-14' }
  expect(await read(contract)).toMatchObject({ mayLeave: false, mayExtend: false, ...offered })
  await scene.world.setTime('2027-02-15T10:00:00Z')
  expect(await read(contract)).toMatchObject({
    extensionOfferedFrom: null,
    leavingOfferedFrom: null,
    mayLeave: true,
    earliestLeaveDate: '2027-02-15',
    latestLeaveDate: '2027-02-21',
    mayWithdrawNotice: false,
  })
  expect((await leave(contract, '20/02/2027 15:30')).body).toMatchObject({
    noticeLeaveDate: '2027-02-20',
    noticeLeaveTime: '15:30',
    mayWithdrawNotice: true,
    endDate: '2027-02-21',
  })
  expect((await stay(contract)).body).toMatchObject({ noticeLeaveDate: null, noticeLeaveTime: null })
  expect(await stay(contract)).toMatchObject({ status: 409, code: 9117 })
  await leave(contract, '20/02/2027 15:30')
  expect((await extend(contract)).body).toMatchObject({
    noticeLeaveDate: null,
    endDate: '2027-05-21',
    extensionOfferedFrom: '2027-05-14',
    leavingOfferedFrom: '2027-05-14',
  })
})

test('what leaving on a day comes to is said before, and is what closing on that day then asks for', async () => {
  const contract = await scene.book(tenant, { at: scene.depositStock })
  await scene.world.setTime('2027-02-15T10:00:00Z')
  const preview = async (leaveDate: string, by = tenant) =>
    await by.call(previewLeaving, { params: { unitId: contract.boxId }, query: { leaveDate } })
  const said = await preview('2027-02-18')
  expect(said).toMatchObject({ status: 200, body: { leftOn: '2027-02-18', owed: 0 } })
  expect(said.body.deposit).toBeGreaterThan(0)
  expect(said.body.payout).toBe(said.body.deposit + said.body.credited)
  expect((await preview('2027-02-14')).errors[0]).toMatchObject({ errorCode: 9001, field: 'leaveDate' })
  expect(await preview('2027-02-18', scene.people.clara)).toMatchObject({ status: 404, code: 6005 })
  await scene.world.setTime('2027-02-18T10:00:00Z')
  const params = { stockId: contract.stockId, contractId: contract.id }
  expect((await scene.people.sofia.call(previewClosing, { params })).body).toEqual(said.body)
})

test.each([
  ['a day behind the end', '22/02/2027 12:00', 9001],
  ['yesterday', '14/02/2027 12:00', 9001],
  ['an hour ago', '15/02/2027 09:00', 9001],
  ['a day that no month has', '30/02/2027 12:00', 1005],
  ['an hour that no day has', '20/02/2027 24:00', 1005],
  ['another form', '2027-02-20 12:00', 1005],
  ['nothing', '', 1003],
])('a notice for %s is refused', async (_name, leaveDate, code) => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2027-02-15T10:00:00Z')
  const refused = await leave(contract, leaveDate)
  expect(refused).toMatchObject({ status: 400, code })
  expect(refused.errors[0]?.field).toBe('leaveDate')
  expect((await read(contract)).noticeLeaveDate).toBeNull()
})

test('the time noted for the last day moves the end: until then he opens, then the contract is ended', async () => {
  const contract = await scene.book(tenant)
  await scene.world.setTime('2027-02-20T10:00:00Z')
  await leave(contract, '21/02/2027 18:00')
  await scene.world.setTime('2027-02-21T16:59:00Z')
  expect((await read(contract)).status).toBe('active')
  await scene.world.setTime('2027-02-21T17:00:30Z')
  expect((await read(contract)).status).toBe('ended')
  // Past the end any later day may be named, as long as the things are inside.
  expect((await leave(contract, '25/02/2027 12:00')).body).toMatchObject({ noticeLeaveDate: '2027-02-25' })
})
