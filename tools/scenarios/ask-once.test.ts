import { bookBox } from '@stowage/api/booking'
import { updateBox } from '@stowage/api/boxes'
import { createCity } from '@stowage/api/catalog'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHOICE, openHouse, type House, type Tenant } from './house.fixture.ts'

// A list asks the database as often for many rows as for one.

let house: House
let clara: Tenant
beforeAll(async () => {
  house = await openHouse()
  clara = await house.tenant()
}, 180_000)
afterAll(async () => await house?.close())

/** What is read where lists are: as superUser, of the one stock and the one tenant. */
const lists = (): Record<string, string> => ({
  users: 'users?page=1',
  'search of users': 'users/search?page=1&search=markers',
  stocks: 'stocks',
  cities: 'cities',
  roles: 'roles',
  boxes: `boxes?method=all&stockId=${house.stock.stockId}`,
  'a page of boxes': `boxes?method=all&stockId=${house.stock.stockId}&page=1`,
  'the plan of boxes': `boxes/fetch?stockId=${house.stock.stockId}`,
  'history of a stock': `stocks/${house.stock.stockId}/history?page=1`,
  'history of a box': `boxes/${clara.boxId}/history`,
  'contracts of a tenant': `users/${clara.id}/contracts?status=all`,
  'boxes of a tenant': `users/${clara.id}/boxes`,
  'invoices of a tenant': `users/${clara.id}/personal-invoices`,
  'contracts that end': 'statistics/contracts?status=all',
  debtors: 'statistics/debtors',
  'invoices without mail': 'statistics/invoice-emailing',
  'history of mails': 'email-history/search?to=',
  audit: 'audit?page=1',
})

let count = 0
/** Questions per call; what is kept in memory was dropped by the change just before. */
async function questions(of: (name: string) => boolean = () => true): Promise<Record<string, number>> {
  const { pool } = house.world.running.platform
  const found: Record<string, number> = {}
  for (const [name, url] of Object.entries(lists()).filter(([name]) => of(name))) {
    // A city and a box have changed, so that no list of them is answered from memory.
    const mark = String((count += 1))
    await house.people.sofia.call(createCity, { body: { city: `City ${mark}`, country: 'DE' } })
    await house.people.sofia.call(updateBox, {
      params: { id: house.stock.boxes.at(-1)?.id ?? '' },
      body: { description: mark },
    })
    let asked = 0
    const ask = (): void => void (asked += 1)
    // Lists are read outside of transactions: each question takes a connection from the pool and gives it back.
    pool.on('acquire', ask)
    const reply = await house.people.sofia.send('GET', url)
    pool.off('acquire', ask)
    found[name] = asked
    expect(reply.status, `${name}: ${reply.raw.slice(0, 200)}`).toBe(200)
  }
  return found
}

test('lists ask as often for many rows as for one', async () => {
  // The first calls also learn who asks and which types there are.
  await questions()
  const few = await questions()
  for (let index = 0; index < 4; index += 1) {
    await house.tenant(index % 2 === 0)
    const { id } = house.freeBox()
    const booked = await house.people.sofia.call(bookBox, {
      body: { stockId: house.stock.stockId, boxId: id, userId: clara.id, ...CHOICE, paymentMethod: 'manual' },
    })
    expect(booked.status, booked.raw).toBe(200)
  }
  await house.world.settle()
  const many = await questions()
  const dearer = (): string[] => Object.keys(many).filter((name) => (many[name] ?? 0) > (few[name] ?? 0))
  // The pool also serves what runs beside a call (what a change before it has set off): a list that asks more asks more again.
  for (let again = 0; again < 3 && dearer().length > 0; again += 1) {
    const names = dearer()
    Object.assign(many, await questions((name) => names.includes(name)))
  }
  // Fewer is luck: what a stock offers may be known by then.
  expect(dearer()).toEqual([])
  // Those that could be kept were dropped: nothing here was answered without asking.
  expect(Math.min(...Object.values(few))).toBeGreaterThan(0)
  expect(Math.max(...Object.values(few))).toBeLessThanOrEqual(12)
}, 120_000)
