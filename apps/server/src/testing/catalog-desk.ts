import { afterAll } from 'vitest'
import { createTestDatabase } from '../../../../tools/testing/database.ts'
import { createCatalog, type Catalog } from '../modules/catalog/index.ts'
import type { Config } from '../platform/config.ts'
import { newId } from '../platform/ids.ts'
import type { Person } from './person.ts'
import { createSmallServer, type SmallServer } from './small-server.ts'
import { createSmallCompany, createSmallStock, createTenant, type SmallStock } from './small-stock.ts'

/** A server with the catalog alone, and Sofia, a superUser, at the desk. */
export interface CatalogDesk {
  readonly server: SmallServer<{ catalog: Catalog }>
  readonly sofia: () => Person
  readonly smallStock: (wish?: Parameters<typeof createSmallStock>[1]) => Promise<SmallStock>
  /** The trail of one record, the oldest entry first. */
  readonly actsOn: (
    id: string,
  ) => Promise<{ action: string; actor_id: string | null; before: unknown; after: unknown }[]>
  /** Somebody rents or has reserved a box, as booking does it. */
  readonly rent: (stockId: string, boxId: string, kind: 'contract' | 'reservation') => Promise<void>
}

/** A catalog with nothing in it, for all tests of the file that asks for it: closed after the last of them. */
export async function openEmptyCatalog(config: Partial<Config> = {}): Promise<CatalogDesk> {
  const database = await createTestDatabase()
  const create = (platform: Parameters<typeof createCatalog>[0]) => ({ catalog: createCatalog(platform) })
  const server = await createSmallServer(database.url, create, config)
  afterAll(async () => {
    await server.close()
    await database.drop()
  })
  const { platform } = server
  const { catalog } = server.modules
  return {
    server,
    sofia: () => server.person('super'),
    smallStock: async (wish) => await createSmallStock({ platform, catalog }, wish),
    actsOn: async (id) =>
      await platform.db
        .selectFrom('audit')
        .select(['action', 'before', 'after', 'actor_id'])
        .where('subject_id', '=', id)
        .orderBy('id')
        .execute(),
    async rent(stockId, boxId, kind) {
      const accountId = await createTenant(platform)
      await platform.transact(async (tx) => {
        await catalog.lockBox(tx, boxId)
        const takenAt = platform.clock.now()
        await catalog.claimBox(tx, {
          stockId,
          boxId,
          kind,
          accountId,
          holderId: newId(),
          takenAt,
          lapsesAt: null,
        })
      })
    },
  }
}

/** The same with a company in it, and a category of all sizes. */
export async function openCatalogDesk(): Promise<CatalogDesk> {
  const desk = await openEmptyCatalog()
  await createSmallCompany({ platform: desk.server.platform, catalog: desk.server.modules.catalog })
  return desk
}
