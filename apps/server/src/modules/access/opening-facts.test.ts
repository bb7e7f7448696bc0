import { expect, test } from 'vitest'
import { decideOpening } from '@stowage/domain/access'
import type { StockTerms } from '../catalog/index.ts'
import { openingPlace } from './opening-facts.ts'

const stock = {
  timeZone: 'Europe/Berlin',
  openingTime: '09:00',
  closingTime: '21:00',
  daysWithoutFee: 0,
  routerIp: '192.0.2.77',
} as StockTerms
const noon = Temporal.Instant.from('2026-11-21T11:00:00Z')

test.each([
  ['192.0.2.77', true],
  // A server that listens on both families.
  ['::ffff:192.0.2.77', true],
  ['::FFFF:192.0.2.77', true],
  ['192.0.2.78', 6009],
  ['::ffff:192.0.2.78', 6009],
  ['2001:db8::192.0.2.77', 6009],
  // The agent's own way out, where the router has another address for us, or none.
  ['198.51.100.4', true],
])('who calls from %s stands at the door: %s', (address, expected) => {
  const decision = decideOpening({
    target: 'equipment',
    actor: { kind: 'client', mayOpenEquipment: false, documentsAgreed: 'current', isVerified: true },
    place: openingPlace(stock, noon, address, '::ffff:198.51.100.4'),
    stockIsKnown: true,
    equipment: { isKnown: true, isExit: false, requiresOnSite: true },
    holdings: [
      {
        kind: 'contract',
        status: 'active',
        isHeldBehind: false,
        firstPaymentReversed: false,
        startDay: Temporal.PlainDate.from('2026-11-01'),
        endDay: null,
        leavingTime: null,
        moveOutUntil: null,
        oldestUnpaidRentDue: null,
        isPaymentUnderWay: false,
        needsStaff: false,
      },
    ],
  })
  expect(decision.open ? true : decision.code).toBe(expected)
})
