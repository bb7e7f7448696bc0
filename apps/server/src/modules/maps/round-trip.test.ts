import * as api from '@stowage/api/maps'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanMapObjects } from '@stowage/domain/clean-map-objects'
import type { MapObject } from '@stowage/domain/map-object'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { anyDrawing, fullDrawing } from '../../../../../tools/testing/map-objects.ts'
import { createSmallServer, type SmallServer } from '../../testing/small-server.ts'
import { createSmallStock } from '../../testing/small-stock.ts'
import { createCatalog, type Catalog } from '../catalog/index.ts'
import { createMaps, type Maps } from './index.ts'

let database: TestDatabase
let server: SmallServer<{ catalog: Catalog; maps: Maps }>
let stockId: string

beforeAll(async () => {
  database = await createTestDatabase()
  server = await createSmallServer(database.url, (platform) => ({
    catalog: createCatalog(platform),
    maps: createMaps(platform),
  }))
  ;({ stockId } = await createSmallStock(
    { platform: server.platform, catalog: server.modules.catalog },
    { boxes: [] },
  ))
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const save = async (objects: readonly unknown[]) =>
  await server.person('super').call(api.saveMap, {
    params: { stockId },
    body: { mapId: 'Ground', objects: [...objects] },
  })

/** Saves a drawing, reads it back by both calls, and saves what was read. */
async function thereAndBack(objects: readonly MapObject[]): Promise<void> {
  // The generator makes what may be stored, or the test would prove nothing of it.
  expect(cleanMapObjects(objects).problems).toEqual([])
  const saved = await save(objects)
  expect(saved.status, saved.raw).toBe(200)
  const { version } = saved.body
  const params = { stockId, mapId: 'Ground', version: String(version) }
  const read = await server.person('super').call(api.getMapVersion, { params })
  expect(read.body).toEqual(objects)
  // What everybody reads says which box of this stock an object stands for, and the stock has none.
  const plans = (await server.person().call(api.getMap, { params: { stockId } })).body
  expect(plans['Ground']).toEqual(objects.map(({ boxId: _box, ...object }) => object))
  // Kept as it is to the last digit: what was read changes nothing.
  expect((await save(read.body)).body.version).toBe(version)
}

test('every field of every type comes back as it was saved', async () => {
  await fc.assert(fc.asyncProperty(fullDrawing, thereAndBack), { seed: 5, numRuns: 40 })
})

test('whatever fields an object has, these and no others come back', async () => {
  await fc.assert(fc.asyncProperty(anyDrawing, thereAndBack), { seed: 6, numRuns: 60 })
})

test.each([
  ['half of a sign', '\ud83d'],
  ['the other half', 'a\udc4db'],
])('a text with %s is refused by its field, for no database keeps it', async (_what, text) => {
  const reply = await save([{ type: 'text', uuid: 'a', x: 0, y: 0, text }])
  expect([reply.status, reply.errors]).toMatchObject([400, [{ errorCode: 1005, field: 'objects.0.text' }]])
})
