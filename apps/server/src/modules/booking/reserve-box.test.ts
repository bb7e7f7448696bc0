import { afterAll, describe, expect, test } from 'vitest'
import * as api from '@stowage/api/booking'
import { choice, openDesk } from '../../testing/booking-desk.ts'
import { findLedgerFaults } from '../billing/index.ts'

const desk = await openDesk()
afterAll(async () => expect(await findLedgerFaults(desk.world.running.platform.db)).toEqual([]))

describe('reservations', () => {
  test('hold 72 hours without payment, expire by themselves, and not the same box again within 7 days', async () => {
    const clara = await desk.ready('reserve@tenants.example')
    const boxId = desk.boxNamed('YA010')
    const body = { stockId: desk.stock.stockId, boxId, ...choice, arrivalDate: '2026-11-25' }
    const reserved = await clara.call(api.bookBox, { body })
    expect(reserved.body).toMatchObject({ kind: 'reservation' })
    expect((await desk.people.clara.call(api.bookBox, { body })).code).toBe(6001)
    expect((await clara.call(api.bookBox, { body: { ...body, boxId: desk.boxNamed('YA011') } })).code).toBe(
      9105,
    )
    await desk.world.setTime('2026-11-24T10:30:00Z')
    expect((await clara.call(api.getReservation, { params: { id: reserved.body.id } })).body.status).toBe(
      'expired',
    )
    expect((await clara.call(api.bookBox, { body })).code).toBe(9106)
    expect((await desk.people.leo.call(api.bookBox, { body })).errors).toEqual([])
    await desk.world.setTime('2026-11-21T10:00:00Z')
  })

  test('can be given back, by its owner only, and a second click is no error', async () => {
    const clara = await desk.ready('cancel@tenants.example')
    const reserved = await clara.call(api.bookBox, {
      body: { stockId: desk.stock.stockId, boxId: desk.boxNamed('YA012'), ...choice },
    })
    expect(
      (await desk.people.clara.call(api.cancelReservation, { params: { id: reserved.body.id } })).code,
    ).toBe(9104)
    expect((await clara.call(api.cancelReservation, { params: { id: reserved.body.id } })).status).toBe(200)
    expect((await clara.call(api.cancelReservation, { params: { id: reserved.body.id } })).status).toBe(200)
    expect(
      (
        await desk.people.leo.call(api.bookBox, {
          body: { stockId: desk.stock.stockId, boxId: desk.boxNamed('YA012'), ...choice },
        })
      ).code,
    ).toBe(9105)
  })

  test('become a contract at the price that was promised, whatever boxes cost by then', async () => {
    const clara = await desk.ready('convert@tenants.example')
    const boxId = desk.boxNamed('YA013')
    const reserved = await clara.call(api.bookBox, {
      body: { stockId: desk.stock.stockId, boxId, ...choice },
    })
    await desk.world.running.platform.db
      .updateTable('box')
      .set({ own_rate: 999_900, month_rate: 999_900 })
      .where('id', '=', boxId)
      .execute()
    const lease = await clara.call(api.previewLease, {
      body: { boxId, ...choice, reservationId: reserved.body.id },
    })
    expect(
      (
        await desk.people.leo.call(api.previewLease, {
          body: { boxId, ...choice, reservationId: reserved.body.id },
        })
      ).code,
    ).toBe(9104)
    const signature = {
      nameTyped: 'Clara Client',
      textVersion: lease.body.textVersion,
      textHash: lease.body.textHash,
    }
    const contract = await clara.call(api.convertReservation, {
      params: { id: reserved.body.id },
      body: { paymentMethod: 'bankTransfer', isAdult: true, signature },
    })
    expect(contract.errors).toEqual([])
    expect(contract.body).toMatchObject({ kind: 'contract', total: reserved.body.total })
    expect((await clara.call(api.getReservation, { params: { id: reserved.body.id } })).body.status).toBe(
      'converted',
    )
  })

  test('a sample of the lease is there for everybody', async () => {
    const sample = await desk.people.visitor.send(
      'GET',
      `leases/sample?stockId=${desk.stock.stockId}&language=pl`,
    )
    expect([sample.status, sample.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await desk.people.visitor.send('GET', 'leases/sample?stockId=nowhere')).code).toBe(6006)
  })
})
