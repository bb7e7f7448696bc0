import { readSystem } from '@stowage/api/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openContracts, type RunningContracts } from '../testing/running-contracts.ts'

let desk: RunningContracts
beforeAll(async () => {
  desk = await openContracts()
  await desk.world.settle()
})
afterAll(async () => await desk?.world.close())

/** How often all jobs had their turn. */
async function turns(): Promise<number> {
  await desk.world.running.processes.beat()
  const { body } = await desk.people.sofia.call(readSystem)
  const counts = new Set(body.jobs.map(({ runs }) => runs))
  expect(counts.size).toBe(1)
  return [...counts][0] ?? 0
}

test('facts are delivered without a job', async () => {
  const before = await turns()
  const { id } = await desk.tenant()
  const mails = async () =>
    await desk.world.running.platform.db
      .selectFrom('mail')
      .select('status')
      .where('account_id', '=', id)
      .execute()
  expect(await mails()).toHaveLength(0)
  await desk.world.deliver()
  expect(await mails()).toHaveLength(1)
  expect(await turns()).toBe(before)
})

test('jobs go around once where they change nothing, and again where they have', async () => {
  await desk.book(await desk.tenant(), { months: 3, invoicingPeriod: 1 })
  await desk.world.settle()
  const before = await turns()
  await desk.world.settle()
  expect(await turns()).toBe(before + 1)
  // The next invoice is written.
  await desk.world.setTime('2026-12-20T10:00:00Z')
  expect(await turns()).toBe(before + 3)
})
