import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listParkedContracts, payDocument, retryParkedContracts } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { newId } from '../../platform/ids.ts'
import { createPerson, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallStock, type SmallStock } from '../../testing/small-stock.ts'

let stock: SmallStock
let petra: NamedPerson
// A plan that cannot be billed is said loudly in the log: here it is meant.
const { world, people } = await openPeopledWorld({ config: { logLevel: 'silent' } })
const { db } = world.running.platform
beforeAll(async () => {
  const { platform, modules } = world.running
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    { boxes: ['YA001', 'YA002', 'YA003'].map((unitNumber) => ({ unitNumber, size: 2, ownRate: 5000 })) },
  )
  petra = await createPerson(world, { email: 'petra@tenants.example' })
})
afterEach(async () => expect((await findFaults(db)).faults).toEqual([]))

/** A paid contract from the 21st of November on whose next invoice is due on the 14th of December, and cannot be priced. */
async function broken(box: number): Promise<string> {
  const { body, errors } = await people.sofia.call(bookBox, {
    body: {
      stockId: stock.stockId,
      boxId: stock.boxes[box]!.id,
      userId: petra.id,
      arrivalDate: '2026-11-21',
      contractDuration: 6,
      invoicingPeriod: 1,
      paymentMethod: 'manual',
    },
  })
  expect(errors).toEqual([])
  await people.sofia.call(payDocument, { body: { documentId: body.documentId, processor: 'manual' } })
  await world.settle()
  await rate(body.id, 1.5)
  return body.id
}
const rate = async (contractId: string, amount: number) =>
  await sql`update billing_plan set terms = jsonb_set(terms, '{rate}', ${String(amount)}::jsonb) where contract_id = ${contractId}`.execute(
    db,
  )
const list = async () => (await people.sofia.call(listParkedContracts, { query: {} })).body
const retry = async (contractId?: string) =>
  await people.sofia.call(retryParkedContracts, { body: contractId === undefined ? {} : { contractId } })
const count = async (contractId: string) =>
  (await db.selectFrom('document').select('id').where('contract_id', '=', contractId).execute()).length

describe('contracts that cannot be billed', () => {
  test('stand on the list with reason and tries, are tried each night and when somebody says so', async () => {
    expect(await list()).toMatchObject({ items: [], total: 0 })
    const [one, two] = [await broken(0), await broken(1)]
    await world.setTime('2026-12-14T10:00:00Z')
    const parked = await list()
    expect(parked.total).toBe(2)
    expect(parked.items[0]).toMatchObject({
      contractId: one,
      unitNumber: 'YA001',
      stock: { id: stock.stockId, name: 'Berlin Mitte', timeZone: 'Europe/Berlin' },
      client: { id: petra.id },
      tries: 1,
      retryOn: '2026-12-15',
      unbilledFrom: '2026-12-21',
    })
    expect(parked.items[0]?.reason).toContain('1.5')
    expect(parked.items[0]?.since).toMatch(/^2026-12-14T10:0\d:\d\dZ$/)
    // Not again before the next night of the stock …
    await world.setTime('2026-12-14T22:59:00Z')
    expect((await list()).items.map(({ tries }) => tries)).toEqual([1, 1])
    await world.setTime('2026-12-14T23:01:00Z')
    expect((await list()).items.map(({ tries, since }) => [tries, since])).toEqual([
      [2, parked.items[0]?.since],
      [2, parked.items[1]?.since],
    ])

    // … unless somebody says so: one, which stays where nothing is mended.
    expect((await retry(one)).body).toEqual({ billed: 0, parked: 1 })
    expect((await list()).items.map(({ tries }) => tries)).toEqual([3, 2])
    await rate(one, 5000)
    expect((await retry(one)).body).toEqual({ billed: 1, parked: 0 })
    expect(await count(one)).toBe(2)
    // Pressed again, from another tab: nothing is left to do, and nothing is billed twice.
    expect((await retry(one)).body).toEqual({ billed: 0, parked: 0 })
    expect(await count(one)).toBe(2)
    expect((await list()).items.map(({ contractId }) => contractId)).toEqual([two])

    await rate(two, 5000)
    const replies = await Promise.all([retry(), retry()])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await count(two)).toBe(2)
    expect((await list()).total).toBe(0)

    const acts = await db
      .selectFrom('audit')
      .select(['actor_id', 'subject_id', 'before'])
      .where('action', '=', 'billing-retried')
      .orderBy('id')
      .execute()
    expect(acts.slice(0, 2)).toEqual([
      { actor_id: people.sofia.id, subject_id: one, before: { reason: parked.items[0]?.reason, tries: 2 } },
      { actor_id: people.sofia.id, subject_id: one, before: { reason: parked.items[0]?.reason, tries: 3 } },
    ])
  })

  test('one of which nothing is left to bill meanwhile is parked no longer', async () => {
    await world.setTime('2026-11-21T10:00:00Z')
    const contractId = await broken(2)
    await world.setTime('2026-12-14T10:00:00Z')
    expect((await list()).total).toBe(1)
    await rate(contractId, 5000)
    await sql`update billing_plan set end_day = billed_until, next_issue_on = null where contract_id = ${contractId}`.execute(
      db,
    )
    expect((await retry(contractId)).body).toEqual({ billed: 1, parked: 0 })
    expect((await list()).total).toBe(0)
    expect(await count(contractId)).toBe(1)
    await sql`update billing_plan set closed_at = created_at where contract_id = ${contractId}`.execute(db)
    await sql`update contract set status = 'closed' where id = ${contractId}`.execute(db)
    await sql`update box_claim set released_at = taken_at where holder_id = ${contractId}`.execute(db)
  })

  test('one that does not exist is not there', async () => {
    expect((await retry(newId())).code).toBe(9104)
  })

  test('a closed one is on no list', async () => {
    await world.setTime('2026-11-21T10:00:00Z')
    const contractId = await broken(2)
    await world.setTime('2026-12-14T10:00:00Z')
    expect((await list()).total).toBe(1)
    await sql`update billing_plan set closed_at = created_at where contract_id = ${contractId}`.execute(db)
    expect((await list()).total).toBe(0)
    expect((await retry()).body).toEqual({ billed: 0, parked: 0 })
  })
})
