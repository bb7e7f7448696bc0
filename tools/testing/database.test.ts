import { connect } from '@stowage/server/platform/database/connect'
import { readMigrations } from '@stowage/server/platform/database/migrate'
import { expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

test('two files get two migrated databases that do not see one another', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  expect(one.url).not.toBe(two.url)
  const [first, second] = [connect(one.url), connect(two.url)]
  try {
    const names = await first.db.selectFrom('migration').select('name').execute()
    expect(names).toHaveLength(readMigrations().length)
    await first.db.deleteFrom('migration').execute()
    expect(await second.db.selectFrom('migration').select('name').execute()).toHaveLength(
      readMigrations().length,
    )
  } finally {
    await Promise.all([first.close(), second.close()])
    await Promise.all([one.drop(), two.drop()])
  }
})
