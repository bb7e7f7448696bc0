import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as accountsApi from '@stowage/api/accounts'
import * as billingApi from '@stowage/api/billing'
import * as api from '@stowage/api/booking'
import * as contractsApi from '@stowage/api/contracts'
import { findLedgerFaults } from '../billing/index.ts'
import { createPeople, createPerson, type NamedPerson, type People } from '../../testing/people.ts'
import { createSmallStock, type SmallStock } from '../../testing/small-stock.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let people: People
let stock: SmallStock
const boxNamed = (unitNumber: string): string =>
  stock.boxes.find((box) => box.unitNumber === unitNumber)?.id ?? ''
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A client who may sign: documents handed in and agreed. */
async function ready(email: string): Promise<NamedPerson> {
  const person = await createPerson(world, { email, platformRole: 'client' })
  for (const kind of ['passportFile', 'selfieFile', 'addressFile']) {
    const reply = await person.call(accountsApi.updateUser, {
      params: { id: person.id },
      body: { [kind]: { type: 'image/png', base64: PNG } },
    })
    expect(reply.errors).toEqual([])
  }
  return person
}

const choice = { arrivalDate: '2026-11-21', contractDuration: 3, invoicingPeriod: 3 }

async function sign(person: NamedPerson, boxId: string, over: Partial<typeof choice> = {}) {
  const lease = await person.call(api.previewLease, { body: { boxId, ...choice, ...over } })
  expect(lease.errors).toEqual([])
  return { nameTyped: 'Clara Client', textVersion: lease.body.textVersion, textHash: lease.body.textHash }
}

async function book(person: NamedPerson, boxId: string, over: Record<string, unknown> = {}) {
  return await person.call(api.bookBox, {
    body: {
      stockId: stock.stockId,
      boxId,
      ...choice,
      paymentMethod: 'bankTransfer',
      signature: await sign(person, boxId),
      ...over,
    },
  })
}

beforeAll(async () => {
  world = await createWorld()
  people = await createPeople(world)
  const { platform, modules } = world.running
  await platform.transact(async (tx) => {
    await modules.catalog.setCompany(
      tx,
      { actorId: null },
      {
        name: 'Stowage Test',
        legalDocuments: [{ key: 'terms', title: { en: 'Terms' }, url: '/terms', version: '2026-11' }],
      },
    )
    await modules.catalog.createCategory(
      tx,
      { actorId: null },
      {
        name: 'All',
        alias: 'all',
        description: 'All sizes',
        minSize: 0.5,
        maxSize: 92,
        prices: { EUR: 1230 },
      },
    )
  })
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      stock: {
        maxContractDuration: 11,
        depositMonths: 1,
        insuranceMonthlyAmount: 490,
        insuranceCoverageAmount: 250_000,
        insuranceTaxPercent: 19,
      },
      boxes: Array.from({ length: 40 }, (_, index) => ({
        unitNumber: `YA${String(index + 1).padStart(3, '0')}`,
        size: 6.5,
        lockId: `1:01:${String(index + 1).padStart(2, '0')}`,
      })),
    },
  )
})
afterAll(async () => {
  expect(await findLedgerFaults(world.running.platform.db)).toEqual([])
  await world.close()
})

describe('quotes', () => {
  test('a visitor sees every line, and the invoice of the booking equals it to the cent', async () => {
    const clara = await ready('quote@tenants.example')
    const boxId = boxNamed('YA001')
    const quoted = await people.visitor.call(api.quoteBox, {
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
        stockId: stock.stockId,
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
    const clara = await ready('price@tenants.example')
    const reply = await book(clara, boxNamed('YA002'), { expectedTotal: 1 })
    expect([reply.status, reply.code]).toEqual([409, 9109])
    expect(reply.errors[0]?.present).toMatchObject({ total: 35110 })
  })
})

describe('who may book', () => {
  test('a visitor is asked to sign in, staff may not book', async () => {
    const body = { stockId: stock.stockId, boxId: boxNamed('YA003'), ...choice }
    expect((await people.visitor.call(api.bookBox, { body })).code).toBe(9003)
    expect((await people.mara.call(api.bookBox, { body })).code).toBe(9103)
    expect((await people.adam.call(api.bookBox, { body })).code).toBe(9103)
  })

  test('a client never books for another', async () => {
    expect(
      (
        await people.clara.call(api.bookBox, {
          body: { stockId: stock.stockId, boxId: boxNamed('YA003'), ...choice, userId: people.leo.id },
        })
      ).code,
    ).toBe(9103)
  })

  test('a superUser books for a picked client without documents, and not for nobody or for staff', async () => {
    const body = { stockId: stock.stockId, boxId: boxNamed('YA003'), ...choice, paymentMethod: 'manual' }
    expect((await people.sofia.call(api.bookBox, { body })).code).toBe(6002)
    expect((await people.sofia.call(api.bookBox, { body: { ...body, userId: people.mara.id } })).code).toBe(
      6002,
    )
    const booked = await people.sofia.call(api.bookBox, { body: { ...body, userId: people.leo.id } })
    expect(booked.errors).toEqual([])
    const trail = await world.running.platform.db
      .selectFrom('audit')
      .selectAll()
      .where('subject_id', '=', booked.body.id)
      .execute()
    expect(trail).toMatchObject([
      { action: 'contract-booked', actor_id: people.sofia.id, on_behalf_of: people.leo.id },
    ])
  })

  test('without consent 6014, without documents 7001, by hand only a superUser', async () => {
    const boxId = boxNamed('YA004')
    const clara = await ready('consent@tenants.example')
    expect((await book(clara, boxId, { signature: null })).code).toBe(6014)
    expect((await book(people.clara, boxId)).code).toBe(7001)
    expect((await book(clara, boxId, { paymentMethod: 'manual' })).code).toBe(9103)
    const signature = await sign(clara, boxId)
    expect((await book(clara, boxId, { signature: { ...signature, textHash: 'f'.repeat(64) } })).code).toBe(
      9109,
    )
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
    const clara = await ready(`bad-${Math.random().toString(36).slice(2)}@tenants.example`)
    const reply = await clara.call(api.bookBox, {
      body: { stockId: stock.stockId, boxId: boxNamed('YA005'), ...choice, ...over },
    })
    expect(reply.status).toBe(400)
    expect(reply.errors.map((error) => [error.field, error.errorCode])).toEqual([[field, code]])
  })

  test('box and stock must be named, must exist and belong together', async () => {
    const say = async (body: Record<string, unknown>) =>
      (await people.clara.call(api.bookBox, { body: { ...choice, ...body } })).code
    const other = await createSmallStock({
      platform: world.running.platform,
      catalog: world.running.modules.catalog,
    })
    expect(await say({})).toBe(6003)
    expect(await say({ stockId: stock.stockId })).toBe(6003)
    expect(await say({ stockId: stock.stockId, boxId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toBe(6005)
    expect(await say({ stockId: 'nowhere', boxId: boxNamed('YA005') })).toBe(6006)
    expect(await say({ stockId: other.stockId, boxId: boxNamed('YA005') })).toBe(6007)
    expect(await say({ stockId: stock.stockId, boxSize: 77 })).toBe(6010)
  })
})

describe('one box, one holder (I1)', () => {
  test('200 at once on one box: one winner, everybody else hears 6001', async () => {
    const boxId = boxNamed('YA006')
    const crowd = await Promise.all(
      Array.from({ length: 8 }, (_, index) => ready(`crowd${index}@tenants.example`)),
    )
    const signatures = await Promise.all(crowd.map((person) => sign(person, boxId)))
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const at = index % crowd.length
        return (crowd[at] as NamedPerson).call(api.bookBox, {
          body: {
            stockId: stock.stockId,
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
    const held = await world.running.platform.db
      .selectFrom('contract')
      .select('id')
      .where('box_id', '=', boxId)
      .execute()
    expect(held.map((row) => row.id)).toEqual([...winners])
  })

  test('the same person again gets the same id, also with the same key and after the answer was lost', async () => {
    const clara = await ready('again@tenants.example')
    const boxId = boxNamed('YA007')
    const signature = await sign(clara, boxId)
    const body = { stockId: stock.stockId, boxId, ...choice, paymentMethod: 'bankTransfer', signature }
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
    const clara = await ready('any@tenants.example')
    const reply = await clara.call(api.bookBox, { body: { stockId: stock.stockId, boxSize: 6.5, ...choice } })
    expect(reply.errors).toEqual([])
    expect(reply.body.kind).toBe('reservation')
  })
})

describe('reservations', () => {
  test('hold 72 hours without payment, expire by themselves, and not the same box again within 7 days', async () => {
    const clara = await ready('reserve@tenants.example')
    const boxId = boxNamed('YA010')
    const body = { stockId: stock.stockId, boxId, ...choice, arrivalDate: '2026-11-25' }
    const reserved = await clara.call(api.bookBox, { body })
    expect(reserved.body).toMatchObject({ kind: 'reservation' })
    expect((await people.clara.call(api.bookBox, { body })).code).toBe(6001)
    expect((await clara.call(api.bookBox, { body: { ...body, boxId: boxNamed('YA011') } })).code).toBe(9105)
    await world.setTime('2026-11-24T10:30:00Z')
    expect((await clara.call(api.getReservation, { params: { id: reserved.body.id } })).body.status).toBe(
      'expired',
    )
    expect((await clara.call(api.bookBox, { body })).code).toBe(9106)
    expect((await people.leo.call(api.bookBox, { body })).errors).toEqual([])
    await world.setTime('2026-11-21T10:00:00Z')
  })

  test('can be given back, by its owner only, and a second click is no error', async () => {
    const clara = await ready('cancel@tenants.example')
    const reserved = await clara.call(api.bookBox, {
      body: { stockId: stock.stockId, boxId: boxNamed('YA012'), ...choice },
    })
    expect((await people.clara.call(api.cancelReservation, { params: { id: reserved.body.id } })).code).toBe(
      9104,
    )
    expect((await clara.call(api.cancelReservation, { params: { id: reserved.body.id } })).status).toBe(200)
    expect((await clara.call(api.cancelReservation, { params: { id: reserved.body.id } })).status).toBe(200)
    expect(
      (
        await people.leo.call(api.bookBox, {
          body: { stockId: stock.stockId, boxId: boxNamed('YA012'), ...choice },
        })
      ).code,
    ).toBe(9105)
  })

  test('become a contract at the price that was promised, whatever boxes cost by then', async () => {
    const clara = await ready('convert@tenants.example')
    const boxId = boxNamed('YA013')
    const reserved = await clara.call(api.bookBox, { body: { stockId: stock.stockId, boxId, ...choice } })
    await world.running.platform.db
      .updateTable('box')
      .set({ own_rate: 999_900, month_rate: 999_900 })
      .where('id', '=', boxId)
      .execute()
    const lease = await clara.call(api.previewLease, {
      body: { boxId, ...choice, reservationId: reserved.body.id },
    })
    expect(
      (
        await people.leo.call(api.previewLease, {
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
    const sample = await people.visitor.send('GET', `leases/sample?stockId=${stock.stockId}&language=pl`)
    expect([sample.status, sample.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await people.visitor.send('GET', 'leases/sample?stockId=nowhere')).code).toBe(6006)
  })
})

describe('from booking to a running contract', () => {
  test('marked as paid by hand: the contract runs, the invoice has the next number, the deposit is held', async () => {
    const clara = await ready('paid@tenants.example')
    const booked = await book(clara, boxNamed('YA014'))
    const documentId = booked.body.documentId ?? ''
    expect(
      (await clara.call(billingApi.payDocument, { body: { documentId, processor: 'manual' } })).code,
    ).toBe(9103)
    const paid = await people.sofia.call(billingApi.payDocument, {
      body: { documentId, processor: 'manual', amount: 1 },
    })
    expect(paid.body.status).toBe('paid')
    await world.settle()
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
      (await people.sofia.call(billingApi.payDocument, { body: { documentId, processor: 'manual' } })).body
        .status,
    ).toBe('paid')
    await world.settle()
    const payments = await world.running.platform.db
      .selectFrom('payment')
      .select('id')
      .where('reference', '=', `document:${documentId}`)
      .execute()
    expect(payments).toHaveLength(1)
  })

  test('unpaid until the hold ends: cancelled, the box free, the document void without a number', async () => {
    const clara = await ready('unpaid@tenants.example')
    const boxId = boxNamed('YA015')
    const booked = await people.sofia.call(api.bookBox, {
      body: { stockId: stock.stockId, boxId, ...choice, userId: clara.id, paymentMethod: 'manual' },
    })
    await world.setTime('2026-11-24T10:30:00Z')
    expect(
      (await clara.call(contractsApi.getContract, { params: { contractId: booked.body.id } })).body.status,
    ).toBe('cancelled')
    const document = await world.running.platform.db
      .selectFrom('document')
      .select(['status', 'number'])
      .where('id', '=', booked.body.documentId ?? '')
      .executeTakeFirst()
    expect(document).toEqual({ status: 'void', number: null })
    expect(
      (
        await people.clara.call(api.bookBox, {
          body: { stockId: stock.stockId, boxId, ...choice, arrivalDate: '2026-11-24' },
        })
      ).errors,
    ).toEqual([])
    await world.setTime('2026-11-21T10:00:00Z')
  })

  test('lease and invoice are PDFs for their tenant and nobody else; a 60-second token opens only its document', async () => {
    const clara = await ready('pdf@tenants.example')
    const booked = await book(clara, boxNamed('YA016'))
    const documentId = booked.body.documentId ?? ''
    const invoice = await clara.send('GET', `payments/pdf?invoiceId=${documentId}&language=de`)
    expect([invoice.status, invoice.headers['content-type'], invoice.raw.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    expect((await people.leo.send('GET', `payments/pdf?invoiceId=${documentId}`)).code).toBe(9104)
    expect(
      (await clara.send('GET', `contracts/pdf?contractId=${booked.body.id}&userId=${clara.id}`)).status,
    ).toBe(200)
    expect(
      (await clara.send('GET', `contracts/pdf?contractId=${booked.body.id}&userId=${people.leo.id}`)).code,
    ).toBe(9104)
    const { body } = await clara.call(billingApi.documentToken, { params: { id: documentId } })
    expect(
      (await people.visitor.send('GET', `payments/pdf?invoiceId=${documentId}&token=${body.token}`)).status,
    ).toBe(200)
    expect(
      (await people.visitor.send('GET', `contracts/pdf?contractId=${booked.body.id}&token=${body.token}`))
        .code,
    ).toBe(9104)
    expect(
      (await people.visitor.send('GET', 'auth/me', undefined, { authorization: `Bearer ${body.token}` }))
        .code,
    ).toBe(9003)
  })
})
