import { sql, type RawBuilder } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../../tools/testing/database.ts'
import { machineNow } from '../clock.ts'
import { connect } from '../database/connect.ts'
import { dueDeliveries, takeDeliveries } from './due-deliveries.ts'

interface Step {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Step[]
}

const database = await createTestDatabase()
const { db, close } = connect(database.url)
afterAll(async () => {
  await close()
  await database.drop()
})

/** Facts of as many things, each with a delivery. */
async function record(count: number, state: 'done' | 'open'): Promise<void> {
  await sql`
    with fact as (
      insert into event (type, aggregate, payload, happened_at, recorded_at)
      select 'thing-happened', ${state} || n, '{}', now(), now() from generate_series(1, ${count}::int) n returning id, aggregate)
    insert into event_delivery (event_id, handler, aggregate, next_attempt_at, done_at)
    select id, 'mail', aggregate, now() - interval '1 minute', case when ${state} = 'done' then now() end from fact`.execute(
    db,
  )
}

const HANDLERS = ['mail', 'book']

const steps = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(steps)]

/** What a statement reads of the deliveries. */
async function readings(statement: RawBuilder<unknown>): Promise<Step[]> {
  const { rows } = await sql<{
    'QUERY PLAN': readonly [{ readonly Plan: Step }]
  }>`explain (analyze, format json) ${statement}`.execute(db)
  return steps(rows[0]?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'none' }).filter(
    (step) => step['Relation Name'] === 'event_delivery',
  )
}

test('a burst is looked at and taken without walking what is done, whatever the planner knows of the table', async () => {
  expect((await dueDeliveries(machineNow(), HANDLERS).execute(db)).rows).toEqual([])
  await sql`analyze event_delivery`.execute(db)
  await record(20_000, 'done')
  await record(9_000, 'open')
  for (const known of ['nothing', 'half a burst']) {
    const look = await readings(dueDeliveries(machineNow(), HANDLERS))
    expect(look).toHaveLength(2)
    for (const step of look)
      expect(step['Rows Removed by Filter'] ?? 0, `${known}: ${step['Node Type']}`).toBe(0)
    const due = (await dueDeliveries(machineNow(), HANDLERS).execute(db)).rows
    expect(due).toHaveLength(300)
    const [first, ...others] = due.slice(0, 40)
    if (!first) throw new Error('nothing is due')
    for (const step of await readings(takeDeliveries([first, ...others], machineNow())))
      expect(step['Node Type'], known).not.toBe('Seq Scan')
    await sql`analyze event_delivery`.execute(db)
  }
})
