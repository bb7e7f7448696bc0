import { createSmallServer } from '@stowage/server/testing/small-server'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { lookAtDatabase } from './look-at-database.ts'

test('A7: doctor names the rows with which a job failed several times, and says that there are more', async () => {
  const database = await createTestDatabase()
  const server = await createSmallServer(database.url, () => ({}), { logLevel: 'silent' })
  onTestFinished(async () => {
    await server.close()
    await database.drop()
  })
  const { db, config } = server.platform
  const at = Temporal.Instant.from('2026-11-21T10:00:00Z')
  const failed = (rowKey: string, attempts: number) => ({
    job: 'cancel-lapsed-holds',
    row_key: rowKey,
    reason: 'contract_check\n    at work',
    attempts,
    next_attempt_at: at,
    last_at: at,
  })
  const lines = async () =>
    (await lookAtDatabase(database.url, config)).filter(({ about }) => about === 'jobs')
  await db.insertInto('job_failure').values(failed('fails for the first time', 1)).execute()
  expect(await lines()).toEqual([])
  await db.insertInto('job_failure').values(failed('contract 1', 4)).execute()
  expect(await lines()).toEqual([
    {
      about: 'jobs',
      level: 'warn',
      says:
        'cancel-lapsed-holds failed 4 times with contract 1: contract_check ' +
        '(again at 2026-11-21T10:00Z, or now on the page System)',
    },
  ])
  const many = Array.from({ length: 21 }, (_, index) => failed(`contract ${index + 2}`, 3))
  await db.insertInto('job_failure').values(many).execute()
  expect(await lines()).toHaveLength(21)
  expect((await lines()).at(-1)?.says).toBe(
    'more than 20 rows need attention; the table job_failure holds them all',
  )
})
