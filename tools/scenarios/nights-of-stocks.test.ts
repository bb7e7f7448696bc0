import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { issueDueInvoices } from '@stowage/server/modules/billing/issue-due-invoices'
import { createWorld, type World } from '@stowage/server/testing/world'
import { findFaults } from '../verify/find-faults.ts'
import { openStocks, openWished, type ManyPlans } from './many-plans.fixture.ts'

// Each stock's night is its own: what is due on a day is done from that day's first second there, once, whatever the host's clock
// and zone say. Where a day begins at one o'clock because midnight is skipped, that is its first second.
const ZONES = [
  'Europe/Berlin',
  'America/Santiago',
  'Africa/Cairo',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
]
/** Ordinary days, leap years' and year's ends, and those on which clocks move there: at 2 or 3, at midnight, back over midnight. */
const DAYS: Readonly<Record<string, readonly string[]>> = {
  'Europe/Berlin': ['2027-03-28', '2027-10-31', '2026-12-31', '2027-01-01'],
  'America/Santiago': ['2027-09-05', '2027-04-03', '2027-04-04'],
  'Africa/Cairo': ['2027-04-30', '2027-10-28', '2027-10-29'],
  'Pacific/Kiritimati': ['2027-01-01', '2028-02-29'],
  'Pacific/Pago_Pago': ['2026-12-31', '2028-02-29'],
  'Asia/Kathmandu': ['2027-03-01'],
}

let world: World
let many: ManyPlans
beforeAll(async () => {
  world = await createWorld()
  many = await openStocks(world, ZONES)
})
afterAll(async () => await world?.close())
beforeEach(async () => {
  await sql`truncate billing_plan, document, document_line, document_series, ledger_entry, settlement, event, event_delivery cascade`.execute(
    world.running.platform.db,
  )
})
afterEach(async () => expect((await findFaults(world.running.platform.db)).faults).toEqual([]))

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)
/** The first instant of a day at a place. */
const dawn = (zone: string, text: string): Temporal.Instant => day(text).toZonedDateTime(zone).toInstant()

/** What a server does that looks at this moment. @returns how many invoices it issued */
async function runAt(instant: Temporal.Instant): Promise<number> {
  const { platform } = world.running
  platform.clock.follow(instant.epochMilliseconds - Date.now())
  return await issueDueInvoices(platform)
}

let made = 0
/** A paid monthly contract whose next invoice is to be issued on that day of its stock. */
async function dueOn(zone: string, issueDay: string): Promise<string> {
  const contractId = `contract ${(made += 1)} ${zone} ${issueDay}`
  // A period begins seven days behind; where the month before has no such day, earlier ones are on the way.
  const second = day(issueDay).add({ days: 7 })
  const start = second.subtract({ months: 1 })
  world.running.platform.clock.follow(dawn(zone, start.toString()).epochMilliseconds - Date.now())
  await openWished(world, many, {
    contractId,
    stock: ZONES.indexOf(zone),
    account: 0,
    startDay: start.toString(),
    durationMonths: 11,
    periodMonths: 1,
    rate: 5000,
    paid: 1,
  })
  return contractId
}
const invoices = async (contractId: string) =>
  await world.running.platform.db
    .selectFrom('document')
    .select(['period_from', 'issued_on', 'document_date', 'due_on', 'number'])
    .where('contract_id', '=', contractId)
    .orderBy('period_from')
    .execute()

describe('the night of a stock', () => {
  for (const zone of ZONES) {
    for (const issueDay of DAYS[zone] ?? []) {
      test(`${zone}, ${issueDay}: not at 23:59:59, at 00:00:01, and once`, async () => {
        const contractId = await dueOn(zone, issueDay)
        const first = dawn(zone, issueDay)
        expect(await runAt(first.subtract({ seconds: 1 }))).toBe(0)
        expect(first.subtract({ seconds: 1 }).toZonedDateTimeISO(zone).toPlainDate().toString()).not.toBe(
          issueDay,
        )
        expect(await runAt(first.add({ seconds: 1 }))).toBe(1)
        expect(await runAt(first.add({ seconds: 1 }))).toBe(0)
        // Every hour of the day, those that are there twice and those behind a skipped one among them.
        const { hoursInDay } = first.toZonedDateTimeISO(zone)
        for (let hour = 1; hour <= hoursInDay; hour += 1)
          expect(await runAt(first.add({ minutes: hour * 60 - 29 }))).toBe(0)
        const [, second] = await invoices(contractId)
        expect(second?.issued_on.toString()).toBe(issueDay)
        expect(second?.document_date.toString()).toBe(issueDay)
        expect(second?.number).toContain(`-${issueDay.slice(0, 4)}-`)
        expect(second?.due_on.toString()).toBe(day(issueDay).add({ days: 7 }).toString())
      })
    }
  }

  test('one moment is another day elsewhere: each stock bills on its own', async () => {
    const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
    await dueOn(east, '2027-01-01')
    await dueOn(west, '2027-01-01')
    const first = dawn(east, '2027-01-01')
    expect(await runAt(first)).toBe(1)
    expect(await runAt(first.add({ hours: 24, minutes: 59 }))).toBe(0)
    expect(await runAt(first.add({ hours: 25 }))).toBe(1)
  })

  test('three missed nights are caught up in the fourth: every contract once, the longest due first', async () => {
    const zone = 'Europe/Berlin'
    const contracts = []
    for (const issueDay of ['2027-03-29', '2027-03-27', '2027-03-28'])
      contracts.push(await dueOn(zone, issueDay))
    expect(await runAt(dawn(zone, '2027-03-30').add({ seconds: 1 }))).toBe(3)
    const numbers = []
    for (const contractId of contracts) {
      const [, second] = await invoices(contractId)
      expect(second?.issued_on.toString()).toBe('2027-03-30')
      expect(second?.due_on.toString()).toBe(second?.period_from?.toString())
      numbers.push(second?.number?.slice(-6))
    }
    // The first three numbers are those of the first invoices.
    expect(numbers).toEqual(['000006', '000004', '000005'])
  })

  test('months that were missed are an invoice each', async () => {
    const contractId = await dueOn('Europe/Berlin', '2027-01-08')
    expect(await runAt(dawn('Europe/Berlin', '2027-04-08'))).toBe(4)
    expect((await invoices(contractId)).map(({ period_from }) => period_from?.toString())).toEqual([
      '2026-12-15',
      '2027-01-15',
      '2027-02-15',
      '2027-03-15',
      '2027-04-15',
    ])
  })

  test('a host clock that is set back bills nothing twice and nothing early', async () => {
    const zone = 'Europe/Berlin'
    const early = await dueOn(zone, '2027-01-01')
    const late = await dueOn(zone, '2027-01-02')
    const first = dawn(zone, '2027-01-01')
    expect(await runAt(first.add({ hours: 3 }))).toBe(1)
    for (const hours of [1, 4, 24 * 9]) expect(await runAt(first.subtract({ hours }))).toBe(0)
    expect(await runAt(first.add({ hours: 3 }))).toBe(0)
    expect(await runAt(first.add({ hours: 24 }))).toBe(1)
    expect((await invoices(early)).length + (await invoices(late)).length).toBe(4)
  })
})
