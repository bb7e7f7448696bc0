import * as api from '@stowage/api/sites'
import { limits } from '@stowage/domain/limits'
import { authorOf } from '../../platform/audit/author.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import { route, type Route } from '../../platform/http/call.ts'
import type { StockTerms } from '../catalog/index.ts'
import { changeSettings, describeSettings } from './change-settings.ts'
import { compareDoors, describeSite } from './describe-site.ts'
import type { AccessTools } from './open-door.ts'
import { chooseHolder } from './hold-site.ts'
import { openPairing, unpairSite } from './pair-site.ts'
import { countOutOfSight, openDoors } from './site-view.ts'
import { testLock } from './test-lock.ts'
import { voidExposedPins } from './void-exposed-pins.ts'
import type { SiteWatch } from './watch-sites.ts'

/** The calls about the locks server of a stock, for who sets it up and who watches it. */
export function siteRoutes(tools: AccessTools, watch: SiteWatch): Route[] {
  const { platform, catalog, sites } = tools
  /** @throws Failure 6006 for a stock that is not there, or not this person's to see */
  const stockOf = async (stockId: string, actor: Actor): Promise<StockTerms> => {
    const stock = (await catalog.stockTerms(stockId)) ?? fail(6006)
    const isSeen = isSuperUser(actor) || actor.stockId === null || actor.stockId === stock.id
    return isSeen ? stock : fail(6006)
  }
  return [
    route(api.getSite, async ({ params, actor }) =>
      describeSite(tools, watch, await stockOf(params.id, actor), isSuperUser(actor)),
    ),
    route(
      api.siteDoors,
      async ({ params, actor }) =>
        await compareDoors(tools, await stockOf(params.id, actor), isSuperUser(actor)),
    ),
    route(api.pairSite, async (call) => {
      const stock = await stockOf(call.params.id, call.actor)
      // Not under an Idempotency-Key, which would keep the code: asked again, there is another one.
      return await platform.transact(
        async (tx) => await openPairing({ platform }, tx, authorOf(call), stock.id),
      )
    }),
    route(api.unpairSite, async (call) => {
      const stock = await stockOf(call.params.id, call.actor)
      const answer = await call.transact(async (tx) => {
        await unpairSite({ platform, sites }, tx, authorOf(call), stock.id)
        return {}
      })
      sites.forget(stock.id)
      return answer
    }),
    route(api.newPinsOfSite, async (call) => {
      const stock = await stockOf(call.params.id, call.actor)
      return await call.transact(async (tx) => ({
        pins: await voidExposedPins(tools, tx, authorOf(call), stock.id),
      }))
    }),
    route(api.chooseSiteHolder, async (call) => {
      const stock = await stockOf(call.params.id, call.actor)
      const choice = { stockId: stock.id, ...call.body }
      return await call.transact(async (tx) => {
        await chooseHolder({ platform, exchange: tools.tunnels }, tx, authorOf(call), choice)
        return {}
      })
    }),
    route(api.testLock, async (call) => {
      const { id: stockId } = await stockOf(call.params.id, call.actor)
      const asker = { actor: call.actor, author: authorOf(call), once: call.once }
      return await testLock(tools, asker, { stockId, lockId: call.body.lockId })
    }),
    route(
      api.siteSettings,
      async ({ params, actor }) => await describeSettings(tools, (await stockOf(params.id, actor)).id),
    ),
    route(api.changeSiteSettings, async (call) => {
      const stock = await stockOf(call.params.id, call.actor)
      const how = { transact: call.transact, keep: call.keep, author: authorOf(call) }
      return await changeSettings(tools, how, stock.id, call.body)
    }),
    route(api.openNow, async ({ params, actor }) => {
      const stock = await stockOf(params.id, actor)
      const seesAll = isSuperUser(actor)
      const readsBoxes = seesAll || actor.grants.has('boxes.read')
      const isOk = await watch.isOk(stock.id)
      const rows = await openDoors(platform.db, stock.id, { id: actor.id, seesAll, isAway: !isOk })
      const now = platform.clock.now()
      const longBefore = now.subtract({ minutes: limits.leftOpenMinutes })
      return {
        isOk,
        outOfSight: await countOutOfSight(platform.db, stock.id),
        now: now.toString(),
        doors: rows.map(({ openedBy, tenant, lockId, ...door }) => ({
          ...door,
          lockId: readsBoxes || door.equipmentId !== null ? lockId : null,
          isLong: Temporal.Instant.compare(Temporal.Instant.from(door.since), longBefore) <= 0,
          openedBy: seesAll || actor.grants.has('stocks.history') ? openedBy : null,
          tenant: readsBoxes ? tenant : null,
        })),
      }
    }),
  ]
}
