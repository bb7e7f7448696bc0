import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as api from '@stowage/api/access'
import * as billingApi from '@stowage/api/billing'
import * as bookingApi from '@stowage/api/booking'
import { getBox } from '@stowage/api/catalog'
import type { LocksServer } from '@stowage/simulators/locks/start-locks-server'
import { startPayKeeper, type PayKeeper } from '@stowage/simulators/paykeeper/start-paykeeper'
import { createPeople, type NamedPerson, type People } from '@stowage/server/testing/people'
import { createSmallCompany, createSmallStock, type SmallStock } from '@stowage/server/testing/small-stock'
import { machineNow } from '@stowage/server/platform/clock'
import { createWorld, type World } from '@stowage/server/testing/world'
import { openSite } from './site.fixture.ts'
import { tenantAt, type TenantWish } from './tenant.fixture.ts'

const SECRET = 'a-site-secret-for-tests'

let world: World
let people: People
let stock: SmallStock
let locks: LocksServer
let processor: PayKeeper
const idOf = (unitNumber: string): string =>
  stock.boxes.find((box) => box.unitNumber === unitNumber)?.id ?? ''

const tenantOf = async (unitNumber: string, wish: TenantWish = {}): Promise<NamedPerson> =>
  await tenantAt({ world, people, stock }, unitNumber, wish)

const open = async (person: { call: NamedPerson['call'] }, unitNumber: string, key?: string) =>
  await person.call(api.openOwnBox, {
    params: { id: idOf(unitNumber) },
    ...(key === undefined ? {} : { key }),
  })
const isReplay = (reply: { headers: Record<string, unknown> } | undefined): boolean =>
  reply?.headers['idempotent-replay'] === 'true'
const history = async (unitNumber: string) =>
  (await world.running.platform.db
    .selectFrom('access_record')
    .select(['action', 'code', 'source'])
    .where('box_id', '=', idOf(unitNumber))
    .orderBy('recorded_at')
    .execute()) as { action: string; code: number | null; source: string }[]

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
    unitNumber: `YA${String(index + 1).padStart(3, '0')}`,
    size: 5,
    lockId: index === 19 ? null : `1:01:${String(index + 1).padStart(2, '0')}`,
  }))
  const siteLocks = units.flatMap((unit) =>
    unit.lockId === null || unit.unitNumber === 'YA018'
      ? []
      : [{ id: unit.lockId, kind: 'box' as const, name: unit.unitNumber }],
  )
  // The site must know its stock's id before the stock's address is known: the address is set afterwards.
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      stock: {
        code: `L${randomUUID().slice(0, 5).toUpperCase()}`,
        maxContractDuration: 11,
        daysWithoutFee: 3,
        routerIp: '127.0.0.1',
        servicePort: 1,
        equipment: [
          { id: '0:01:01', name: 'Gate', kind: 'gate' },
          { id: '0:01:02', name: 'Exit', kind: 'barrier', isExit: true },
          { id: '0:01:03', name: 'Vault', kind: 'door', requiresOnSite: true },
        ],
      },
      boxes: units,
    },
  )
  locks = await openSite(world, stock.stockId, {
    secret: SECRET,
    closeAfterSeconds: 1,
    perMinute: 1000,
    pushRetryMs: 50,
    locks: [
      ...siteLocks,
      { id: '0:01:01', kind: 'gate', name: 'Gate' },
      { id: '0:01:02', kind: 'barrier', name: 'Exit' },
      { id: '0:01:03', kind: 'door', name: 'Vault' },
    ],
  })
})
afterAll(async () => {
  await locks?.close()
  await world.close()
  await processor.close()
})

describe('opening a box (decisions.md 20)', () => {
  test('a verified tenant with a paid contract opens his box; one record; the site says it again and nothing is told twice', async () => {
    const clara = await tenantOf('YA001')
    const reply = await open(clara, 'YA001')
    expect(reply.errors).toEqual([])
    expect(reply.body).toMatchObject({ result: 'opened', lockStatus: 'opened' })
    await expect
      .poll(async () => (await history('YA001')).length, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(2)
    const records = await history('YA001')
    expect(records.filter((record) => record.action === 'opened')).toEqual([
      { action: 'opened', code: null, source: 'remote' },
    ])
    expect(records.at(-1)).toMatchObject({ action: 'closed', code: null })
    expect((await clara.call(getBox, { params: { id: idOf('YA001') } })).body.lockStatus).toBe('closed')
  })

  test("another's box is not there, and leaves no trace in its history", async () => {
    expect((await open(people.leo, 'YA001')).code).toBe(6005)
    expect((await open(people.visitor as NamedPerson, 'YA001')).code).toBe(9003)
    expect((await history('YA001')).some((record) => record.code === 6005)).toBe(false)
    expect((await open(people.mara, 'YA001')).code).toBe(9103)
  })

  test('unverified 7001, unpaid 7000, before the start 7003, only reserved 7005', async () => {
    expect((await open(await tenantOf('YA002', { verified: false }), 'YA002')).code).toBe(7001)
    expect((await open(await tenantOf('YA003', { paid: false }), 'YA003')).code).toBe(7000)
    expect((await open(await tenantOf('YA004', { arrivalDate: '2026-11-25' }), 'YA004')).code).toBe(7003)
    const clara = await tenantOf('YA005')
    await clara.call(bookingApi.bookBox, {
      body: {
        stockId: stock.stockId,
        boxId: idOf('YA006'),
        arrivalDate: '2026-11-21',
        contractDuration: 1,
        invoicingPeriod: 1,
      },
    })
    expect((await open(clara, 'YA006')).code).toBe(7005)
    expect(await history('YA003')).toEqual([{ action: 'refused', code: 7000, source: 'remote' }])
  })

  test('outside the hours of the stock 7002, but a superUser and the exit open', async () => {
    const clara = await tenantOf('YA007')
    await world.setTime('2026-11-21T20:30:00Z')
    expect((await open(clara, 'YA007')).code).toBe(7002)
    const equipment = async (equipmentId: string) =>
      await clara.call(api.openEquipmentById, { params: { id: stock.stockId, equipmentId } })
    expect((await equipment('0:01:01')).code).toBe(7002)
    expect((await equipment('0:01:02')).errors).toEqual([])
    expect((await open(people.sofia, 'YA007')).errors).toEqual([])
    await world.setTime('2026-11-21T10:00:00Z')
  })

  test('overdue rent: within the free days a warning, after them 7006, and payment lifts it at once; the end of the term 7008', async () => {
    const clara = await tenantOf('YA008', { period: 1 })
    // Billed a week ahead, due on the 21st: an invoice that is billed late is due later.
    await world.setTime('2026-12-14T10:00:00Z')
    await world.setTime('2026-12-23T10:00:00Z')
    expect((await open(clara, 'YA008')).body).toMatchObject({ result: 'opened', warning: 'paymentDueSoon' })
    await world.setTime('2026-12-25T10:00:00Z')
    expect((await open(clara, 'YA008')).code).toBe(7006)
    const invoices = (await clara.call(billingApi.listPersonalInvoices, { params: { userId: clara.id } }))
      .body
    for (const invoice of invoices.filter((entry) => entry.debt > 0))
      await people.sofia.call(billingApi.payDocument, {
        body: { documentId: invoice.documentId, processor: 'manual' },
      })
    await world.settle()
    expect((await open(clara, 'YA008')).errors).toEqual([])
    await world.setTime('2027-02-21T11:30:00Z')
    expect((await open(clara, 'YA008')).code).toBe(7008)
    await world.setTime('2026-11-21T10:00:00Z')
  })

  test('the first payment went back, in part and then all of it: 7000 until the invoice is paid again', async () => {
    const clara = await tenantOf('YA012', { paid: false })
    const { db } = world.running.platform
    const [invoice] = (await clara.call(billingApi.listPersonalInvoices, { params: { userId: clara.id } }))
      .body
    const body = { documentId: invoice?.documentId ?? '', processor: 'paykeeper' }
    const first = await clara.call(billingApi.payDocument, { body })
    expect(first.errors).toEqual([])
    const attempt = await db
      .selectFrom('payment')
      .select('processor_invoice_id')
      .where('reference', '=', `document:${body.documentId}`)
      .executeTakeFirstOrThrow()
    const { id } = await processor.control.pay(attempt.processor_invoice_id ?? '', {})
    await world.settle()
    expect((await open(clara, 'YA012')).errors).toEqual([])

    const refund = async (amount?: number): Promise<void> => {
      processor.control.refund(id, amount)
      await expect
        .poll(() => processor.control.payments().find((payment) => payment.id === id)?.status)
        .not.toBe('refunding')
      await world.settle()
    }
    await refund(100)
    expect((await open(clara, 'YA012')).errors).toEqual([])
    await refund()
    expect((await open(clara, 'YA012')).code).toBe(7000)
    expect((await open(people.sofia, 'YA012')).errors).toEqual([])
    // "Pay the first invoice and access opens at once": it asks for its money again, and it does.
    const again = await clara.call(billingApi.payDocument, { body })
    expect(again).toMatchObject({ status: 200, body: { status: 'redirect' } })
    expect(again.body.paymentId).not.toBe(first.body.paymentId)
    const page = await db
      .selectFrom('payment')
      .select('processor_invoice_id')
      .where('id', '=', again.body.paymentId)
      .executeTakeFirstOrThrow()
    await processor.control.pay(page.processor_invoice_id ?? '', {})
    await world.settle()
    expect((await open(clara, 'YA012')).errors).toEqual([])
  })

  test('equipment marked as on site asks for the address of the stock: 6009', async () => {
    const clara = await tenantOf('YA009')
    const reply = await clara.send('PUT', `stocks/${stock.stockId}/open`, { locationId: '0:01:03' })
    expect([reply.status, reply.code]).toEqual([200, 0])
    const { app } = world.running
    const far = await app.inject({
      method: 'PUT',
      url: `/api/stocks/${stock.stockId}/open`,
      remoteAddress: '203.0.113.9',
      headers: { authorization: `Bearer ${clara.token}` },
      payload: { locationId: '0:01:03' },
    })
    expect(far.json().errors[0].errorCode).toBe(6009)
    expect(
      (await people.leo.send('PUT', `stocks/${stock.stockId}/open`, { locationId: '0:01:01' })).code,
    ).toBe(6006)
  })

  test('a second click with the same key is the same command: one pulse', async () => {
    const clara = await tenantOf('YA010')
    const before = pulses('1:01:10')
    const [first, second] = await Promise.all([
      open(clara, 'YA010', 'open-key-0001'),
      open(clara, 'YA010', 'open-key-0001'),
    ])
    expect([first?.status, second?.status]).toEqual([200, 200])
    expect(isReplay(first)).toBe(!isReplay(second))
    // Sent again after the door has closed: the answer of then, and the door stays closed.
    locks.control.closeDoor('1:01:10')
    const third = await open(clara, 'YA010', 'open-key-0001')
    expect([third.status, third.body, isReplay(third)]).toEqual([200, first?.body, true])
    expect(pulses('1:01:10') - before).toBe(1)
    expect((await history('YA010')).filter((record) => record.action === 'opened')).toHaveLength(1)
    expect((await open(clara, 'YA010', 'open-key-0002')).errors).toEqual([])
    expect(pulses('1:01:10') - before).toBe(2)
  })

  test('the same key for another box, or by another call, is bad input and opens nothing', async () => {
    const before = [pulses('1:01:13'), pulses('1:01:14')]
    expect((await open(people.sofia, 'YA013', 'open-key-0003')).errors).toEqual([])
    const otherBox = await open(people.sofia, 'YA014', 'open-key-0003')
    const gate = { params: { id: stock.stockId, equipmentId: '0:01:01' }, key: 'open-key-0003' }
    const otherCall = await people.sofia.call(api.openEquipmentById, gate)
    expect([otherBox.status, otherBox.code, otherCall.code]).toEqual([400, 9001, 9001])
    expect([pulses('1:01:13'), pulses('1:01:14')]).toEqual([(before[0] ?? 0) + 1, before[1]])
  })

  test('a refused try stays refused under its key, also when it would be allowed by now', async () => {
    const clara = await tenantOf('YA015')
    await world.setTime('2026-11-21T20:30:00Z')
    const refused = await open(clara, 'YA015', 'open-key-0004')
    await world.setTime('2026-11-21T10:00:00Z')
    const again = await open(clara, 'YA015', 'open-key-0004')
    expect([refused.code, isReplay(refused), again.code, isReplay(again)]).toEqual([7002, false, 7002, true])
    expect([again.status, again.errors]).toEqual([refused.status, refused.errors])
    expect(pulses('1:01:15')).toBe(0)
    expect(await history('YA015')).toHaveLength(1)
    expect((await open(clara, 'YA015')).errors).toEqual([])
  })

  test('the server died in the middle: who asks again hears that nobody knows, and the door is not opened late', async () => {
    const clara = await tenantOf('YA016')
    await open(clara, 'YA016', 'open-key-0005')
    locks.control.closeDoor('1:01:16')
    await world.running.platform.db
      .updateTable('idempotency')
      .set({ answer: null, created_at: machineNow().subtract({ seconds: 11 }) })
      .where('key', '=', 'open-key-0005')
      .execute()
    const again = await open(clara, 'YA016', 'open-key-0005')
    expect([again.status, again.code]).toEqual([502, 2])
    expect(again.errors[0]?.message).toContain('not known')
    expect(pulses('1:01:16')).toBe(1)
  })

  test('a lock that the site does not know, and a box without a lock: 6013', async () => {
    expect((await open(people.sofia, 'YA018')).code).toBe(6013)
    expect((await open(people.sofia, 'YA020')).code).toBe(6013)
  })

  test('a number of the source that boxes of two stocks have opens the own one, and for staff none until the stock is named', async () => {
    const { platform, modules } = world.running
    const tools = { platform, catalog: modules.catalog }
    const other = await createSmallStock(tools, { boxes: [{ unitNumber: 'YA017', size: 5 }] })
    const clara = await tenantOf('YA017')
    await platform.db
      .updateTable('box')
      .set({ external_id: '4711' })
      .where('id', 'in', [idOf('YA017'), other.boxes[0]?.id ?? ''])
      .execute()
    const opened = pulses('1:01:17')
    expect((await clara.call(api.openOwnBox, { params: { id: '4711' } })).errors).toEqual([])
    expect(pulses('1:01:17') - opened).toBe(1)
    expect((await people.leo.call(api.openOwnBox, { params: { id: '4711' } })).code).toBe(6005)
    expect((await people.sofia.call(api.openBox, { params: { id: '4711' } })).code).toBe(6003)
    expect(pulses('1:01:17') - opened).toBe(1)
    // An open door takes no pulse.
    locks.control.closeDoor('1:01:17')
    const named = async (stockId: string) =>
      await people.sofia.call(api.openBox, { params: { id: '4711' }, body: { stockId } })
    expect((await named(stock.stockId)).errors).toEqual([])
    expect(pulses('1:01:17') - opened).toBe(2)
    // The other one is meant then, and has no lock.
    expect((await named(other.stockId)).code).toBe(6013)
    expect(pulses('1:01:17') - opened).toBe(2)
  })
})

describe('a site in trouble', () => {
  test('garbage, a wrong signature, a slow site: code 2 within 3 s, and a command that ran out gives no pulse later', async () => {
    const clara = await tenantOf('YA011')
    // The site was asked how it is, and was well.
    await world.settle()
    const sound = { garbage: false, wrongSignature: false, slowMs: 0 }
    // A site that cannot sign has given its pulse all the same: that one is counted.
    for (const [fault, given] of [
      [{ garbage: true }, 0],
      [{ wrongSignature: true }, 1],
      [{ slowMs: 2300 }, 0],
    ] as const) {
      Object.assign(locks.control.faults, sound, fault)
      const before = pulses('1:01:11')
      const reply = await open(clara, 'YA011', `trouble-${Object.keys(fault)[0]}`)
      expect(reply.code).toBe(2)
      // Of a slow site, too: it would have said at 2.3 s that it did not act; whoever waits has been answered before.
      expect(reply.errors[0]?.message).toContain('not known')
      if ('slowMs' in fault) await new Promise((resolve) => setTimeout(resolve, 500))
      expect(pulses('1:01:11') - before).toBe(given)
      // Sent again under the same key: the same word at once, and nothing is asked of the site.
      Object.assign(locks.control.faults, sound)
      const again = await open(clara, 'YA011', `trouble-${Object.keys(fault)[0]}`)
      expect([again.code, isReplay(again)]).toEqual([2, true])
      expect(pulses('1:01:11') - before).toBe(given)
    }
    Object.assign(locks.control.faults, sound)
    const before = pulses('1:01:11')
    // Three failures have opened the circuit: whoever comes now hears at once, and nothing is asked of the site.
    const reply = await open(clara, 'YA011')
    expect(reply.code).toBe(2)
    expect(reply.errors[0]?.message).toContain('was not opened')
    expect(pulses('1:01:11')).toBe(before)
    expect((await history('YA011')).filter((record) => record.action === 'failed')).toHaveLength(4)
  })
})

const pulses = (lockId: string): number => locks.control.door(lockId).pulses
