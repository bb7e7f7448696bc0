import { newSecret } from '@stowage/lsp/signature'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSmallStock } from '../../testing/small-stock.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => await world.close())

test('when business time is moved, every site is to have its list anew', async () => {
  const { platform, modules } = world.running
  const { stockId } = await createSmallStock({ platform, catalog: modules.catalog })
  await modules.access.sites.register(platform.transact, { stockId, keyId: 'k1', secret: newSecret() })
  await world.settle()
  const wanted = async () =>
    await platform.db
      .selectFrom('access_list')
      .select('wanted_at')
      .where('stock_id', '=', stockId)
      .executeTakeFirst()
  await platform.db
    .insertInto('access_list')
    .values({ stock_id: stockId, wanted_at: null })
    .onConflict((conflict) => conflict.column('stock_id').doUpdateSet({ wanted_at: null }))
    .execute()
  await world.setTime('2027-03-01T10:00:00Z')
  await world.settle()
  expect((await wanted())?.wanted_at).toBeTruthy()
})
