import { createSmallServer, type SmallServer } from '@stowage/server/testing/small-server'
import { createAccount } from '@stowage/server/modules/accounts/index'
import { hashPassword } from '@stowage/server/modules/accounts/hash-password'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../demo/people.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { demoAccounts } from './demo-accounts.ts'

let database: TestDatabase
let server: SmallServer<Record<string, never>>
beforeAll(async () => {
  database = await createTestDatabase()
  server = await createSmallServer(database.url, () => ({}))
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const add = async (name: string, password: string | null): Promise<void> => {
  const passwordHash = password === null ? null : await hashPassword(password)
  await server.platform.transact(
    async (tx) =>
      void (await createAccount(tx, {
        email: `${name}@stowage.example`,
        passwordHash,
        platformRole: 'client',
        language: 'en',
        accountType: 'individual',
        country: 'DE',
        city: 'Berlin',
        at: server.platform.clock.now(),
      })),
  )
}

test('the start names the accounts that the demo’s password opens, and no others', async () => {
  const said = async () => (await demoAccounts(server.platform.db)).join('\n')
  expect(await said()).toMatch(/opens none/)
  // As an import leaves it.
  await add('super', null)
  expect(await said()).not.toContain(DEMO_PASSWORD)
  await add('admin', DEMO_PASSWORD)
  await add('manager', 'something else')
  expect(await said()).toBe(`  accounts:  admin@stowage.example\n  password:  ${DEMO_PASSWORD}`)
  await server.platform.db
    .updateTable('account')
    .set({ deleted_at: server.platform.clock.now() })
    .where('email', '=', 'admin@stowage.example')
    .execute()
  expect(await said()).not.toContain(DEMO_PASSWORD)
})
