import { payDocument } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { expect, test } from 'vitest'
import { createPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallStock } from '../../testing/small-stock.ts'
import { chargeMonthEnds } from './charge-penalties.ts'

const { world, people } = await openPeopledWorld()

test('a server that stops charges no further invoice; the next turn does the rest', async () => {
  const { platform, modules } = world.running
  const { stockId, boxes } = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      stock: { invoiceNotPaidFeePercent: 1, daysWithoutFee: 5 },
      boxes: ['YA001', 'YA002'].map((unitNumber) => ({ unitNumber, size: 2, ownRate: 5000 })),
    },
  )
  const tenant = await createPerson(world, { email: 'late@tenants.example' })
  for (const { id: boxId } of boxes) {
    const booked = await people.sofia.call(bookBox, {
      body: {
        stockId,
        boxId,
        userId: tenant.id,
        arrivalDate: '2026-11-21',
        contractDuration: 3,
        invoicingPeriod: 1,
        paymentMethod: 'manual',
      },
    })
    const documentId = booked.body.documentId ?? ''
    expect((await people.sofia.call(payDocument, { body: { documentId, processor: 'manual' } })).status).toBe(
      200,
    )
  }
  await world.setTime('2026-12-14T10:00:00Z')
  await world.running.moveClock({ offsetMs: Date.parse('2027-01-04T10:00:00Z') - Date.now() })
  const charged = async (): Promise<number> =>
    (
      await platform.db
        .selectFrom('document')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('penalises_id', 'is not', null)
        .executeTakeFirstOrThrow()
    ).count
  const stopping = new AbortController()
  const transact: typeof platform.transact = async (action) => {
    const done = await platform.transact(action)
    if ((await charged()) > 0) stopping.abort()
    return done
  }
  await expect(chargeMonthEnds({ ...platform, transact }, stopping.signal)).rejects.toThrow(/aborted/)
  expect(await charged()).toBe(1)
  await chargeMonthEnds(platform)
  expect(await charged()).toBe(2)
})
