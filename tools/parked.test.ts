import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { createWorld, type World } from '@stowage/server/testing/world'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => await world?.close())

const health = async (): Promise<unknown> =>
  (await world.running.app.inject({ method: 'GET', url: '/api/health' })).json()

async function tool(...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [path.join(import.meta.dirname, 'parked.ts'), ...words], {
    env: { ...process.env, DATABASE_URL: world.running.platform.config.databaseUrl ?? '' },
  })
  return stdout
}

test('a parked event is counted by the health call, listed by the tool, and run again by it', async () => {
  const { db } = world.running.platform
  expect(await health()).toEqual({ status: 'ok', parkedEvents: 0 })
  await sql`
    with told as (
      insert into event (type, aggregate, payload, happened_at, recorded_at)
      values ('thing-happened', 'thing:1', '{}', '2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z') returning id
    )
    insert into event_delivery (event_id, handler, aggregate, attempts, next_attempt_at, parked_reason)
    select id, 'mail thing', 'thing:1', 12, '2026-11-21T10:00:00Z', 'no such thing' from told`.execute(db)
  // What it says is at most a second old.
  await expect.poll(health).toEqual({ status: 'ok', parkedEvents: 1 })
  expect(await tool()).toMatch(/^\d+ {2}thing-happened {2}thing:1 {2}mail thing: no such thing\n1 parked\n$/)
  await expect(tool('again', 'everything')).rejects.toThrow(/usage/)
  expect(await tool('again', '999999999')).toMatch(/^0 will run again/)
  expect(await tool('again', 'all')).toMatch(/^1 will run again/)
  await expect.poll(health).toEqual({ status: 'ok', parkedEvents: 0 })
})
