import { afterAll, beforeAll, expect, test } from 'vitest'
import { main } from './main.ts'
import { ConfigError } from './platform/config.ts'
import { DEMO_MARK } from './platform/demo-mark.ts'
import { createWorld, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => await world.close())

test('without the demo, data that hold its company are refused: everybody knows the password of its accounts', async () => {
  const { config, db } = world.running.platform
  const start = async (demo: boolean) =>
    await main({ ...config, demo, port: 0 }, { manual: true, webFolder: '/nowhere' })
  await (await start(false)).close()
  await db.insertInto('setting').values({ name: DEMO_MARK, value: '"filled"' }).execute()
  const refused = await start(false).then(
    async (running) => await running.close(),
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as ConfigError).message).toMatch(/^DEMO: expected on .*public password.*DATA_DIR/)
  await (await start(true)).close()
})
