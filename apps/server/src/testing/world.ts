import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '../../../../tools/testing/database.ts'
import { main, type MainOptions, type Running } from '../main.ts'
import { readConfig, type Config } from '../platform/config.ts'
import { createKeptLog } from './kept-log.ts'
import { createPerson, type Person } from './person.ts'

export type { Person, Reply } from './person.ts'

export interface World {
  readonly running: Running
  person(token?: string): Person
  /** Business time becomes this instant (`2026-11-21T10:00:00Z`), then all jobs and events run. */
  setTime(instant: string): Promise<void>
  /** All that waits is done: facts are delivered and jobs are run. */
  settle(): Promise<void>
  /** Facts are delivered, and no job is run: all that a payment brings about, say. */
  deliver(): Promise<void>
  close(): Promise<void>
}

export interface WorldOptions {
  readonly config?: Partial<Config>
  readonly main?: MainOptions
  readonly startAt?: string
  /** Drills run outside of the tests and bring their own. */
  readonly database?: TestDatabase
}

/**
 * A whole server on a real database of its own, with jobs run on demand. Business time starts at 2026-11-21 10:00 UTC
 * and stands still only as far as the machine's clock does; tests compare days, not milliseconds.
 */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const database = options.database ?? (await createTestDatabase())
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'stowage-test-'))
  const config: Config = {
    ...readConfig({
      DATABASE_URL: database.url,
      DEMO: 'off',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error',
      RATE_LIMIT_PER_MINUTE: '1000000',
      CHECK_ANSWERS: 'on',
    }),
    ...options.config,
  }
  const running = await main(config, {
    manual: true,
    log: createKeptLog(config.logLevel),
    webFolder: path.join(dataDir, 'no-web'),
    ...options.main,
  })
  const moveClock = async (instant: string): Promise<void> =>
    await running.moveClock({ offsetMs: Date.parse(instant) - Date.now() })
  // An empty house has nothing for a job to do.
  await moveClock(options.startAt ?? '2026-11-21T10:00:00Z')

  return {
    running,
    person: (token) => createPerson(running.app, token),
    async setTime(instant) {
      await moveClock(instant)
      await running.settle()
    },
    settle: () => running.settle(),
    deliver: () => running.deliver(),
    async close() {
      await running.close()
      await database.drop()
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
}
