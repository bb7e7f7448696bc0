import { createTestDatabase } from '../../../../tools/testing/database.ts'
import { createCatalog, type Catalog } from '../modules/catalog/index.ts'
import { newId } from '../platform/ids.ts'
import type { Person } from './person.ts'
import { createSmallServer, type SmallServer } from './small-server.ts'
import { createSmallCompany, createSmallStock, createTenant, type SmallStock } from './small-stock.ts'

/** A server with the catalog alone, a company on it, and Sofia, a superUser, at the desk. */
export interface CatalogDesk {
  readonly server: SmallServer<{ catalog: Catalog }>
  sofia(): Person
  smallStock(wish?: Parameters<typeof createSmallStock>[1]): Promise<SmallStock>
  /** The trail of one record, the oldest entry first. */
  actsOn(id: string): Promise<{ action: string; actor_id: string | null; before: unknown; after: unknown }[]>
  /** Somebody rents or has reserved a box, as booking does it. */
  rent(stockId: string, boxId: string, kind: 'contract' | 'reservation'): Promise<void>
  close(): Promise<void>
}

export async function openCatalogDesk(): Promise<CatalogDesk> {
  const database = await createTestDatabase()
  const server = await createSmallServer(database.url, (platform) => ({ catalog: createCatalog(platform) }))
  const { platform } = server
  const { catalog } = server.modules
  await createSmallCompany({ platform, catalog })
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
    async close() {
      await server.close()
      await database.drop()
    },
  }
}
