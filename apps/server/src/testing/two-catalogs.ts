import { afterAll } from 'vitest'
import { fetchBoxes } from '@stowage/api/catalog'
import { fromWire } from '@stowage/api/wire'
import * as z from 'zod/mini'
import { createTestDatabase } from '../../../../tools/testing/database.ts'
import { createCatalog, type Catalog } from '../modules/catalog/index.ts'
import { newId } from '../platform/ids.ts'
import { createSmallServer, type SmallServer } from './small-server.ts'
import { createSmallStock, createTenant, type SmallStock } from './small-stock.ts'

type Server = SmallServer<{ catalog: Catalog }>
type Item = z.output<typeof fetchBoxes.answer>[number]

export interface BoxListReply {
  readonly etag: string
  readonly items: Item[]
  readonly text: string
  readonly headers: Record<string, unknown>
}

export interface TwoCatalogs {
  readonly server: Server
  readonly other: Server
  readonly stockOf: (wish?: Parameters<typeof createSmallStock>[1]) => Promise<SmallStock>
  /** Gives a box of the stock to a tenant. @returns the holder's id */
  readonly claim: (
    on: Server,
    stock: SmallStock,
    index: number,
    kind?: 'reservation' | 'contract',
    accountId?: string,
  ) => Promise<string>
  /** The box list as a caller gets it, held against its schema. */
  readonly list: (on: Server, stockId: string, as?: string) => Promise<BoxListReply>
}

/**
 * Two servers with the catalogue on one database, and a category from 1 to 20 m² at 19.99 EUR, for all tests of the file that
 * asks for them: closed after the last of them.
 */
export async function openTwoCatalogs(): Promise<TwoCatalogs> {
  const database = await createTestDatabase()
  const start = async (): Promise<Server> =>
    await createSmallServer(database.url, (platform) => ({ catalog: createCatalog(platform) }))
  const [server, other] = [await start(), await start()]
  afterAll(async () => {
    await server.close()
    await other.close()
    await database.drop()
  })
  const { catalog } = server.modules
  await server.platform.transact(async (tx) => {
    await catalog.createCategory(
      tx,
      { actorId: null },
      { name: 'All', alias: 'all', description: '', minSize: 1, maxSize: 20, prices: { EUR: 1999 } },
    )
  })
  return {
    server,
    other,
    stockOf: async (wish) => await createSmallStock({ platform: server.platform, catalog }, wish),
    async claim(on, stock, index, kind = 'contract', accountId) {
      const holderId = newId()
      const holder = accountId ?? (await createTenant(on.platform))
      const boxId = stock.boxes[index]?.id ?? ''
      await on.platform.transact(async (tx) => {
        const takenAt = on.platform.clock.now()
        await on.modules.catalog.claimBox(tx, {
          boxId,
          stockId: stock.stockId,
          kind,
          holderId,
          accountId: holder,
          takenAt,
          lapsesAt: null,
        })
      })
      return holderId
    },
    async list(on, stockId, as) {
      const reply = await on.get(`boxes/fetch?stockId=${stockId}`, as)
      if (reply.statusCode !== 200) throw new Error(`boxes/fetch answered ${reply.statusCode}`)
      const items = z.parse(fetchBoxes.answer, fromWire(fetchBoxes.answer, reply.json()))
      return { etag: String(reply.headers.etag), items, text: reply.body, headers: reply.headers }
    },
  }
}
