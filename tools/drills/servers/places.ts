import { createSmallStock, type SmallStock } from '@stowage/server/testing/small-stock'
import { startLocksServer, startPayKeeper, type LocksServer, type PayKeeper } from '@stowage/simulators'
import { accountMaker } from '../../volume/make-account.ts'
import { PASSWORD, SUPER_EMAIL } from '../../volume/make-patterns.ts'
import type { Drill } from './drill.ts'
import { fillMarket, type Market } from './rent.ts'
import type { StageWish } from './stage.ts'

/** A company that depends on everything outside: a card processor, and a warehouse with locks. */
export interface Places {
  readonly boss: string
  readonly market: Market
  /** Many boxes, each to be paid for by card once. */
  readonly cardStock: SmallStock
  readonly lockStockId: string
  readonly lockBoxes: readonly string[]
  readonly site: LocksServer
  readonly cards: PayKeeper
}

const CABINET = { login: 'api', password: 'word', secretWord: 's3cr3t', currency: 'EUR' } as const
const SECRET = 'a-site-secret-for-drills'
const CARD_BOXES = 900
const DOORS = 8

/** Starts what is outside; who calls whom is told when the servers have an address. */
export async function openPlaces(
  drill: Drill,
): Promise<Required<Pick<StageWish<Places>, 'env' | 'prepare'>>> {
  const cards = await startPayKeeper({
    host: '127.0.0.1',
    ...CABINET,
    notificationUrl: 'http://127.0.0.1:9/',
    retry: { attempts: 100, everyMs: 1000 },
    timeoutMs: 3000,
  })
  drill.atEnd(cards.close)
  return {
    env: {
      PAYKEEPER_URL: cards.baseUrl,
      PAYKEEPER_LOGIN: CABINET.login,
      PAYKEEPER_PASSWORD: CABINET.password,
      PAYKEEPER_SECRET_WORD: CABINET.secretWord,
      PAYKEEPER_CURRENCY: CABINET.currency,
      LOCKS_ALLOWED_ADDRESSES: '127.0.0.1',
    },
    prepare: async ({ quietly }) =>
      await quietly(async (running) => {
        const { platform, modules } = running
        const tools = { platform, catalog: modules.catalog }
        const boss = await (await accountMaker(running, PASSWORD))(SUPER_EMAIL, 'superUser')
        const market = await fillMarket(running)
        const cardStock = await createSmallStock(tools, {
          stock: { code: 'CARDS' },
          boxes: Array.from({ length: CARD_BOXES }, (_, index) => ({
            unitNumber: `YA${String(index + 1).padStart(4, '0')}`,
            size: 2,
            ownRate: 5000,
          })),
        })
        const doors = Array.from(
          { length: DOORS },
          (_, index) => `1:01:${String(index + 1).padStart(2, '0')}`,
        )
        const locked = await createSmallStock(tools, {
          stock: { code: 'LOCKS', routerIp: '127.0.0.1', servicePort: 1, equipment: [] },
          boxes: doors.map((lockId, index) => ({ unitNumber: `YA00${index + 1}`, size: 2, lockId })),
        })
        const site = await startLocksServer({
          host: '127.0.0.1',
          siteId: locked.stockId,
          keyId: 'k1',
          secret: SECRET,
          minimumDistanceMs: 0,
          perMinute: 100_000,
          closeAfterSeconds: 1,
          locks: doors.map((id) => ({ id, kind: 'box', name: id })),
        })
        drill.atEnd(site.close)
        await modules.access.sites.register(platform.transact, {
          stockId: locked.stockId,
          keyId: 'k1',
          secret: SECRET,
        })
        await platform.transact((tx) =>
          modules.catalog.setSiteAddress(tx, { actorId: null }, locked.stockId, {
            routerIp: '127.0.0.1',
            servicePort: site.port,
          }),
        )
        return {
          boss,
          market,
          cardStock,
          lockStockId: locked.stockId,
          lockBoxes: locked.boxes.map(({ id }) => id),
          site,
          cards,
        }
      }),
  }
}
