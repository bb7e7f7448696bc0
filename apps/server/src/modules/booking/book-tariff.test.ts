import { listContractInvoices, payDocument } from '@stowage/api/billing'
import * as api from '@stowage/api/booking'
import {
  closeContract,
  getContract,
  giveNotice,
  previewClosing,
  previewLeaving,
} from '@stowage/api/contracts'
import { listTariffs, updateTariff } from '@stowage/api/tariffs'
import { beforeAll, expect, test } from 'vitest'
import { openDesk } from '../../testing/booking-desk.ts'
import type { NamedPerson } from '../../testing/people.ts'

const desk = await openDesk()
const { sofia } = desk.people
const tariffs = new Map<string, string>()
const put = async (alias: string, body: object) =>
  await sofia.call(updateTariff, { params: { id: tariffs.get(alias) ?? '' }, body })

beforeAll(async () => {
  const { body } = await sofia.call(listTariffs, { query: { stockId: desk.stock.stockId } })
  for (const { alias, id } of body) tariffs.set(alias, id)
  await put('basic', { isOn: true })
  await put('smart', { isOn: true })
})

let next = 0
const freeBox = (): string => desk.boxNamed(`YA${String((next += 1)).padStart(3, '0')}`)
const quoted = async (boxId: string, query: Record<string, string> = {}, person?: NamedPerson) =>
  (await (person ?? desk.people.visitor).call(api.quoteBox, { params: { id: boxId }, query })).body
const basic = () => ({ tariffId: tariffs.get('basic') ?? '', contractDuration: null, invoicingPeriod: 1 })
const smart = (contractDuration = 7) => ({
  tariffId: tariffs.get('smart') ?? '',
  contractDuration,
  invoicingPeriod: 1,
})
/** As a page does it: the lease is shown and signed, the sum it showed is sent along. */
async function book(person: NamedPerson, boxId: string, wish: object, over: object = {}) {
  const asked = { boxId, arrivalDate: '2026-11-21', ...wish } as never
  const lease = await person.call(api.previewLease, { body: asked })
  if (lease.code !== 0) return { lease, booked: null }
  const { textVersion, textHash } = lease.body
  const booked = await person.call(api.bookBox, {
    body: {
      stockId: desk.stock.stockId,
      paymentMethod: 'bankTransfer',
      signature: { nameTyped: 'Clara Client', textVersion, textHash },
      isAdult: true,
      ...(asked as object),
      ...over,
    } as never,
  })
  return { lease, booked }
}

test('a quote is of the first tariff, and the others stand beside it with what they cost', async () => {
  const quote = await quoted(freeBox(), { contractDuration: '3' })
  expect(quote).toMatchObject({
    tariff: { id: tariffs.get('basic'), name: { de: 'Basic' } },
    durationMonths: null,
    endDate: null,
    choices: [{ periodMonths: 1 }],
  })
  // 79.95 net; the first month 1.00; VAT 19 %; the deposit of a month.
  expect(quote.lines[0]).toMatchObject({ net: 100, vat: 19, gross: 119, discount: 7895 })
  expect(quote.total).toBe(119 + 7995)
  expect(quote.next).toEqual([{ day: '2026-12-21', amount: 9514 }])
  expect(quote.tariffs).toMatchObject([
    { minMonths: null, noticeDays: 21, boundMonths: 2, boundTotal: 119 + 9514, firstRent: 119 },
    // Nearest to three months are six: the sixth is 30 % lower, 5596 net.
    { minMonths: 6, durationMonths: 6, boundMonths: 6, boundTotal: 119 + 4 * 9514 + 6659 },
  ])
})

test('a term of the tariff; what is asked for and not there is the nearest that is', async () => {
  const boxId = freeBox()
  const { tariffId } = smart()
  expect(await quoted(boxId, { tariffId, contractDuration: '7' })).toMatchObject({ durationMonths: 7 })
  expect(await quoted(boxId, { tariffId, contractDuration: '12' })).toMatchObject({ durationMonths: 11 })
  expect(await quoted(boxId, { tariffId: 'nobody' })).toMatchObject({ tariff: { id: tariffs.get('basic') } })
})

test('booked as it was quoted, kept with every part, and named on contract and reservation', async () => {
  const clara = await desk.ready('smart@tenants.example')
  const boxId = freeBox()
  const quote = await quoted(boxId, { tariffId: smart().tariffId, contractDuration: '7' }, clara)
  const { booked } = await book(clara, boxId, smart(), { expectedTotal: quote.total })
  expect(booked?.body).toMatchObject({ kind: 'contract', total: quote.total })
  const contractId = booked?.body.id ?? ''
  const contract = (await clara.call(getContract, { params: { contractId } })).body
  expect(contract).toMatchObject({
    durationMonths: 7,
    tariff: {
      name: { ru: 'Смарт' },
      noticeDays: 0,
      minStayMonths: 2,
      steps: [{ fromMonth: 6, percent: 30 }],
    },
  })
  const [invoice] = (await clara.call(listContractInvoices, { params: { contractId } })).body
  expect(invoice?.amount).toBe(quote.total)
  expect(invoice?.lines[0]?.explanation).toMatchObject({
    monthOfTerm: 1,
    discount: { kind: 'tariff', name: { en: 'Smart' }, firstMonth: { price: 100 } },
  })
  // The tariff may go: what was concluded on it stays.
  await put('smart', { isOn: false, steps: [] })
  expect((await clara.call(getContract, { params: { contractId } })).body.tariff?.steps).toHaveLength(1)
  await put('smart', { isOn: true, steps: [{ fromMonth: 6, percent: 30 }] })
})

test('only who is new gets the first month’s price, and only once', async () => {
  const person = await desk.ready('new@tenants.example')
  const [one, two] = [freeBox(), freeBox()]
  expect((await quoted(one, basic2(), person)).lines[0]?.net).toBe(100)
  const first = await book(person, one, basic())
  expect(first.booked?.body.total).toBe(119 + 7995)
  expect((await quoted(two, basic2(), person)).lines[0]?.net).toBe(7995)
  const second = await book(person, two, basic())
  expect(second.booked?.body.total).toBe(9514 + 7995)
})
const basic2 = () => ({ tariffId: basic().tariffId })

test('two bookings at once are one new customer', async () => {
  const person = await desk.ready('twice@tenants.example')
  const boxes = [freeBox(), freeBox()]
  const made = await Promise.all(
    boxes.map(
      async (boxId) =>
        await sofia.call(api.bookBox, {
          body: {
            stockId: desk.stock.stockId,
            boxId,
            userId: person.id,
            arrivalDate: '2026-11-21',
            paymentMethod: 'manual',
            ...basic(),
          },
        }),
    ),
  )
  expect(made.map(({ body }) => body.total).toSorted((a, b) => a - b)).toEqual([119 + 7995, 9514 + 7995])
})

test('a price that is another by now is shown, not charged', async () => {
  const person = await desk.ready('stale@tenants.example')
  const [one, two] = [freeBox(), freeBox()]
  const seen = await quoted(two, basic2(), person)
  await book(person, one, basic())
  const { booked } = await book(person, two, basic(), { expectedTotal: seen.total })
  expect([booked?.status, booked?.code]).toEqual([409, 9109])
})

test('an open-ended contract works from the wizard: minimum stay and notice days rule the leaving', async () => {
  const person = await desk.ready('open@tenants.example')
  const boxId = freeBox()
  const { booked } = await book(person, boxId, basic())
  const contractId = booked?.body.id ?? ''
  const read = async () => (await person.call(getContract, { params: { contractId } })).body
  expect(await read()).toMatchObject({ durationMonths: null, endDate: null, status: 'pending' })
  await sofia.call(payDocument, { body: { documentId: booked?.body.documentId ?? '', processor: 'manual' } })
  await desk.world.settle()
  const contract = await read()
  expect(contract).toMatchObject({ status: 'active', mayLeave: true, earliestLeaveDate: '2027-01-21' })
  const leave = async (leaveDate: string) =>
    await person.call(giveNotice, { params: { unitId: boxId }, body: { leaveDate } })
  expect(await leave('20/01/2027 12:00')).toMatchObject({ status: 400, code: 9001 })
  expect((await leave('21/01/2027 12:00')).body).toMatchObject({ noticeLeaveDate: '2027-01-21' })
  // Moving the day moves the end: the days between are days of the contract, none behind it.
  const { body: later } = await person.call(previewLeaving, {
    params: { unitId: boxId },
    query: { leaveDate: '2027-02-01' },
  })
  expect(later.charges.map(({ reason, until }) => [reason, until])).toEqual([
    ['term', '2027-01-21'],
    ['term', '2027-02-01'],
  ])
})

test('closed before the minimum stay is over it is paid to its end, and says so', async () => {
  const person = await desk.ready('early@tenants.example')
  const { booked } = await book(person, freeBox(), basic())
  const contractId = booked?.body.id ?? ''
  await sofia.call(payDocument, {
    body: { documentId: booked?.body.documentId ?? '', processor: 'manual' },
  })
  await desk.world.settle()
  const params = { stockId: desk.stock.stockId, contractId }
  const { body: shown } = await sofia.call(previewClosing, { params })
  expect(shown.charges.map(({ reason, from, until }) => [reason, from, until])).toEqual([
    ['bound', '2026-12-21', '2027-01-21'],
  ])
  // 95.14 for the second month; the deposit of 79.95 goes back.
  expect(shown).toMatchObject({ charged: 9514, credited: 0, deposit: 7995, owed: 9514 - 7995 })
  const { charged, credited, deposit, owed, payout } = shown
  const closed = await sofia.call(closeContract, {
    params,
    body: { shown: { charged, credited, deposit, owed, payout } },
  })
  expect(closed.body).toMatchObject({ status: 'closed' })
})

test('a reservation keeps the tariff as it was; the first month goes with who is new no more', async () => {
  const person = await desk.ready('kept@tenants.example')
  const [boxId, other] = [freeBox(), freeBox()]
  const reserved = await person.call(api.bookBox, {
    body: { stockId: desk.stock.stockId, boxId, arrivalDate: '2026-11-21', ...basic() },
  })
  expect(reserved.body).toMatchObject({ kind: 'reservation', total: 119 + 7995 })
  const found = await person.call(api.getReservation, { params: { id: reserved.body.id } })
  expect(found.body).toMatchObject({ durationMonths: null, rentEnd: null, tariff: { en: 'Basic' } })
  await put('basic', { noticeDays: 30, isOn: false })
  const offered = (await quoted(boxId, {}, person)).tariffs
  expect(offered.map(({ noticeDays, firstRent }) => [noticeDays, firstRent])).toEqual([
    [21, 119],
    [0, 119],
  ])
  const kept = await book(person, boxId, basic())
  expect(kept.booked?.body.total).toBe(119 + 7995)
  expect((await book(person, other, basic())).lease).toMatchObject({ status: 409, code: 9121 })
  await put('basic', { noticeDays: 21, isOn: true })
})

test.each([
  ['no tariff', { contractDuration: 3, invoicingPeriod: 1 }, [1003, 'tariffId']],
  ['a term outside the range', { ...smart(5) }, [1005, 'contractDuration']],
  ['a term without an end', { ...smart(), contractDuration: null }, [1005, 'contractDuration']],
  [
    'an end where there is none',
    { contractDuration: 3, invoicingPeriod: 1, isBasic: true },
    [1005, 'contractDuration'],
  ],
  ['all at once', { ...smart(6), invoicingPeriod: 6 }, [1005, 'invoicingPeriod']],
  ['a tariff that is off', { contractDuration: 12, invoicingPeriod: 1, isMax: true }, [9121, 'tariffId']],
])('refused: %s', async (_name, { isBasic, isMax, ...wish }: Record<string, unknown>, expected) => {
  const tariffId = isBasic
    ? tariffs.get('basic')
    : isMax
      ? tariffs.get('max')
      : wish['contractDuration'] === 3
        ? undefined
        : tariffs.get('smart')
  const reply = await sofia.call(api.bookBox, {
    body: {
      stockId: desk.stock.stockId,
      boxId: freeBox(),
      userId: desk.people.clara.id,
      arrivalDate: '2026-11-21',
      ...wish,
      ...(tariffId === undefined ? {} : { tariffId }),
    } as never,
  })
  expect([reply.errors[0]?.errorCode, reply.errors[0]?.field]).toEqual(expected)
})
