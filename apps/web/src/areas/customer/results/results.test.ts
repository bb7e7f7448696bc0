import { expect, test } from 'vitest'
import { calendarFile } from './calendar.ts'
import { nextDay } from './next-day.ts'
import { nextInvoice } from './next-invoice.ts'
import { standOf, type PaymentState } from './use-paid.ts'

const stamp = Date.parse('2026-11-21T10:05:06.789Z')

test('a whole day, with marks escaped and long lines folded between letters', () => {
  const file = calendarFile(
    {
      uid: 'c1',
      day: '2026-12-31',
      title: 'Заезд в бокс YA108; склад, этаж',
      place: 'ул. Ходынская, 2\nстр. 1, и ещё очень длинный адрес, который не помещается в одну строку файла',
    },
    stamp,
  )
  expect(file.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(file).toContain('DTSTAMP:20261121T100506Z\r\n')
  expect(file).toContain('DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n')
  const lines = file.split('\r\n')
  expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75)
  const unfolded = file.replace(/\r\n /g, '')
  expect(unfolded).toContain('SUMMARY:Заезд в бокс YA108\\; склад\\, этаж\r\n')
  expect(unfolded).toContain('LOCATION:ул. Ходынская\\, 2\\nстр. 1\\, и ещё')
})

test('the next invoice comes seven days before what is paid runs out, and never after the term', () => {
  const contract = {
    startDate: '2026-11-28',
    endDate: '2027-05-28',
    paidUntil: '2027-02-28',
    periodGross: 2_845_200,
  }
  const today = '2026-11-21'
  expect(nextInvoice(contract, today)).toEqual({ issued: '2027-02-21', amount: 2_845_200 })
  expect(nextInvoice({ ...contract, paidUntil: '2027-05-28' }, today)).toBeNull()
  expect(nextInvoice({ ...contract, paidUntil: '2026-11-28' }, today), 'nothing is paid yet').toBeNull()
  expect(nextInvoice({ ...contract, paidUntil: null }, today)).toBeNull()
  expect(nextInvoice({ ...contract, endDate: null }, today)).toEqual({
    issued: '2027-02-21',
    amount: 2_845_200,
  })
  expect(nextInvoice(contract, '2027-02-21')?.issued, 'on the day itself').toBe('2027-02-21')
  expect(nextInvoice(contract, '2027-02-22'), 'it has been sent').toBeNull()
})

test('the opening of the doors is told of a rental to come, of any other until when it is paid', () => {
  const contract = { startDate: '2026-11-28', paidUntil: '2027-02-28' }
  const first = { isBooking: true, today: '2026-11-21' }
  expect(nextDay(contract, first)).toEqual({ kind: 'access', day: '2026-11-28' })
  expect(nextDay(contract, { ...first, today: '2026-11-28' })).toEqual({ kind: 'access', day: '2026-11-28' })
  const paid = { kind: 'paidUntil', day: '2027-02-27' }
  expect(nextDay(contract, { ...first, today: '2026-11-29' }), 'it runs already').toEqual(paid)
  const later = { isBooking: false, today: '2027-01-10' }
  expect(nextDay(contract, later), 'an extension').toEqual(paid)
  expect(nextDay(contract, { ...later, today: '2026-11-21' }), 'paid ahead of the first day').toEqual(paid)
  expect(nextDay(contract, { ...later, today: '2027-02-28' }), 'no day that is past').toBeNull()
  expect(nextDay({ ...contract, paidUntil: null }, later)).toBeNull()
})

test('money is said to have come where the payment says so, and nowhere else', () => {
  const user = { id: 'u' } as Parameters<typeof standOf>[0]['user']
  const asked = { isNamed: true, user, payment: undefined, error: null }
  const of = (status: PaymentState['status']) => standOf({ ...asked, payment: { status } })
  expect(standOf(asked), 'while it is asked').toBe('waiting')
  expect(standOf({ ...asked, user: undefined }), 'while nobody knows who asks').toBe('waiting')
  expect(standOf({ ...asked, error: new Error('404') }), 'there is none, or no answer').toBe('unknown')
  expect([of('created'), of('pending')]).toEqual(['waiting', 'waiting'])
  expect([of('failed'), of('cancelled'), of('succeeded')]).toEqual(['failed', 'failed', 'paid'])
  expect(of('refunded'), 'it went back').toBe('refunded')
  expect(standOf({ ...asked, user: null }), 'a visitor').toBe('plain')
  expect(standOf({ ...asked, isNamed: false }), 'an address without a payment').toBe('plain')
})
