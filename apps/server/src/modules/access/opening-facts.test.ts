import { expect, test } from 'vitest'
import { decideOpening } from '@stowage/domain/access'
import type { StockTerms } from '../catalog/index.ts'
import { openingPlace } from './opening-facts.ts'

const stock = {
  timeZone: 'Europe/Berlin',
  openingTime: '09:00',
  closingTime: '21:00',
  daysWithoutFee: 0,
} as StockTerms
const noon = Temporal.Instant.from('2026-11-21T11:00:00Z')

/** Router, agent, caller, and what a door that asks for presence says. */
test.each<[router: string | null, agent: string | null, caller: string | null, true | number]>([
  ['192.0.2.77', null, '192.0.2.77', true],
  // A server that listens on both families, in both ways of writing it.
  ['192.0.2.77', null, '::ffff:192.0.2.77', true],
  ['192.0.2.77', null, '::FFFF:192.0.2.77', true],
  ['192.0.2.77', null, '::ffff:c000:24d', true],
  ['::ffff:192.0.2.77', null, '192.0.2.77', true],
  ['192.0.2.77', null, '192.0.2.78', 6009],
  ['192.0.2.77', null, '::ffff:192.0.2.78', 6009],
  ['192.0.2.77', null, '2001:db8::192.0.2.77', 6009],
  ['192.0.2.77', null, '::192.0.2.77', 6009],
  // Nobody knows from where he calls; nobody knows where the house is.
  ['192.0.2.77', '198.51.100.4', null, 6008],
  [null, null, '192.0.2.77', 6009],
  // The agent's own way out, where the router has another address for us, or none that is known.
  ['192.0.2.77', '::ffff:198.51.100.4', '198.51.100.4', true],
  ['192.0.2.77', '198.51.100.4', '192.0.2.77', true],
  [null, '198.51.100.4', '198.51.100.4', true],
  [null, '198.51.100.4', '198.51.100.5', 6009],
  // Over IPv6 the house has a prefix in common, and each telephone an address of its own.
  ['2001:DB8:0:7::1', null, '2001:db8:0:7:a1b2:c3d4:e5f6:1', true],
  [null, '2001:db8:0:7::1', '2001:db8:0:7:ffff::2', true],
  ['2001:db8:0:7::1', null, '2001:db8:0:8::1', 6009],
  ['fe80::1', null, 'fe80::2%eth0', 6009],
])('router %s, agent %s: who calls from %s is answered %s', (router, agent, address, expected) => {
  const decision = decideOpening({
    target: 'equipment',
    actor: { kind: 'client', mayOpenEquipment: false, documentsAgreed: 'current', isVerified: true },
    place: openingPlace({ ...stock, routerIp: router }, noon, address, agent),
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
