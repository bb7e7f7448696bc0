import * as api from '@stowage/api/catalog'
import { publicRoute, route, sent, type Route } from '../../platform/http/call.ts'
import { sendKept } from '../../platform/http/kept-answers.ts'
import { fail } from '../../platform/failure.ts'
import type { Platform } from '../../platform/platform.ts'
import { authorOf } from './author.ts'
import { readCategories } from './catalog-view.ts'
import { changeCity } from './change-city.ts'
import { lockCity, readCities } from './city-store.ts'
import { companyRoutes } from './company-routes.ts'
import { createCity } from './create-city.ts'
import { deleteCity } from './delete-city.ts'
import { describeCity } from './describe-city.ts'
import { fetchBoxes } from './fetch-boxes.ts'
import { publicStocks, stocksForStaff } from './list-stocks.ts'
import { wireJson, type Memory } from './memory.ts'
import { searchBoxes } from './search-boxes.ts'

export function catalogRoutes(platform: Platform, memory: Memory): Route[] {
  const { clock, db } = platform
  const deps = { clock, db, memory }
  return [
    publicRoute(api.listCities, async (call) => {
      const kept = await memory.answers.get('cities', 'public', async () =>
        wireJson(api.listCities, (await readCities(db)).map(describeCity)),
      )
      return await sendKept(call, kept ?? fail(1))
    }),
    route(api.createCity, async (call) => {
      return await call.transact(async (tx) => {
        const { city, country, size = 0, latitude = null, longitude = null } = call.body
        const facts = { city, country, size, latitude, longitude }
        const id = await createCity(deps, tx, authorOf(call), facts)
        return describeCity((await lockCity(tx, id)) ?? fail(9104))
      })
    }),
    route(
      api.updateCity,
      async (call) =>
        await call.transact(async (tx) =>
          describeCity(await changeCity(deps, tx, authorOf(call), call.params.id, call.body)),
        ),
    ),
    route(api.deleteCity, async (call) => {
      return await call.transact(async (tx) => {
        await deleteCity(deps, tx, authorOf(call), call.params.id)
        return {}
      })
    }),
    publicRoute(api.listStocks, async (call) => {
      const { actor } = call
      if (actor !== null && actor.platformRole !== 'client') return await stocksForStaff(deps, actor)
      return await sendKept(call, (await publicStocks(deps)) ?? fail(1))
    }),
    publicRoute(api.listCategories, async (call) => {
      const kept = await memory.answers.get('categories', 'public', async () =>
        wireJson(api.listCategories, await readCategories(db)),
      )
      return await sendKept(call, kept ?? fail(1))
    }),
    ...companyRoutes(platform, memory),
    publicRoute(api.fetchBoxes, async (call) => {
      const { kept, shape } = await fetchBoxes(deps, call.actor, call.query.stockId)
      return await sendKept(call, kept, shape === 'staff')
    }),
    route(api.listBoxes, async ({ actor, query, reply }) => {
      const { stockId, page, number, size, lock, state, sort } = query
      const json = await searchBoxes(deps, actor, stockId, {
        number,
        size,
        lock,
        state,
        sort,
        page: page === undefined ? undefined : Number(page),
      })
      reply.header('Cache-Control', 'no-store').type('application/json; charset=utf-8').send(json)
      return sent
    }),
  ]
}
