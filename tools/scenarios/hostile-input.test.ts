import { endpoints } from '@stowage/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attack, type AttackReport } from '../drills/hostile/attack.ts'
import { findFaults } from '../verify/find-faults.ts'
import { NOBODYS_GATEWAY, openHouse, type House } from './house.fixture.ts'
import { PARKED_TO_RETRY } from './permissions.desk.ts'

/** As many for each call that the API offers, however many those are. */
const CALLS = 11 * endpoints.length
const SEED = process.env['FUZZ_SEED'] ?? 'stowage-1'

let house: House
let report: AttackReport
beforeAll(async () => {
  house = await openHouse({ config: { logLevel: 'silent', sms: NOBODYS_GATEWAY } })
  report = await attack(house, { seed: SEED, calls: CALLS })
}, 900_000)
afterAll(async () => await house?.close())

describe(`some three thousand hostile calls (seed ${SEED})`, () => {
  test('are answered without a defect, in the envelope, with nothing of our insides, in time', () => {
    expect(
      report.complaints.map(({ number, call, status, answer, wrong }) => ({
        number,
        wrong,
        status,
        answer,
        call: `${call.role} ${call.method} ${call.url.slice(0, 300)} ${call.body?.slice(0, 300) ?? ''}`,
      })),
    ).toEqual([])
  })

  test('reach every call of the API, and many of them reach its end', () => {
    expect(report.calls).toBe(CALLS)
    expect([...report.byEndpoint].filter(([, { made }]) => made === 0)).toEqual([])
    const done = [...report.byEndpoint].filter(([, { done }]) => done > 0)
    // Hostile calls that all die at the gate would prove nothing.
    expect(done.length).toBeGreaterThan(endpoints.length * 0.8)
    expect(
      Object.entries(report.byStatus).reduce(
        (sum, [status, count]) => sum + (Number(status) < 400 ? count : 0),
        0,
      ),
    ).toBeGreaterThan(CALLS * 0.2)
  })

  test('leave everything in order behind them', async () => {
    await house.world.settle()
    expect((await findFaults(house.world.running.platform.db)).faults).toEqual([])
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
    const parked = await house.world.running.platform.db
      .selectFrom('event_delivery')
      .select(['handler', 'parked_reason'])
      .where('parked_reason', 'is not', null)
      // Those that were parked so that an honest call could try them again.
      .where('handler', '<>', PARKED_TO_RETRY)
      .execute()
    expect(parked).toEqual([])
  })
})
