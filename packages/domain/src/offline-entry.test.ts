import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideOpening, type ContractHolding, type OpeningActor, type OpeningPlace } from './access.ts'
import { contractStatuses } from './contract-life.ts'
import { offlineRight } from './offline-entry.ts'

const timeZone = 'Europe/Berlin'
// Over the last Sunday of March: one hour of that night does not exist.
const first = Temporal.PlainDate.from('2027-03-20')
const day = fc.integer({ min: 0, max: 20 }).map((days) => first.add({ days }))
const time = fc
  .integer({ min: 0, max: 95 })
  .map((quarter) => Temporal.PlainTime.from('00:00').add({ minutes: quarter * 15 }))
const moment = fc.tuple(day, time).map(([on, at]) => on.toPlainDateTime(at))
// Mostly in order, so that what time alone changes is met often.
const seldom = fc.constantFrom(false, false, false, false, true)
const mostly = seldom.map((is) => !is)
const holding: fc.Arbitrary<ContractHolding> = fc.record({
  kind: fc.constant('contract' as const),
  status: fc.constantFrom(...contractStatuses, 'active', 'active', 'active'),
  isHeldBehind: fc.boolean(),
  firstPaymentReversed: seldom,
  startDay: day,
  endDay: fc.option(day),
  leavingTime: fc.option(time),
  moveOutUntil: fc.option(moment),
  oldestUnpaidRentDue: fc.option(day),
  isPaymentUnderWay: seldom,
  needsStaff: seldom,
})
const actor: fc.Arbitrary<OpeningActor> = fc.record({
  kind: fc.constant('client' as const),
  mayOpenEquipment: fc.constant(false),
  documentsAgreed: fc.constantFrom('current', 'older', 'never'),
  isVerified: mostly,
})

test('whoever the site lets in, the server would have let in at that moment, and the other way round', () => {
  let opened = 0
  let barredByTime = 0
  fc.assert(
    fc.property(
      actor,
      holding,
      moment,
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 0, max: 72 * 4 }),
      (who, has, now, freeDays, quarters) => {
        // The shape that the database allows: only who has withdrawn holds a box behind a cancelled contract.
        if (has.isHeldBehind && has.status !== 'cancelled') return
        const issuedAt = now.toZonedDateTime(timeZone).toInstant()
        const at = issuedAt.add({ minutes: 15 * quarters })
        const place: OpeningPlace = {
          now: at.toZonedDateTimeISO(timeZone).toPlainDateTime(),
          opens: Temporal.PlainTime.from('00:00'),
          closes: Temporal.PlainTime.from('00:00'),
          freeDays,
          callerAddress: null,
          siteAddresses: [],
        }
        const live = decideOpening({
          target: 'box',
          actor: who,
          place,
          box: { isKnown: true, requiresOnSite: false },
          stock: { isNamed: false, isKnown: true, hasBox: true },
          holding: has,
        })
        const right = offlineRight(who, has, { now: issuedAt, timeZone, freeDays })
        const isPast = (moment_: Temporal.Instant | null | undefined): boolean =>
          moment_ !== null && moment_ !== undefined && Temporal.Instant.compare(moment_, at) <= 0
        const letsIn =
          right !== null &&
          !right.blocked &&
          isPast(right.from) &&
          !isPast(right.until) &&
          !isPast(right.blockedFrom)
        expect(letsIn).toBe(live.open)
        if (letsIn) opened += 1
        if (right && !right.blocked && isPast(right.blockedFrom)) barredByTime += 1
      },
    ),
    { numRuns: 20_000, seed: 20_261_122 },
  )
  expect(opened).toBeGreaterThan(100)
  expect(barredByTime).toBeGreaterThan(20)
})

test('a barred tenant is in the list with the reason the server would give, so that the door can say it', () => {
  const has: ContractHolding = {
    kind: 'contract',
    status: 'active',
    isHeldBehind: false,
    firstPaymentReversed: false,
    startDay: first,
    endDay: null,
    leavingTime: null,
    moveOutUntil: null,
    oldestUnpaidRentDue: first,
    isPaymentUnderWay: false,
    needsStaff: false,
  }
  const who = { documentsAgreed: 'current', isVerified: true } as const
  const at = (text: string) => ({ now: Temporal.Instant.from(text), timeZone, freeDays: 3 })
  expect(offlineRight(who, has, at('2027-03-22T10:00:00Z'))).toMatchObject({
    blocked: false,
    blockReason: 7006,
    blockedFrom: Temporal.Instant.from('2027-03-23T23:00:00Z'),
  })
  expect(offlineRight(who, has, at('2027-03-23T23:00:00Z'))).toMatchObject({
    blocked: true,
    blockReason: 7006,
  })
  expect(offlineRight(who, { ...has, needsStaff: true }, at('2027-03-22T10:00:00Z'))).toMatchObject({
    blocked: true,
    blockReason: 7007,
  })
  expect(offlineRight({ ...who, isVerified: false }, has, at('2027-03-22T10:00:00Z'))).toMatchObject({
    blocked: true,
    blockReason: 7001,
  })
})
