import { describe, expect, it } from 'vitest'
import {
  decideOpening,
  isOpenAt,
  type BoxOpening,
  type ContractHolding,
  type EquipmentOpening,
  type Holding,
  type OpeningActor,
  type OpeningDecision,
  type OpeningFacts,
  type OpeningPlace,
} from './access.ts'

const at = (text: string) => Temporal.PlainDateTime.from(text)
const day = (text: string) => Temporal.PlainDate.from(text)
const time = (text: string) => Temporal.PlainTime.from(text)

/** A tenant in good standing, at ten in the morning, in the middle of his term. */
const tenant: OpeningActor = {
  kind: 'client',
  mayOpenEquipment: false,
  documentsAgreed: 'current',
  isVerified: true,
}
const contract: ContractHolding = {
  kind: 'contract',
  status: 'active',
  isHeldBehind: false,
  firstPaymentReversed: false,
  startDay: day('2027-03-01'),
  endDay: day('2027-06-01'),
  leavingTime: null,
  moveOutUntil: null,
  oldestUnpaidRentDue: null,
  isPaymentUnderWay: false,
  needsStaff: false,
}
const withdrawn = { status: 'cancelled', isHeldBehind: true } as const
const place: OpeningPlace = {
  now: at('2027-04-10T10:00'),
  opens: time('09:00'),
  closes: time('21:00'),
  freeDays: 5,
  callerAddress: '192.0.2.7',
  siteAddresses: ['192.0.2.7', '192.0.2.8'],
  locksServerAnswers: true,
}
const boxOpening: BoxOpening = {
  target: 'box',
  actor: tenant,
  place,
  box: { isKnown: true, requiresOnSite: true },
  stock: { isNamed: true, isKnown: true, hasBox: true },
  holding: contract,
}
const equipmentOpening: EquipmentOpening = {
  target: 'equipment',
  actor: tenant,
  place,
  stockIsKnown: true,
  equipment: { isKnown: true, isExit: false, requiresOnSite: true },
  holdings: [contract],
}

const opens: OpeningDecision = { open: true }
const warns: OpeningDecision = { open: true, warning: 'paymentDueSoon' }
const refused = (code: number) => ({ open: false, code })

const withContract = (changes: Partial<ContractHolding>): BoxOpening => ({
  ...boxOpening,
  holding: { ...contract, ...changes },
})
const withPlace = (changes: Partial<OpeningPlace>): BoxOpening => ({
  ...boxOpening,
  place: { ...place, ...changes },
})
const withActor = (changes: Partial<OpeningActor>): BoxOpening => ({
  ...boxOpening,
  actor: { ...tenant, ...changes },
})
const change = (facts: BoxOpening, holding: Partial<ContractHolding>): BoxOpening =>
  facts.holding?.kind === 'contract' ? { ...facts, holding: { ...facts.holding, ...holding } } : facts

it('a tenant in good standing opens his box and the gate', () => {
  expect(decideOpening(boxOpening)).toEqual(opens)
  expect(decideOpening(equipmentOpening)).toEqual(opens)
})

/** Each thing that can be wrong, in the order of decision 20, added to whatever is wrong already. */
const wrongs: [code: number, what: string, apply: (facts: BoxOpening) => BoxOpening][] = [
  [9003, 'not signed in', (facts) => ({ ...facts, actor: { ...facts.actor, kind: 'anonymous' } })],
  [6005, 'box unknown', (facts) => ({ ...facts, box: { ...facts.box, isKnown: false } })],
  [6006, 'stock unknown', (facts) => ({ ...facts, stock: { ...facts.stock, isKnown: false } })],
  [6007, 'box of another stock', (facts) => ({ ...facts, stock: { ...facts.stock, hasBox: false } })],
  [6005, 'box of somebody else', (facts) => ({ ...facts, holding: null })],
  [
    6014,
    'documents not agreed',
    (facts) => ({ ...facts, actor: { ...facts.actor, documentsAgreed: 'never' } }),
  ],
  [7001, 'not verified', (facts) => ({ ...facts, actor: { ...facts.actor, isVerified: false } })],
  [7005, 'only a reservation', (facts) => ({ ...facts, holding: facts.holding && { kind: 'reservation' } })],
  [7000, 'pending', (facts) => change(facts, { status: 'pending' })],
  [
    7003,
    'before the start day',
    (facts) => change(facts, { startDay: facts.place.now.toPlainDate().add({ days: 1 }) }),
  ],
  [7008, 'past the end', (facts) => change(facts, { endDay: day('2027-04-01') })],
  [
    7006,
    'rent overdue behind the free days',
    (facts) => change(facts, { oldestUnpaidRentDue: day('2027-03-01') }),
  ],
  [
    7002,
    'outside the hours',
    (facts) => ({ ...facts, place: { ...facts.place, now: at('2027-04-10T22:00') } }),
  ],
  [6008, 'no address', (facts) => ({ ...facts, place: { ...facts.place, callerAddress: null } })],
  [2, 'locks server away', (facts) => ({ ...facts, place: { ...facts.place, locksServerAnswers: false } })],
]

describe('what is wrong, alone', () => {
  it.each(wrongs)('%d: %s', (code, _what, apply) => {
    expect(decideOpening(apply(boxOpening))).toEqual(refused(code))
  })
})

describe('what is wrong, in pairs: the earlier answers', () => {
  const pairs = wrongs.flatMap(([code, what, apply], index) =>
    wrongs
      .slice(index + 1)
      .map(([, later, applyLater]) => ({ what, later, code, facts: apply(applyLater(boxOpening)) })),
  )
  it.each(pairs)('$what before $later', ({ facts, code }) => {
    expect(decideOpening(facts)).toEqual(refused(code))
  })
  it('and with everything wrong, the first', () => {
    let facts = boxOpening
    for (const [code, , apply] of [...wrongs].reverse()) {
      facts = apply(facts)
      expect(decideOpening(facts)).toEqual(refused(code))
    }
  })
})

describe('known', () => {
  it('a box alone may be named', () => {
    expect(
      decideOpening({ ...boxOpening, stock: { isNamed: false, isKnown: false, hasBox: false } }),
    ).toEqual(opens)
  })
  it.each(['closed', 'cancelled'] as const)(
    'who had it and has it no more (%s) is told what strangers are told',
    (status) => {
      expect(decideOpening(withContract({ status }))).toEqual(refused(6005))
    },
  )
})

describe('documents agreed', () => {
  it.each<[OpeningActor['documentsAgreed'], Holding, OpeningDecision | { open: boolean; code: number }]>([
    ['current', contract, opens],
    ['older', contract, opens], // a newer version never blocks a running contract
    ['older', { ...contract, status: 'ended', moveOutUntil: at('2027-04-11T10:00') }, opens],
    ['older', { ...contract, status: 'pending' }, refused(6014)],
    ['older', { kind: 'reservation' }, refused(6014)],
    ['never', contract, refused(6014)],
  ])('%s, %j', (documentsAgreed, holding, expected) => {
    expect(decideOpening({ ...withActor({ documentsAgreed }), holding })).toEqual(expected)
  })
})

it('a reversed first payment is no actual payment', () => {
  expect(decideOpening(withContract({ firstPaymentReversed: true }))).toEqual(refused(7000))
})

describe('from the start day to the leaving time', () => {
  const open24h = { opens: time('00:00'), closes: time('00:00') }
  const on = (now: string, changes: Partial<ContractHolding> = {}) => ({
    ...withContract(changes),
    place: { ...place, ...open24h, now: at(now) },
  })
  it.each<[string, Partial<ContractHolding>, OpeningDecision | { open: boolean; code: number }]>([
    ['2027-02-28T23:59:59.999', {}, refused(7003)],
    ['2027-03-01T00:00', {}, opens],
    ['2027-06-01T11:59:59.999', {}, opens],
    ['2027-06-01T12:00', {}, refused(7008)],
    ['2027-06-01T17:59', { leavingTime: time('18:00') }, opens],
    ['2027-06-01T18:00', { leavingTime: time('18:00') }, refused(7008)],
    ['2027-06-01T09:30', { leavingTime: time('09:00') }, refused(7008)],
    ['2037-06-01T12:00', { endDay: null }, opens],
    // the job that writes the status may be ahead of the clock of this request, or behind it
    ['2027-05-31T12:00', { status: 'ended' }, refused(7008)],
    ['2027-06-02T12:00', { status: 'ended', endDay: null }, refused(7008)],
    ['2027-06-02T12:00', { status: 'ended', moveOutUntil: at('2027-06-02T12:01') }, opens],
    ['2027-06-02T12:00', { moveOutUntil: at('2027-06-02T12:01') }, opens],
    ['2027-06-02T12:01', { moveOutUntil: at('2027-06-02T12:01') }, refused(7008)],
    // who has withdrawn is past his end until he has handed the box back, but for the window in which he is let in; then a stranger
    ['2027-03-10T12:00', withdrawn, refused(7008)],
    ['2027-03-10T12:00', { ...withdrawn, moveOutUntil: at('2027-03-10T12:01') }, opens],
    ['2027-03-10T12:01', { ...withdrawn, moveOutUntil: at('2027-03-10T12:01') }, refused(7008)],
    ['2027-03-10T12:00', { status: 'cancelled', moveOutUntil: at('2027-03-10T12:01') }, refused(6005)],
    ['2027-03-10T12:00', { status: 'closed', moveOutUntil: at('2027-03-10T12:01') }, refused(6005)],
    // a move-out window lifts the end and nothing else
    [
      '2027-06-10T12:00',
      { moveOutUntil: at('2027-06-10T13:00'), oldestUnpaidRentDue: day('2027-06-01') },
      refused(7006),
    ],
  ])('%s %j', (now, changes, expected) => {
    expect(decideOpening(on(now, changes))).toEqual(expected)
  })
})

describe('rent', () => {
  it.each<[string, Partial<ContractHolding>, OpeningDecision | { open: boolean; code: number }]>([
    ['due tomorrow', { oldestUnpaidRentDue: day('2027-04-11') }, opens],
    ['due today', { oldestUnpaidRentDue: day('2027-04-10') }, opens],
    ['the first free day', { oldestUnpaidRentDue: day('2027-04-09') }, warns],
    ['the last free day', { oldestUnpaidRentDue: day('2027-04-05') }, warns],
    ['the day after', { oldestUnpaidRentDue: day('2027-04-04') }, refused(7006)],
    ['payment under way', { oldestUnpaidRentDue: day('2027-01-04'), isPaymentUnderWay: true }, opens],
    ['blocked by staff, nothing owed', { needsStaff: true }, refused(7007)],
    [
      'blocked by staff and overdue',
      { needsStaff: true, oldestUnpaidRentDue: day('2027-01-04') },
      refused(7007),
    ],
    ['charge-back while paying anew', { needsStaff: true, isPaymentUnderWay: true }, refused(7007)],
  ])('%s', (_name, changes, expected) => {
    expect(decideOpening(withContract(changes))).toEqual(expected)
  })
  it('no free days: overdue blocks on the day after the due day', () => {
    const facts = withContract({ oldestUnpaidRentDue: day('2027-04-09') })
    expect(decideOpening({ ...facts, place: { ...place, freeDays: 0 } })).toEqual(refused(7006))
  })
  it('a warning does not hide a later refusal', () => {
    const facts = withContract({ oldestUnpaidRentDue: day('2027-04-09') })
    expect(decideOpening({ ...facts, place: { ...place, now: at('2027-04-10T22:00') } })).toEqual(
      refused(7002),
    )
    expect(decideOpening({ ...facts, place: { ...place, locksServerAnswers: false } })).toEqual(refused(2))
  })
})

describe('hours', () => {
  it.each([
    ['08:59:59.999', '09:00', '21:00', false],
    ['09:00', '09:00', '21:00', true],
    ['20:59:59.999', '09:00', '21:00', true],
    ['21:00', '09:00', '21:00', false],
    ['03:00', '00:00', '00:00', true],
    ['23:59', '09:00', '09:00', true],
    ['23:00', '22:00', '06:00', true],
    ['05:59', '22:00', '06:00', true],
    ['06:00', '22:00', '06:00', false],
    ['12:00', '22:00', '06:00', false],
  ])('%s within %s–%s: %s', (now, from, until, expected) => {
    expect(isOpenAt(time(now), { opens: time(from), closes: time(until) })).toBe(expected)
    const facts = withPlace({ now: at(`2027-04-10T${now}`), opens: time(from), closes: time(until) })
    expect(decideOpening(facts)).toEqual(expected ? opens : refused(7002))
  })
})

describe('on site', () => {
  it.each<[Partial<OpeningPlace>, boolean, OpeningDecision | { open: boolean; code: number }]>([
    [{ callerAddress: null }, true, refused(6008)],
    [{ callerAddress: '198.51.100.1' }, true, refused(6009)],
    [{ callerAddress: '192.0.2.8' }, true, opens],
    [{ siteAddresses: [] }, true, refused(6009)],
    [{ callerAddress: null }, false, opens],
    [{ callerAddress: '198.51.100.1' }, false, opens],
  ])('%j, required %s', (changes, requiresOnSite, expected) => {
    expect(decideOpening({ ...withPlace(changes), box: { isKnown: true, requiresOnSite } })).toEqual(expected)
    const gate = { ...equipmentOpening, place: { ...place, ...changes } }
    expect(decideOpening({ ...gate, equipment: { ...gate.equipment, requiresOnSite } })).toEqual(expected)
  })
})

it('a locks server not yet asked does not refuse', () => {
  const { locksServerAnswers: _, ...notAsked } = place
  expect(decideOpening({ ...boxOpening, place: notAsked })).toEqual(opens)
})

describe('superUser skips all between "known" and "locks server"', () => {
  const superUser: OpeningActor = {
    kind: 'superUser',
    mayOpenEquipment: false,
    documentsAgreed: 'never',
    isVerified: false,
  }
  const night = { ...place, now: at('2027-04-10T03:00'), callerAddress: null }
  const box: BoxOpening = { ...boxOpening, actor: superUser, place: night, holding: null }
  const gate: EquipmentOpening = { ...equipmentOpening, actor: superUser, place: night, holdings: [] }

  it.each<[string, OpeningFacts, OpeningDecision | { open: boolean; code: number }]>([
    ['any box, at night, from anywhere', box, opens],
    ["a debtor's box", { ...box, holding: { ...contract, needsStaff: true } }, opens],
    ['an unknown box', { ...box, box: { ...box.box, isKnown: false } }, refused(6005)],
    ['an unknown stock', { ...box, stock: { ...box.stock, isKnown: false } }, refused(6006)],
    ['a box of another stock', { ...box, stock: { ...box.stock, hasBox: false } }, refused(6007)],
    ['locks server away', { ...box, place: { ...night, locksServerAnswers: false } }, refused(2)],
    ['a gate', gate, opens],
    ['a gate of no stock', { ...gate, stockIsKnown: false }, refused(6006)],
    ['no such gate', { ...gate, equipment: { ...gate.equipment, isKnown: false } }, refused(9104)],
    ['a gate, locks server away', { ...gate, place: { ...night, locksServerAnswers: false } }, refused(2)],
  ])('%s', (_name, facts, expected) => {
    expect(decideOpening(facts)).toEqual(expected)
  })
})

describe('staff', () => {
  const staff: OpeningActor = {
    kind: 'staff',
    mayOpenEquipment: true,
    documentsAgreed: 'never',
    isVerified: false,
  }
  const night = { ...place, now: at('2027-04-10T03:00'), callerAddress: null }
  const gate: EquipmentOpening = { ...equipmentOpening, actor: staff, place: night, holdings: [] }

  it.each<[string, OpeningFacts, OpeningDecision | { open: boolean; code: number }]>([
    ['with the permission: equipment, at any time', gate, opens],
    [
      'with the permission: no such equipment',
      { ...gate, equipment: { ...gate.equipment, isKnown: false } },
      refused(9104),
    ],
    [
      'with the permission: locks server away',
      { ...gate, place: { ...night, locksServerAnswers: false } },
      refused(2),
    ],
    ['without it: as a stranger', { ...gate, actor: { ...staff, mayOpenEquipment: false } }, refused(6006)],
    ["the permission opens no tenant's box", { ...boxOpening, actor: staff, holding: null }, refused(6005)],
    ['a box of his own, by the rules for tenants', { ...boxOpening, actor: staff }, refused(6014)],
    [
      'without it, a gate by a box of his own',
      { ...equipmentOpening, actor: { ...tenant, kind: 'staff' } },
      opens,
    ],
  ])('%s', (_name, facts, expected) => {
    expect(decideOpening(facts)).toEqual(expected)
  })
  it('only staff hold the permission', () => {
    expect(decideOpening({ ...gate, actor: { ...tenant, mayOpenEquipment: true } })).toEqual(refused(6006))
  })
})

describe('equipment opens for whom a box of his at that stock would', () => {
  const gate = (holdings: Holding[], changes: Partial<EquipmentOpening> = {}): EquipmentOpening => ({
    ...equipmentOpening,
    ...changes,
    holdings,
  })
  const closed: Holding = { ...contract, status: 'closed' }
  const expired: Holding = { ...contract, endDay: day('2027-04-01') }
  const overdue: Holding = { ...contract, oldestUnpaidRentDue: day('2027-03-01') }
  const late: Holding = { ...contract, oldestUnpaidRentDue: day('2027-04-09') }
  const reservation: Holding = { kind: 'reservation' }
  const exit = { equipment: { isKnown: true, isExit: true, requiresOnSite: false } }
  const night = { place: { ...place, now: at('2027-04-10T23:00') } }

  it.each<[string, EquipmentOpening, OpeningDecision | { open: boolean; code: number }]>([
    ['not signed in', gate([contract], { actor: { ...tenant, kind: 'anonymous' } }), refused(9003)],
    ['unknown stock', gate([contract], { stockIsKnown: false }), refused(6006)],
    ['nothing here', gate([]), refused(6006)],
    ['nothing here any more', gate([closed]), refused(6006)],
    [
      'nothing here, and no such equipment: the same answer',
      gate([], { equipment: { ...equipmentOpening.equipment, isKnown: false } }),
      refused(6006),
    ],
    [
      'no such equipment',
      gate([contract], { equipment: { ...equipmentOpening.equipment, isKnown: false } }),
      refused(9104),
    ],
    ['a reservation', gate([reservation]), refused(7005)],
    ['overdue', gate([overdue]), refused(7006)],
    ['one of two is in order', gate([overdue, contract]), opens],
    ['in order beside a warning: no warning', gate([late, contract]), opens],
    ['a warning beside a refusal', gate([overdue, late, reservation]), warns],
    ['the one that gets furthest answers', gate([reservation, expired, overdue]), refused(7006)],
    ['… in whatever order they come', gate([overdue, expired, reservation]), refused(7006)],
    ['outside the hours', gate([contract], night), refused(7002)],
    ['an exit does not ask for the hours', gate([contract], { ...night, ...exit }), opens],
    ['an exit asks for everything else', gate([expired], { ...night, ...exit }), refused(7008)],
    [
      'an exit, locks server away',
      gate([contract], { ...exit, place: { ...place, locksServerAnswers: false } }),
      refused(2),
    ],
  ])('%s', (_name, facts, expected) => {
    expect(decideOpening(facts)).toEqual(expected)
  })
})
