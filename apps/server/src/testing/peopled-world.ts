import { afterAll } from 'vitest'
import { createPeople, type People } from './people.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

/** A whole server with the usual people, for all tests of the file that asks for it: closed after the last of them. */
export async function openPeopledWorld(options?: WorldOptions): Promise<{ world: World; people: People }> {
  const world = await createWorld(options)
  afterAll(async () => await world.close())
  return { world, people: await createPeople(world) }
}
