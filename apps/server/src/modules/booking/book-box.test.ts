import { afterAll, describe, expect, test } from 'vitest'
import * as api from '@stowage/api/booking'
import * as billingApi from '@stowage/api/billing'
import { listStocks } from '@stowage/api/catalog'
import * as contractsApi from '@stowage/api/contracts'
import { updateSeller } from '@stowage/api/stocks'
import { choice, openDesk } from '../../testing/booking-desk.ts'
import type { NamedPerson } from '../../testing/people.ts'
import { createSmallStock } from '../../testing/small-stock.ts'
import { findLedgerFaults } from '../billing/index.ts'

const desk = await openDesk()
afterAll(async () => expect(await findLedgerFaults(desk.world.running.platform.db)).toEqual([]))

describe('quotes', () => {
  test('a visitor sees every line, and the invoice of the booking equals it to the cent', async () => {
    const clara = await desk.ready('quote@tenants.example')
    const boxId = desk.boxNamed('YA001')
    const quoted = await desk.people.visitor.call(api.quoteBox, {
      params: { id: boxId },
      query: { arrivalDate: '2026-11-21', contractDuration: '3', invoicingPeriod: '3', insurance: 'true' },
    })
    // 6.5 m² × 12.30 = 79.95; three months less 5 % = 227.86; VAT 19 % = 43.29; insurance 14.70 + 2.79; deposit 79.95.
    expect(quoted.body.lines.map((line) => [line.kind, line.net, line.vat, line.gross])).toEqual([
      ['rent', 22786, 4329, 27115],
      ['insurance', 1470, 279, 1749],
      ['deposit', 7995, 0, 7995],
    ])
    expect(quoted.body.total).toBe(36859)
    const lease = await clara.call(api.previewLease, { body: { boxId, ...choice, insurance: true } })
    const booked = await clara.call(api.bookBox, {
      body: {
        stockId: desk.stock.stockId,
        boxId,
        ...choice,
        insuranceSchemeId: 'standard',
        paymentMethod: 'bankTransfer',
        expectedTotal: 36859,
        signature: { nameTyped: 'Clara', textVersion: lease.body.textVersion, textHash: lease.body.textHash },
      },
    })
    expect(booked.errors).toEqual([])
    const invoices = await clara.call(billingApi.listContractInvoices, {
      params: { contractId: booked.body.id },
    })
    expect(invoices.body[0]?.lines.map((line) => [line.kind, line.net, line.vat, line.gross])).toEqual(
      quoted.body.lines.map((line) => [line.kind, line.net, line.vat, line.gross]),
    )
    expect(invoices.body[0]).toMatchObject({
      amount: 36859,
      debt: 36859,
      invoiceNumber: null,
      overdue: false,
    })
  })

  test('a price that changed since the page showed it is told before it is owed', async () => {
    const clara = await desk.ready('price@tenants.example')
    const reply = await desk.book(clara, desk.boxNamed('YA002'), { expectedTotal: 1 })
    expect([reply.status, reply.code]).toEqual([409, 9109])
    expect(reply.errors[0]?.present).toMatchObject({ total: 35110 })
  })
})

describe('who may book', () => {
  test('a visitor is asked to sign in, staff may not book', async () => {
    const body = { stockId: desk.stock.stockId, boxId: desk.boxNamed('YA003'), ...choice }
    expect((await desk.people.visitor.call(api.bookBox, { body })).code).toBe(9003)
    expect((await desk.people.mara.call(api.bookBox, { body })).code).toBe(9103)
    expect((await desk.people.adam.call(api.bookBox, { body })).code).toBe(9103)
  })

  test('a client never books for another', async () => {
    expect(
      (
        await desk.people.clara.call(api.bookBox, {
          body: {
            stockId: desk.stock.stockId,
            boxId: desk.boxNamed('YA003'),
            ...choice,
            userId: desk.people.leo.id,
          },
        })
      ).code,
    ).toBe(9103)
  })

  test('a superUser books for a picked client without documents, and not for nobody or for staff', async () => {
    const body = {
      stockId: desk.stock.stockId,
      boxId: desk.boxNamed('YA003'),
      ...choice,
      paymentMethod: 'manual',
    }
    expect((await desk.people.sofia.call(api.bookBox, { body })).code).toBe(6002)
    expect(
      (await desk.people.sofia.call(api.bookBox, { body: { ...body, userId: desk.people.mara.id } })).code,
    ).toBe(6002)
    const booked = await desk.people.sofia.call(api.bookBox, {
      body: { ...body, userId: desk.people.leo.id },
    })
    expect(booked.errors).toEqual([])
    const trail = await desk.world.running.platform.db
      .selectFrom('audit')
      .selectAll()
      .where('subject_id', '=', booked.body.id)
      .execute()
    expect(trail).toMatchObject([
      { action: 'contract-booked', actor_id: desk.people.sofia.id, on_behalf_of: desk.people.leo.id },
    ])
  })

  test('without consent 6014, without documents 7001, by hand only a superUser', async () => {
    const boxId = desk.boxNamed('YA004')
    const clara = await desk.ready('consent@tenants.example')
    expect((await desk.book(clara, boxId, { signature: null })).code).toBe(6014)
    expect((await desk.book(desk.people.clara, boxId)).code).toBe(7001)
    expect((await desk.book(clara, boxId, { paymentMethod: 'manual' })).code).toBe(9103)
    const signature = await desk.sign(clara, boxId)
    expect(
      (await desk.book(clara, boxId, { signature: { ...signature, textHash: 'f'.repeat(64) } })).code,
    ).toBe(9109)
  })
})

describe('bad input', () => {
  test.each([
    [{ arrivalDate: '2026-11-20' }, 'arrivalDate', 1005],
    [{ arrivalDate: '2026-12-21' }, 'arrivalDate', 1005],
    [{ arrivalDate: '2026-02-30' }, 'arrivalDate', 1005],
    [{ arrivalDate: undefined }, 'arrivalDate', 1003],
    [{ contractDuration: 0 }, 'contractDuration', 1005],
    [{ contractDuration: 12 }, 'contractDuration', 1005],
    [{ contractDuration: 1.5 }, 'contractDuration', 1005],
    [{ invoicingPeriod: 2 }, 'invoicingPeriod', 1005],
    [{ invoicingPeriod: undefined }, 'invoicingPeriod', 1003],
    [{ paymentMethod: 'gold' }, 'paymentMethod', 1005],
    [{ paymentMethod: 'paykeeper' }, 'paymentMethod', 1005],
  ])('%o is refused at its field', async (over, field, code) => {
    const clara = await desk.ready(`bad-${Math.random().toString(36).slice(2)}@tenants.example`)
    const reply = await clara.call(api.bookBox, {
      body: { stockId: desk.stock.stockId, boxId: desk.boxNamed('YA005'), ...choice, ...over },
    })
    expect(reply.status).toBe(400)
    expect(reply.errors.map((error) => [error.field, error.errorCode])).toEqual([[field, code]])
  })

  test('box and stock must be named, must exist and belong together', async () => {
    const say = async (body: Record<string, unknown>) =>
      (await desk.people.clara.call(api.bookBox, { body: { ...choice, ...body } })).code
    const other = await createSmallStock({
      platform: desk.world.running.platform,
      catalog: desk.world.running.modules.catalog,
    })
    expect(await say({})).toBe(6003)
    expect(await say({ stockId: desk.stock.stockId })).toBe(6003)
    expect(await say({ stockId: desk.stock.stockId, boxId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toBe(6005)
    expect(await say({ stockId: 'nowhere', boxId: desk.boxNamed('YA005') })).toBe(6006)
    expect(await say({ stockId: other.stockId, boxId: desk.boxNamed('YA005') })).toBe(6007)
    expect(await say({ stockId: desk.stock.stockId, boxSize: 77 })).toBe(6010)
  })
})

describe('a seller without a bank account', () => {
  test('takes no transfers: not on booking, not from a reservation, not for an invoice, and the stock says so', async () => {
    const clara = await desk.ready('no-account@tenants.example')
    const { stockId, sellerId } = desk.stock
    const booked = await desk.book(clara, desk.boxNamed('YA038'))
    const reserved = await clara.call(api.bookBox, {
      body: { stockId, boxId: desk.boxNamed('YA039'), ...choice },
    })
    const setIban = async (iban: string | null) =>
      await desk.people.sofia.call(updateSeller, { params: { id: sellerId }, body: { iban } })
    const offered = async () =>
      (await desk.people.visitor.call(listStocks)).body.find(({ id }) => id === stockId)?.bankTransfer
    const wrong = (field: string) => ({ status: 400, errors: [{ errorCode: 1005, field }] })
    const pay = async () =>
      await clara.call(billingApi.payDocument, {
        body: { documentId: booked.body.documentId, processor: 'bankTransfer' },
      })
    expect([await offered(), (await pay()).body.status]).toEqual([true, 'waiting'])
    expect((await setIban(null)).errors).toEqual([])
    try {
      expect(await offered()).toBe(false)
      expect(await desk.book(clara, desk.boxNamed('YA040'))).toMatchObject(wrong('paymentMethod'))
      const signature = await desk.sign(clara, desk.boxNamed('YA039'))
      expect(
        await clara.call(api.convertReservation, {
          params: { id: reserved.body.id },
          body: { paymentMethod: 'bankTransfer', isAdult: true, signature },
        }),
      ).toMatchObject(wrong('paymentMethod'))
      expect(await pay()).toMatchObject(wrong('processor'))
    } finally {
      await setIban('DE02120300000000202051')
    }
  })
})

describe('one box, one holder (I1)', () => {
  test('200 at once on one box: one winner, everybody else hears 6001', async () => {
    const boxId = desk.boxNamed('YA006')
    const crowd = await Promise.all(
      Array.from({ length: 8 }, (_, index) => desk.ready(`crowd${index}@tenants.example`)),
    )
    const signatures = await Promise.all(crowd.map((person) => desk.sign(person, boxId)))
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const at = index % crowd.length
        return (crowd[at] as NamedPerson).call(api.bookBox, {
          body: {
            stockId: desk.stock.stockId,
            boxId,
            ...choice,
            paymentMethod: 'bankTransfer',
            signature: signatures[at],
          },
        })
      }),
    )
    const winners = new Set(replies.filter((reply) => reply.status === 200).map((reply) => reply.body.id))
    expect(winners.size).toBe(1)
    expect(new Set(replies.filter((reply) => reply.status !== 200).map((reply) => reply.code))).toEqual(
      new Set([6001]),
    )
    const held = await desk.world.running.platform.db
      .selectFrom('contract')
      .select('id')
      .where('box_id', '=', boxId)
      .execute()
    expect(held.map((row) => row.id)).toEqual([...winners])
  })

  test('the same person again gets the same id, also with the same key and after the answer was lost', async () => {
    const clara = await desk.ready('again@tenants.example')
    const boxId = desk.boxNamed('YA007')
    const signature = await desk.sign(clara, boxId)
    const body = { stockId: desk.stock.stockId, boxId, ...choice, paymentMethod: 'bankTransfer', signature }
    const first = await clara.call(api.bookBox, { body, key: 'booking-key-1' })
    const replay = await clara.call(api.bookBox, { body, key: 'booking-key-1' })
    const again = await clara.call(api.bookBox, { body })
    expect(first.errors).toEqual([])
    expect(replay.body).toEqual(first.body)
    expect(replay.headers['idempotent-replay']).toBe('true')
    expect(again.body.id).toBe(first.body.id)
    expect(
      (
        await clara.call(api.bookBox, {
          body: { ...body, contractDuration: 1, invoicingPeriod: 1 },
          key: 'booking-key-1',
        })
      ).code,
    ).toBe(9001)
  })

  test('without a box any free one of the size is taken', async () => {
    const clara = await desk.ready('any@tenants.example')
    const reply = await clara.call(api.bookBox, {
      body: { stockId: desk.stock.stockId, boxSize: 6.5, ...choice },
    })
    expect(reply.errors).toEqual([])
    expect(reply.body.kind).toBe('reservation')
  })
})

describe('from booking to a running contract', () => {
  test('marked as paid by hand: the contract runs, the invoice has the next number, the deposit is held', async () => {
    const clara = await desk.ready('paid@tenants.example')
    const booked = await desk.book(clara, desk.boxNamed('YA014'))
    const documentId = booked.body.documentId ?? ''
    expect(
      (await clara.call(billingApi.payDocument, { body: { documentId, processor: 'manual' } })).code,
    ).toBe(9103)
    const paid = await desk.people.sofia.call(billingApi.payDocument, {
      body: { documentId, processor: 'manual', amount: 1 },
    })
    expect(paid.body.status).toBe('paid')
    await desk.world.settle()
    const contract = await clara.call(contractsApi.getContract, { params: { contractId: booked.body.id } })
    expect(contract.body).toMatchObject({
      status: 'active',
      debt: 0,
      startDate: '2026-11-21',
      endDate: '2027-02-21',
    })
    const [invoice] = (
      await clara.call(billingApi.listContractInvoices, { params: { contractId: booked.body.id } })
    ).body
    expect(invoice?.invoiceNumber).toMatch(/^S[0-9A-F]{6}-2026-\d{6}$/)
    expect(
      (await desk.people.sofia.call(billingApi.payDocument, { body: { documentId, processor: 'manual' } }))
        .body.status,
    ).toBe('paid')
    await desk.world.settle()
    const payments = await desk.world.running.platform.db
      .selectFrom('payment')
      .select('id')
      .where('reference', '=', `document:${documentId}`)
      .execute()
    expect(payments).toHaveLength(1)
  })

  test('unpaid until the hold ends: cancelled, the box free, the document void without a number', async () => {
    const clara = await desk.ready('unpaid@tenants.example')
    const boxId = desk.boxNamed('YA015')
    const booked = await desk.people.sofia.call(api.bookBox, {
      body: { stockId: desk.stock.stockId, boxId, ...choice, userId: clara.id, paymentMethod: 'manual' },
    })
    await desk.world.setTime('2026-11-24T10:30:00Z')
    expect(
      (await clara.call(contractsApi.getContract, { params: { contractId: booked.body.id } })).body.status,
    ).toBe('cancelled')
    const document = await desk.world.running.platform.db
      .selectFrom('document')
      .select(['status', 'number'])
      .where('id', '=', booked.body.documentId ?? '')
      .executeTakeFirst()
    expect(document).toEqual({ status: 'void', number: null })
    expect(
      (
        await desk.people.clara.call(api.bookBox, {
          body: { stockId: desk.stock.stockId, boxId, ...choice, arrivalDate: '2026-11-24' },
        })
      ).errors,
    ).toEqual([])
    await desk.world.setTime('2026-11-21T10:00:00Z')
  })

  test('lease and invoice are PDFs for their tenant and nobody else; a 60-second token opens only its document', async () => {
    const clara = await desk.ready('pdf@tenants.example')
    const booked = await desk.book(clara, desk.boxNamed('YA016'))
    const documentId = booked.body.documentId ?? ''
    const invoice = await clara.send('GET', `payments/pdf?invoiceId=${documentId}&language=de`)
    expect([invoice.status, invoice.headers['content-type'], invoice.raw.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    expect((await desk.people.leo.send('GET', `payments/pdf?invoiceId=${documentId}`)).code).toBe(9104)
    expect(
      (await clara.send('GET', `contracts/pdf?contractId=${booked.body.id}&userId=${clara.id}`)).status,
    ).toBe(200)
    expect(
      (await clara.send('GET', `contracts/pdf?contractId=${booked.body.id}&userId=${desk.people.leo.id}`))
        .code,
    ).toBe(9104)
    const { body } = await clara.call(billingApi.documentToken, { params: { id: documentId } })
    expect(
      (await desk.people.visitor.send('GET', `payments/pdf?invoiceId=${documentId}&token=${body.token}`))
        .status,
    ).toBe(200)
    expect(
      (
        await desk.people.visitor.send(
          'GET',
          `contracts/pdf?contractId=${booked.body.id}&token=${body.token}`,
        )
      ).code,
    ).toBe(9104)
    expect(
      (await desk.people.visitor.send('GET', 'auth/me', undefined, { authorization: `Bearer ${body.token}` }))
        .code,
    ).toBe(9003)
  })
})
