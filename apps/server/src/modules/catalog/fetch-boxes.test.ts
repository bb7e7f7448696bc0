import { describe, expect, test } from 'vitest'
import { BoxListItem } from '@stowage/api/entities/catalog'
import { wireFields } from '@stowage/api/wire'
import { money } from '@stowage/domain/money'
import { grossOf } from '@stowage/domain/rate'
import { newId } from '../../platform/ids.ts'
import { createTenant, type SmallStock } from '../../testing/small-stock.ts'
import { openTwoCatalogs } from '../../testing/two-catalogs.ts'
import { boxFields } from './box-list-view.ts'

const { server, stockOf, claim, list } = await openTwoCatalogs()

/** A contract with a tenant behind it, in debt: everything that a visitor must not see. */
async function rent(stock: SmallStock, index: number): Promise<{ contractId: string; tenant: string }> {
  const { platform } = server
  const tenant = await createTenant(platform)
  const contractId = await claim(server, stock, index, 'contract', tenant)
  const day = Temporal.PlainDate.from('2026-01-01')
  await platform.db
    .insertInto('contract')
    .values({
      id: contractId,
      number: `secret-number-${contractId}`,
      status: 'active',
      box_id: stock.boxes[index]!.id,
      stock_id: stock.stockId,
      account_id: tenant,
      start_day: day,
      period_months: 1,
      currency: 'EUR',
      month_rate: 1,
      price: '{}',
      lease: '{}',
      answers: '{}',
      payment_method: 'manual',
      booked_at: platform.clock.now(),
      booked_by_id: tenant,
    })
    .execute()
  await platform.db
    .insertInto('billing_plan')
    .values({
      id: contractId,
      contract_id: contractId,
      account_id: tenant,
      stock_id: stock.stockId,
      seller_id: stock.sellerId,
      currency: 'EUR',
      anchor_day: day,
      period_months: 1,
      terms: '{}',
      print: '{}',
      created_at: platform.clock.now(),
    })
    .execute()
  await platform.db
    .insertInto('document')
    .values({
      id: newId(),
      kind: 'invoice',
      contract_id: contractId,
      plan_id: contractId,
      account_id: tenant,
      stock_id: stock.stockId,
      seller_id: stock.sellerId,
      status: 'open',
      issued_on: day,
      due_on: day,
      accounting_date: day,
      document_date: day,
      period_from: day,
      period_to: day,
      currency: 'EUR',
      net: 100,
      vat: 19,
      gross: 119,
      snapshot: '{}',
      created_at: platform.clock.now(),
    })
    .execute()
  await platform.db
    .insertInto('lock_state')
    .values({ stock_id: stock.stockId, lock_id: '1:01:01', state: 'opened', since: platform.clock.now() })
    .execute()
  return { contractId, tenant }
}

describe('who sees what of the list', () => {
  const wireNames = new Map(wireFields(BoxListItem).map((field) => [field.clean, field.wire]))
  const keys = (shape: keyof typeof boxFields): string[] =>
    boxFields[shape].map((field) => wireNames.get(field)!).sort()

  test('the table of boxes gets every declared field, so that no field is declared for nobody', () => {
    const sorted = (names: readonly string[]) => names.toSorted((one, other) => one.localeCompare(other))
    expect(sorted(boxFields.edit)).toEqual(sorted([...wireNames.keys()]))
    const ofTheTable = ['unitId', 'number', 'physicalSize', 'isExternal', 'ownRate', 'created', 'updated']
    const ofThePlan = ['contractStatus', 'overdue', 'paidAhead', 'freeFrom']
    expect(sorted(boxFields.staff)).toEqual(
      sorted([...wireNames.keys()].filter((name) => ![...ofTheTable, ...ofThePlan].includes(name))),
    )
  })

  test.each([
    [undefined, 'public'],
    ['client', 'public'],
    ['manager', 'watch'],
    ['admin', 'staff'],
    ['super', 'staff'],
    ['admin@elsewhere', 'public'],
    ['manager@elsewhere', 'public'],
    ['forged token', 'public'],
  ] as const)('%s gets the %s shape, with a tenant in debt behind the door', async (as, shape) => {
    const stock = await stockOf()
    const { contractId, tenant } = await rent(stock, 0)
    const { text, items, headers } = await list(server, stock.stockId, as)
    for (const item of JSON.parse(text) as object[]) expect(Object.keys(item).sort()).toEqual(keys(shape))
    const rented = items.find((item) => item.unitNumber === 'YA001')!
    expect(rented).toMatchObject({ isOccupied: true, isReserved: false })
    if (shape === 'staff') {
      expect(rented).toMatchObject({
        lockStatus: 'opened',
        lockId: '1:01:01',
        contractId,
        contractNumber: `secret-number-${contractId}`,
        userInfo: { id: tenant, fullName: 'Secret-Tenant Müller' },
        inDebt: true,
        category: 'All',
      })
      expect(headers['cache-control']).toBe('no-store')
    } else {
      for (const secret of ['secret', 'Secret', contractId, tenant, 'Müller', '1:01:01'])
        expect(text).not.toContain(secret)
      expect(headers['cache-control']).toBe('no-cache')
      if (shape === 'watch') expect(rented.lockStatus).toBe('opened')
    }
    expect(headers['vary']).toMatch(/Authorization/i)
  })

  test('asking as staff first leaves nothing of it for a visitor, with the tag of the staff list too', async () => {
    const stock = await stockOf()
    await rent(stock, 0)
    const staff = await list(server, stock.stockId, 'super')
    const visitor = await server.get(`boxes/fetch?stockId=${stock.stockId}`, undefined, {
      'if-none-match': staff.etag,
    })
    expect(visitor.statusCode).toBe(200)
    expect(visitor.body).not.toMatch(/secret/i)
  })
})

test('numbers of the list: sizes ascending, month rate, gross, free and taken', async () => {
  const stock = await stockOf({
    boxes: [
      { unitNumber: 'B', size: 6.5 },
      { unitNumber: 'A', size: 6.5 },
      { unitNumber: 'YC1', size: 2 },
      { unitNumber: 'huge', size: 40, height: 2.5, width: 4, depth: 4 },
      { unitNumber: 'own', size: 8, ownRate: 12_345 },
    ],
  })
  await claim(server, stock, 1, 'reservation')
  const { items } = await list(server, stock.stockId)
  expect(items.map((item) => item.unitNumber)).toEqual(['YC1', 'A', 'B', 'own', 'huge'])
  // 6.5 × 19.99 = 129.935 → 129.94; 19 % of it 24.6886 → 24.69
  expect(items[1]).toEqual({
    id: stock.boxes[1]!.id,
    unitNumber: 'A',
    size: 6.5,
    sizeGroup: 'm',
    floor: null,
    monthRate: 12_994,
    grossRate: 15_463,
    isOccupied: false,
    isReserved: true,
    height: null,
    width: null,
    depth: null,
  })
  expect(items[0]).toMatchObject({ sizeGroup: 's', floor: 3, isReserved: false })
  expect(items[3]).toMatchObject({ monthRate: 12_345, sizeGroup: 'm' })
  // No category for 40 m²: no price, listed all the same.
  expect(items[4]).toMatchObject({ monthRate: null, grossRate: null, sizeGroup: 'xl', height: 2.5 })
})

test('the gross price in SQL is the domain’s, to the cent', async () => {
  const rates = Array.from({ length: 400 }, (_, index) => index * 7 + 1)
  for (const percent of [0, 7.7, 19, 20, 8.25]) {
    const stock = await stockOf({
      stock: {
        vat: [
          { validFrom: Temporal.PlainDate.from('2020-01-01'), legalPercent: 0, individualPercent: percent },
        ],
      },
      boxes: rates.map((ownRate) => ({ size: 3, ownRate })),
    })
    const { items } = await list(server, stock.stockId)
    expect(items).toHaveLength(rates.length)
    for (const { monthRate, grossRate } of items)
      expect(grossRate).toBe(grossOf(money(monthRate!, 'EUR'), percent).amount)
  }
})

test('asking wrongly', async () => {
  const none = await server.get('boxes/fetch')
  expect([none.statusCode, none.json()]).toMatchObject([400, { errors: [{ errorCode: 6003 }] }])
  for (const id of [newId(), 'x', "' or 1=1", '0']) {
    const unknown = await server.get(`boxes/fetch?stockId=${encodeURIComponent(id)}`)
    expect([unknown.statusCode, unknown.json()]).toMatchObject([404, { errors: [{ errorCode: 6006 }] }])
  }
})
