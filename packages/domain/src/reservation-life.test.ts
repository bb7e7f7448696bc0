import { describe, expect, it } from 'vitest'
import { IllegalStepError } from './life-cycle.ts'
import {
  isReservationLive,
  refuseReservation,
  reservationExpiry,
  reservationLife,
  reservationStatuses,
  type FormerReservation,
  type ReservationEvent,
  type ReservationStatus,
} from './reservation-life.ts'

const at = (text: string) => Temporal.Instant.from(text)
const made = at('2027-03-27T10:00:00Z')

describe('every status × every event', () => {
  const events: ReservationEvent[] = ['converted', 'cancelled', 'expired']
  it.each(reservationStatuses.flatMap((status) => events.map((event) => [status, event] as const)))(
    '%s, %s',
    (status, event) => {
      if (status === 'live') expect(reservationLife.step(status, event)).toBe(event)
      else expect(() => reservationLife.step(status, event)).toThrow(IllegalStepError)
    },
  )
})

it('3 days are 72 hours', () => {
  expect(reservationExpiry(made).toString()).toBe('2027-03-30T10:00:00Z')
})

it.each<[ReservationStatus, string, boolean]>([
  ['live', '2027-03-30T09:59:59.999Z', true],
  ['live', '2027-03-30T10:00:00Z', false],
  ['cancelled', '2027-03-28T10:00:00Z', false],
])('%s at %s: live %s', (status, now, live) => {
  expect(isReservationLive({ status, expiresAt: reservationExpiry(made) }, at(now))).toBe(live)
})

describe('may this box be reserved', () => {
  const former = (status: ReservationStatus, endedAt: string | null, boxId = 'box'): FormerReservation => ({
    boxId,
    status,
    expiresAt: reservationExpiry(made),
    endedAt: endedAt === null ? null : at(endedAt),
  })

  it.each<[string, string, FormerReservation[], ReturnType<typeof refuseReservation>]>([
    ['the first one', '2027-03-28T00:00:00Z', [], null],
    [
      'beside a live one of another box',
      '2027-03-28T00:00:00Z',
      [former('live', null, 'other')],
      'oneLivePerStock',
    ],
    ['beside a live one of the same box', '2027-03-28T00:00:00Z', [former('live', null)], 'oneLivePerStock'],
    ['behind one that expired unnoticed', '2027-03-30T10:00:00Z', [former('live', null, 'other')], null],
    ['the same box, expired unnoticed', '2027-03-30T10:00:00Z', [former('live', null)], 'sameBoxTooSoon'],
    [
      'another box, soon',
      '2027-03-30T10:00:00Z',
      [former('cancelled', '2027-03-30T09:00:00Z', 'other')],
      null,
    ],
    [
      'the same box 7 days less a second on',
      '2027-04-04T08:59:59Z',
      [former('cancelled', '2027-03-28T09:00:00Z')],
      'sameBoxTooSoon',
    ],
    ['the same box 7 days on', '2027-04-04T09:00:00Z', [former('cancelled', '2027-03-28T09:00:00Z')], null],
    [
      'the same box, marked late by the job',
      '2027-04-06T10:00:00Z',
      [former('expired', '2027-04-01T00:00:00Z')],
      null,
    ],
    [
      'the same box, turned into a contract',
      '2027-03-29T00:00:00Z',
      [former('converted', '2027-03-28T00:00:00Z')],
      'sameBoxTooSoon',
    ],
    [
      'the same box, one long ago and one just now',
      '2027-04-05T00:00:00Z',
      [former('cancelled', '2027-03-27T11:00:00Z'), former('cancelled', '2027-03-30T09:00:00Z')],
      'sameBoxTooSoon',
    ],
  ])('%s', (_name, now, all, refusal) => {
    expect(refuseReservation('box', all, at(now))).toBe(refusal)
  })
})
