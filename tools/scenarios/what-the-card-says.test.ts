import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as api from '@stowage/api/access'
import * as accounts from '@stowage/api/accounts'
import * as billingApi from '@stowage/api/billing'
import * as bookingApi from '@stowage/api/booking'
import * as emailsApi from '@stowage/api/emails'
import * as contractsApi from '@stowage/api/contracts'
import type { LocksServer } from '@stowage/simulators/locks/start-locks-server'
import { startPayKeeper, type PayKeeper } from '@stowage/simulators/paykeeper/start-paykeeper'
import { createPeople, type NamedPerson, type People } from '@stowage/server/testing/people'
import { createSmallCompany, createSmallStock, type SmallStock } from '@stowage/server/testing/small-stock'
import { createWorld, type World } from '@stowage/server/testing/world'
import { openSite } from './site.fixture.ts'
import { tenantAt, type TenantWish } from './tenant.fixture.ts'

let world: World
let people: People
let stock: SmallStock
let locks: LocksServer
let processor: PayKeeper
const idOf = (unitNumber: string): string =>
  stock.boxes.find((box) => box.unitNumber === unitNumber)?.id ?? ''
const tenantOf = async (unitNumber: string, wish: TenantWish = {}): Promise<NamedPerson> =>
  await tenantAt({ world, people, stock }, unitNumber, wish)

const open = async (person: NamedPerson, unitNumber: string) =>
  await person.call(api.openOwnBox, { params: { id: idOf(unitNumber) } })

/** The card of the box as its tenant sees it. */
async function cardOf(person: NamedPerson) {
  const { body } = await person.call(api.myBoxes, { params: { userId: person.id } })
  const box = body.flatMap(({ boxes }) => boxes)[0]
  if (box === undefined) throw new Error('no box on the page')
  return box
}

/** The one button of the card: pays the sum that it names, on the page of the processor. */
async function payAsTheCardSays(person: NamedPerson, withPenalties = false): Promise<void> {
  const { contract } = await cardOf(person)
  const rent = contract.overdueRent
  const asked = {
    documentIds: [
      ...(rent?.documentIds ?? (contract.firstDocumentId === null ? [] : [contract.firstDocumentId ?? ''])),
      ...(withPenalties ? (contract.openPenalties?.documentIds ?? []) : []),
    ],
    amount: (rent?.amount ?? contract.debt) + (withPenalties ? (contract.openPenalties?.amount ?? 0) : 0),
  }
  const started = await person.call(billingApi.payDocument, {
    body: { documentId: asked.documentIds[0] ?? '', documentIds: asked.documentIds, processor: 'paykeeper' },
  })
  expect(started.errors).toEqual([])
  const page = await world.running.platform.db
    .selectFrom('payment')
    .select(['processor_invoice_id', 'amount'])
    .where('id', '=', started.body.paymentId)
    .executeTakeFirstOrThrow()
  expect(page.amount).toBe(asked.amount)
  await processor.control.pay(page.processor_invoice_id ?? '', {})
  await world.settle()
}

beforeAll(async () => {
  const cabinet = { login: 'api', password: 'password', secretWord: 'word', currency: 'EUR' as const }
  processor = await startPayKeeper({
    ...cabinet,
    host: '127.0.0.1',
    notificationUrl: 'http://127.0.0.1:1/',
    retry: { attempts: 1, everyMs: 30 },
    refundAfterMs: 10,
  })
  world = await createWorld({
    config: {
      locksAllowedAddresses: ['127.0.0.1'],
      payKeeper: [{ ...cabinet, name: 'eur', url: processor.baseUrl }],
    },
  })
  people = await createPeople(world)
  const { platform, modules } = world.running
  await createSmallCompany({ platform, catalog: modules.catalog })
  const units = Array.from({ length: 20 }, (_, index) => ({
    unitNumber: `YD${String(index + 1).padStart(3, '0')}`,
    size: 5,
    lockId: `1:01:${String(index + 1).padStart(2, '0')}`,
  }))
  const equipment = [{ id: '0:01:03', name: 'Vault', kind: 'door' as const, requiresOnSite: true }]
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      stock: {
        code: `D${randomUUID().slice(0, 5).toUpperCase()}`,
        maxContractDuration: 11,
        daysWithoutFee: 3,
        invoiceNotPaidFeePercent: 1,
        routerIp: '127.0.0.1',
        servicePort: 1,
        equipment,
      },
      boxes: units,
    },
  )
  locks = await openSite(world, stock.stockId, {
    secret: 'a-site-secret-for-tests',
    closeAfterSeconds: 1,
    perMinute: 1000,
    pushRetryMs: 50,
    locks: [
      ...units.map(({ lockId, unitNumber }) => ({ id: lockId, kind: 'box' as const, name: unitNumber })),
      { id: '0:01:03', kind: 'door', name: 'Vault' },
    ],
  })
})
afterAll(async () => {
  await locks?.close()
  await world.close()
  await processor.close()
})

/** Rent of two months and penalties are overdue; the months are billed a week ahead, as every night does it. */
async function debtorAt(unitNumber: string): Promise<NamedPerson> {
  await world.setTime('2026-11-21T10:00:00Z')
  const debtor = await tenantOf(unitNumber, { period: 1 })
  for (const day of ['2026-12-14', '2026-12-31', '2027-01-02', '2027-01-14', '2027-01-26'])
    await world.setTime(`${day}T10:00:00Z`)
  return debtor
}

describe('D0: what closes the box is what the card names and charges', () => {
  test('D0: all overdue rent of the contract at once opens the box; penalties stay, and close nothing', async () => {
    const debtor = await debtorAt('YD001')
    expect((await open(debtor, 'YD001')).code).toBe(7006)
    const { contract, opening } = await cardOf(debtor)
    expect(contract.overdueRent?.documentIds).toHaveLength(2)
    expect(contract.openPenalties?.amount).toBeGreaterThan(0)
    expect(opening.afterPayment).toEqual({ opens: true, code: null, message: null })
    await payAsTheCardSays(debtor)
    expect((await open(debtor, 'YD001')).errors).toEqual([])
    const after = await cardOf(debtor)
    expect([after.contract.overdueRent, after.opening.afterPayment]).toEqual([null, null])
    expect(after.contract.openPenalties?.amount).toBeGreaterThan(0)
  })

  test('D0: with the tick the penalties are paid too', async () => {
    const debtor = await debtorAt('YD002')
    await payAsTheCardSays(debtor, true)
    const { contract } = await cardOf(debtor)
    expect([contract.overdueRent, contract.debt - (contract.openPenalties?.amount ?? 0)]).toEqual([null, 0])
    expect((await open(debtor, 'YD002')).errors).toEqual([])
  })

  test('D0: paying the penalty alone is no way to the door, and the card says so before and after', async () => {
    const debtor = await debtorAt('YD003')
    const before = await cardOf(debtor)
    const [penalty = ''] = before.contract.openPenalties?.documentIds ?? []
    await people.sofia.call(billingApi.payDocument, { body: { documentId: penalty, processor: 'manual' } })
    await world.settle()
    expect((await open(debtor, 'YD003')).code).toBe(7006)
    expect((await cardOf(debtor)).contract.overdueRent).toEqual(before.contract.overdueRent)
  })

  test('C3: a reminder of a penalty is refused as one, not as if it were not there', async () => {
    const debtor = await debtorAt('YD006')
    const [invoiceId = ''] = (await cardOf(debtor)).contract.openPenalties?.documentIds ?? []
    const reply = await people.sofia.call(emailsApi.mailInvoice, { body: { invoiceId } })
    expect([reply.status, reply.code]).toEqual([409, 9116])
  })

  test('D0: documents of another contract are not paid with it', async () => {
    const one = await debtorAt('YD004')
    const other = await tenantOf('YD005', { paid: false, arrivalDate: '2027-01-26' })
    const mine = (await cardOf(one)).contract.overdueRent?.documentIds ?? []
    const theirs = (await cardOf(other)).contract.firstDocumentId ?? ''
    const reply = await one.call(billingApi.payDocument, {
      body: { documentId: mine[0] ?? '', documentIds: [...mine, theirs], processor: 'paykeeper' },
    })
    expect(reply.code).toBe(9104)
  })
})

interface Shut {
  /** Makes a tenant before a shut door. */
  readonly bring: (unitNumber: string) => Promise<NamedPerson>
  /** What the card says to do, done; null where nothing that the tenant does opens it: staff are named. */
  readonly act: ((person: NamedPerson, unitNumber: string) => Promise<unknown>) | null
}

const update = async (id: string, body: object) =>
  await people.sofia.call(accounts.updateUser, { params: { id }, body })
const plainDay = '2026-11-21T10:00:00Z'

const reasons: Readonly<Record<number, Shut>> = {
  6014: {
    bring: async (unitNumber) => {
      const person = await tenantOf(unitNumber)
      await world.running.platform.db
        .updateTable('account')
        .set({ agreed_documents_version: null })
        .where('id', '=', person.id)
        .execute()
      return person
    },
    act: async (person) =>
      await person.call(accounts.updateUser, {
        params: { id: person.id },
        body: { isAgreedWithDocs: true },
      }),
  },
  7000: {
    bring: async (unitNumber) => await tenantOf(unitNumber, { paid: false }),
    act: async (person) => await payAsTheCardSays(person),
  },
  7001: {
    bring: async (unitNumber) => await tenantOf(unitNumber, { verified: false }),
    // Everything is handed in: the card says to wait for the check.
    act: async (person) => await update(person.id, { isKycVerified: true }),
  },
  7002: {
    bring: async (unitNumber) => {
      const person = await tenantOf(unitNumber)
      await world.setTime('2026-11-21T20:30:00Z')
      return person
    },
    act: async () => await world.setTime('2026-11-22T10:00:00Z'),
  },
  7003: {
    bring: async (unitNumber) => await tenantOf(unitNumber, { arrivalDate: '2026-11-25' }),
    act: async () => await world.setTime('2026-11-25T10:00:00Z'),
  },
  7006: { bring: debtorAt, act: async (person) => await payAsTheCardSays(person) },
  7007: {
    bring: async (unitNumber) => {
      const person = await tenantOf(unitNumber)
      const { contract } = await cardOf(person)
      await world.running.platform.db
        .updateTable('contract')
        .set({ blocked_by_staff: true })
        .where('id', '=', contract.id)
        .execute()
      return person
    },
    act: null,
  },
  7008: {
    bring: async (unitNumber) => {
      const person = await tenantOf(unitNumber)
      await world.setTime('2027-02-21T13:00:00Z')
      return person
    },
    act: async (person) => {
      const { contract } = await cardOf(person)
      const reply = await person.call(contractsApi.extendContract, {
        params: { unitId: contract.boxId },
        body: {},
      })
      if (reply.errors.length > 0) throw new Error(reply.raw)
    },
  },
}

describe('What a screen promises follows', () => {
  test('every reason of a shut door of a box has a case here', () => {
    // 2: the line; 6003–6007, 6013: no such box or lock; 6008, 6009: equipment on site; 7005: no contract yet.
    const elsewhere = [2, 6003, 6005, 6006, 6007, 6008, 6009, 6013, 7005, 9003, 9103, 9104]
    const codes = Object.keys(reasons).map(Number)
    for (const code of api.openOwnBox.errors) expect([...codes, ...elsewhere]).toContain(code)
  })

  test.each(Object.keys(reasons).map((code, index) => [Number(code), index + 10] as const))(
    'D0: behind %i the door opens once done what the card says',
    async (code, box) => {
      const unitNumber = `YD${String(box).padStart(3, '0')}`
      const shut = reasons[code]
      if (shut === undefined) throw new Error('no such reason')
      await world.setTime(plainDay)
      const person = await shut.bring(unitNumber)
      expect((await open(person, unitNumber)).code).toBe(code)
      const { opening } = await cardOf(person)
      expect([opening.opens, opening.code]).toEqual([false, code])
      expect(opening.message).not.toBe('')
      if (shut.act === null) {
        expect(opening.afterPayment).toBeNull()
        return
      }
      await shut.act(person, unitNumber)
      await world.settle()
      expect((await open(person, unitNumber)).errors).toEqual([])
    },
  )

  test('D0: only reserved (7005): with a contract that is paid the door opens', async () => {
    await world.setTime(plainDay)
    const person = await tenantOf('YD018')
    await person.call(bookingApi.bookBox, {
      body: {
        stockId: stock.stockId,
        boxId: idOf('YD019'),
        arrivalDate: '2026-11-21',
        contractDuration: 1,
        invoicingPeriod: 1,
      },
    })
    expect((await open(person, 'YD019')).code).toBe(7005)
    const signed = await people.sofia.call(bookingApi.bookBox, {
      body: {
        stockId: stock.stockId,
        boxId: idOf('YD019'),
        arrivalDate: '2026-11-21',
        contractDuration: 1,
        invoicingPeriod: 1,
        paymentMethod: 'manual',
        userId: person.id,
      },
    })
    expect(signed.errors).toEqual([])
    const { documentId = '' } = signed.body
    await people.sofia.call(billingApi.payDocument, { body: { documentId, processor: 'manual' } })
    await world.settle()
    expect((await open(person, 'YD019')).errors).toEqual([])
  })

  test('D0: at night the card of a debtor does not promise that paying opens the door', async () => {
    const debtor = await debtorAt('YD020')
    await world.setTime('2027-01-26T20:30:00Z')
    expect((await open(debtor, 'YD020')).code).toBe(7006)
    expect((await cardOf(debtor)).opening.afterPayment).toMatchObject({ opens: false, code: 7002 })
    await payAsTheCardSays(debtor)
    expect((await open(debtor, 'YD020')).code).toBe(7002)
  })
})
