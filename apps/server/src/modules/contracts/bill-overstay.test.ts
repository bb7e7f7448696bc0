import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { closingDesk } from '../../testing/closing-desk.ts'
import type { NamedPerson } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'

let tenant: NamedPerson
const scene = await openContracts()
const db = scene.world.running.platform.db
beforeEach(async () => {
  await scene.world.setTime('2026-11-21T10:00:00Z')
  tenant = await scene.tenant()
})
afterEach(async () => {
  await scene.world.settle()
  expect((await findFaults(db)).faults).toEqual([])
})

const { papers, closeAsShown } = closingDesk(scene)

test('who stays on is billed at each month’s end, whoever slept through it, and the rest when he leaves', async () => {
  const contract = await scene.book(tenant)
  // Nobody's job ran between: 21–28 February, March, April are an invoice each.
  await scene.world.setTime('2027-05-03T10:00:00Z')
  const behind = (await papers(contract)).filter(({ periodFrom }) => (periodFrom ?? '') >= '2027-02-21')
  expect(
    behind
      .toSorted((a, b) => (a.periodFrom ?? '').localeCompare(b.periodFrom ?? ''))
      .map(({ periodFrom, periodTo, amount, dueDate }) => [periodFrom, periodTo, amount, dueDate]),
  ).toEqual([
    // 150.00 in 92 days: 8 days 13.04 + 2.48, 31 days 50.54 + 9.60, 30 days 48.91 + 9.29
    ['2027-02-21', '2027-03-01', 1552, '2027-05-03'],
    ['2027-03-01', '2027-04-01', 6014, '2027-05-03'],
    ['2027-04-01', '2027-05-01', 5820, '2027-05-03'],
  ])
  const shown = await closeAsShown(contract)
  // 2 days: 3.26 + 0.62
  expect(shown.charges).toMatchObject([{ reason: 'overstay', from: '2027-05-01', days: 2 }])
  expect(shown).toMatchObject({ charged: 388, credited: 0, owed: 1552 + 6014 + 5820 + 388 })
})

test('the month of a stock ends by its own clock, and a late one bears what lateness costs after the end', async () => {
  const there = await scene.openStock({
    timeZone: 'Pacific/Auckland',
    contractEndedFee: 1,
    daysWithoutFee: 0,
  })
  const contract = await scene.book(tenant, { at: there })
  const overstayed = async () =>
    (await papers(contract)).filter(
      ({ periodFrom, documentType }) => periodFrom === '2027-02-21' && documentType === 'Invoice',
    )
  await scene.world.setTime('2027-02-28T10:59:00Z')
  expect(await overstayed()).toEqual([])
  await scene.world.setTime('2027-02-28T11:01:00Z')
  expect(await overstayed()).toMatchObject([{ periodTo: '2027-03-01', dueDate: '2027-03-01', amount: 1552 }])
  await scene.world.setTime('2027-03-11T10:00:00Z')
  // Unpaid at the end of nine days from 2 March on, 1 % of 15.52 each.
  expect(await closeAsShown(contract)).toMatchObject({ debt: 1552, penalties: 140, charged: 1630 + 310 })
})

test('a stopped plan bills the months behind the end when it runs again; an extension is not offered meanwhile', async () => {
  const contract = await scene.book(tenant)
  await db
    .updateTable('billing_plan')
    .set({ parked_reason: 'no rate', retry_on: Temporal.PlainDate.from('2027-04-10') })
    .where('contract_id', '=', contract.id)
    .execute()
  await scene.world.setTime('2027-04-05T10:00:00Z')
  expect(await papers(contract)).toHaveLength(1)
  await scene.world.setTime('2027-04-10T10:00:00Z')
  expect((await papers(contract)).map(({ periodFrom }) => periodFrom ?? '').sort()).toEqual([
    '2026-11-21',
    '2027-02-21',
    '2027-03-01',
  ])
})
