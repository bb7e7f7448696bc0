import type { World } from '@stowage/server/testing/world'
import { startLocksServer, type LocksServer } from '@stowage/simulators/locks/start-locks-server'

type Wish = Parameters<typeof startLocksServer>[0]

/** A locks server at a stock of this world; each knows the other's address and the key they share. */
export async function openSite(
  { running }: World,
  stockId: string,
  wish: Pick<Wish, 'secret' | 'locks'> & Partial<Wish>,
): Promise<LocksServer> {
  const { platform, modules, port } = running
  const keyId = 'k1'
  const locks = await startLocksServer({
    host: '127.0.0.1',
    siteId: stockId,
    keyId,
    minimumDistanceMs: 0,
    eventsUrl: `http://127.0.0.1:${port}/api/site-gateway/${stockId}/events`,
    ...wish,
  })
  await modules.access.sites.register(platform.transact, { stockId, keyId, secret: wish.secret })
  await platform.transact((tx) =>
    modules.catalog.setSiteAddress(tx, { actorId: null }, stockId, {
      routerIp: '127.0.0.1',
      servicePort: locks.port,
    }),
  )
  return locks
}
