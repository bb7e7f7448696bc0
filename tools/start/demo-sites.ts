import { randomBytes } from 'node:crypto'
import type { Running } from '@stowage/server/main'
import type { LockConfig, Simulators } from '@stowage/simulators'

/**
 * Gives every stock its simulated warehouse and tells the server where it is. Done at each start: a warehouse may have had
 * to move to another port, and the data may have been filled anew.
 */
export async function connectSites(
  { platform, modules }: Pick<Running, 'platform' | 'modules'>,
  simulators: Simulators,
): Promise<void> {
  const stocks = await platform.db
    .selectFrom('stock')
    .select(['id', 'name', 'router_ip', 'service_port', 'offline_app_url'])
    .where('deleted_at', 'is', null)
    .execute()
  for (const known of Object.keys(simulators.sites))
    if (!stocks.some(({ id }) => id === known)) await simulators.removeSite(known)
  const serverPublicKey = await modules.access.serverPublicKey()
  for (const stock of stocks) {
    const locks = await locksOf(platform, stock.id)
    // A warehouse of the external system has none before somebody gives its boxes locks.
    if (locks.length === 0) continue
    const keys = await modules.access.sites.keys(stock.id)
    const key = keys?.keys[0] ?? {
      keyId: `site-${randomBytes(6).toString('hex')}`,
      secret: randomBytes(32).toString('base64url'),
    }
    const site = await simulators.addSite({
      siteId: stock.id,
      name: stock.name,
      ...key,
      locks,
      serverPublicKey,
    })
    if (!keys) await modules.access.sites.register(platform.transact, { stockId: stock.id, ...key })
    const routerIp = site.host === '::1' || site.host === '::' ? '::1' : '127.0.0.1'
    const offlineAppUrl = site.lanUrl ?? null
    if (
      stock.router_ip === routerIp &&
      stock.service_port === site.port &&
      stock.offline_app_url === offlineAppUrl
    )
      continue
    await platform.transact(
      async (tx) =>
        await modules.catalog.setSiteAddress(tx, { actorId: null }, stock.id, {
          routerIp,
          servicePort: site.port,
          offlineAppUrl,
        }),
    )
  }
}

async function locksOf({ db }: Running['platform'], stockId: string): Promise<LockConfig[]> {
  const boxes = await db
    .selectFrom('box')
    .select(['lock_id', 'unit_number'])
    .where('stock_id', '=', stockId)
    .where('lock_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  const equipment = await db
    .selectFrom('equipment')
    .select(['id', 'name', 'kind'])
    .where('stock_id', '=', stockId)
    .execute()
  return [
    ...boxes.map((box): LockConfig => ({ id: box.lock_id!, kind: 'box', name: box.unit_number })),
    ...equipment.map(({ id, name, kind }): LockConfig => ({ id, name, kind: kind as LockConfig['kind'] })),
  ]
}
