import { listExternalTasks } from '@stowage/api/management-system'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDesk } from '../../testing/booking-desk.ts'

const desk = await openDesk()

test('who enters a wish for a box by hand reads for how long it is wanted', async () => {
  const { sofia, clara } = desk.people
  const stockId = desk.stock.stockId
  await desk.world.running.platform.db
    .insertInto('external_task')
    .values({
      id: 'wish-1',
      stock_id: stockId,
      kind: 'book',
      box_id: desk.stock.boxes[0]!.id,
      account_id: clara.id,
      date_value: Temporal.PlainDate.from('2026-11-28'),
      payload: sql`${JSON.stringify({ contractDuration: 3, invoicingPeriod: 1 })}::jsonb`,
      asked_by_id: clara.id,
      asked_at: Temporal.Instant.from('2026-11-22T10:00:00Z'),
    })
    .execute()
  const { body } = await sofia.call(listExternalTasks, { query: { stockId } })
  expect(body).toMatchObject([
    { kind: 'book', dateValue: '2026-11-28', changes: [{ name: 'contractDuration', value: '3' }] },
  ])
})
