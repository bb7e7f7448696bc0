import { listContractInvoices } from '@stowage/api/billing'
import * as api from '@stowage/api/booking'
import { updateStock } from '@stowage/api/stocks'
import { expect, test } from 'vitest'
import { choice, openDesk } from '../../testing/booking-desk.ts'
import type { NamedPerson } from '../../testing/people.ts'

const desk = await openDesk()

const quote = async (person: Pick<NamedPerson, 'call'>, boxId: string, months: number) =>
  (
    await person.call(api.quoteBox, {
      params: { id: boxId },
      query: { arrivalDate: '2026-11-21', contractDuration: String(months), invoicingPeriod: String(months) },
    })
  ).body.total

test('whoever has reserved a box sees, signs and books it at the price that was promised, whatever it costs by now', async () => {
  const clara = await desk.ready('promise@tenants.example')
  const [boxId, other] = [desk.boxNamed('YA001'), desk.boxNamed('YA002')]
  const reserved = await clara.call(api.bookBox, {
    body: { stockId: desk.stock.stockId, boxId, ...choice },
  })
  const promised = reserved.body.total
  const ofSixMonths = await quote(clara, boxId, 6)

  const { platform } = desk.world.running
  await platform.db.updateTable('box').set({ own_rate: 99_900, month_rate: 99_900 }).execute()
  expect(await quote(desk.people.visitor, boxId, 3)).toBeGreaterThan(10 * promised)
  expect(await quote(clara, other, 3)).toBeGreaterThan(10 * promised)
  expect([await quote(clara, boxId, 3), await quote(clara, boxId, 6)]).toEqual([promised, ofSixMonths])
  const bySofia = await desk.people.sofia.call(api.quoteBox, {
    params: { id: boxId },
    query: { arrivalDate: '2026-11-21', contractDuration: '3', invoicingPeriod: '3', userId: clara.id },
  })
  expect(bySofia.body.total).toBe(promised)

  const booked = await desk.book(clara, boxId, { expectedTotal: promised })
  expect(booked.errors).toEqual([])
  expect([booked.body.kind, booked.body.total]).toEqual(['contract', promised])
  const invoices = await clara.call(listContractInvoices, { params: { contractId: booked.body.id } })
  expect(invoices.body).toMatchObject([{ amount: promised }])
  const { status } = (await clara.call(api.getReservation, { params: { id: reserved.body.id } })).body
  expect(status).toBe('converted')
})

test('a promise is net: another VAT makes another gross, wherever it is shown', async () => {
  const clara = await desk.ready('promise-vat@tenants.example')
  const boxId = desk.boxNamed('YA005')
  const reserved = await clara.call(api.bookBox, {
    body: { stockId: desk.stock.stockId, boxId, ...choice },
  })
  const { id } = reserved.body
  const seen = async (): Promise<{ quoted: number; net: number; shown: number; again: number }> => {
    const query = { arrivalDate: '2026-11-21', contractDuration: '3', invoicingPeriod: '3' }
    const quoted = (await clara.call(api.quoteBox, { params: { id: boxId }, query })).body
    const { initialPayment } = (await clara.call(api.getReservation, { params: { id } })).body
    const body = { stockId: desk.stock.stockId, boxId, ...choice }
    const again = (await clara.call(api.bookBox, { body })).body.total
    return { quoted: quoted.total, net: quoted.net, shown: initialPayment.total, again }
  }
  const before = await seen()
  const setVat = async (percent: number) =>
    await desk.people.sofia.call(updateStock, {
      params: { id: desk.stock.stockId },
      body: { individualUsersVatRate: percent },
    })
  expect((await setVat(7)).errors).toEqual([])
  try {
    const now = await seen()
    expect(now.net).toBe(before.net)
    expect(now.quoted).toBeLessThan(before.quoted)
    expect(now).toEqual({ ...now, shown: now.quoted, again: now.quoted })
    const lease = await clara.call(api.previewLease, {
      body: { boxId, reservationId: id, ...choice },
    })
    const { textVersion, textHash } = lease.body
    const made = await clara.call(api.convertReservation, {
      params: { id },
      body: {
        paymentMethod: 'bankTransfer',
        isAdult: true,
        signature: { nameTyped: 'Clara Client', textVersion, textHash },
      },
    })
    expect(made.errors).toEqual([])
    expect(made.body.total).toBe(now.quoted)
  } finally {
    await setVat(19)
  }
})

test('a promise ends with its reservation', async () => {
  const clara = await desk.ready('promise-over@tenants.example')
  const boxId = desk.boxNamed('YA003')
  const { platform } = desk.world.running
  await platform.db
    .updateTable('box')
    .set({ own_rate: 5000, month_rate: 5000 })
    .where('id', '=', boxId)
    .execute()
  const reserved = await clara.call(api.bookBox, {
    body: { stockId: desk.stock.stockId, boxId, ...choice },
  })
  await platform.db
    .updateTable('box')
    .set({ own_rate: 6000, month_rate: 6000 })
    .where('id', '=', boxId)
    .execute()
  expect(await quote(clara, boxId, 3)).toBe(reserved.body.total)
  await clara.call(api.cancelReservation, { params: { id: reserved.body.id } })
  expect(await quote(clara, boxId, 3)).toBeGreaterThan(reserved.body.total)
})

test('a stock that changes its currency while somebody books is not rented in the old one', async () => {
  const clara = await desk.ready('another-currency@tenants.example')
  const boxId = desk.boxNamed('YA004')
  const { platform } = desk.world.running
  // As if another server had just written it: this one still knows the stock as it was.
  const { stockId } = desk.stock
  await platform.db.updateTable('stock').set({ currency: 'USD' }).where('id', '=', stockId).execute()
  const reserved = await clara.call(api.bookBox, { body: { stockId, boxId, ...choice } })
  await platform.db.updateTable('stock').set({ currency: 'EUR' }).where('id', '=', stockId).execute()
  expect(reserved).toMatchObject({ status: 409, code: 9109 })
})

test('a stock that becomes one of the external system while somebody books is not rented by us', async () => {
  const clara = await desk.ready('another-system@tenants.example')
  const boxId = desk.boxNamed('YA004')
  const { platform } = desk.world.running
  const { stockId } = desk.stock
  await platform.db.updateTable('stock').set({ is_external: true }).where('id', '=', stockId).execute()
  const reserved = await clara.call(api.bookBox, { body: { stockId, boxId, ...choice } })
  await platform.db.updateTable('stock').set({ is_external: false }).where('id', '=', stockId).execute()
  expect(reserved).toMatchObject({ status: 409, code: 6010 })
})
