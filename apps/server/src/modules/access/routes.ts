import * as api from '@stowage/api/access'
import { getBox } from '@stowage/api/catalog'
import { grossOf } from '@stowage/domain/rate'
import { money } from '@stowage/domain/money'
import { vatPercentOn } from '@stowage/domain/vat'
import { errorText } from '@stowage/texts/errors/index.ts'
import { today } from '../../platform/clock.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor, type Language } from '../../platform/http/actor.ts'
import { route, type Route } from '../../platform/http/call.ts'
import { contractFor } from '../contracts/index.ts'
import { boxFor, describeBox } from './box-view.ts'
import { boxHistory, stockHistory, tenancyBegan, type HistoryRow, type Reader } from './history-view.ts'
import { myBoxes } from './my-boxes.ts'
import { hasRunningContract } from './opening-view.ts'
import { openBox, openEquipment, type AccessTools } from './open-door.ts'
import type { SiteWatch } from './watch-sites.ts'

const STOCK_PAGE = 10
const BOX_PAGE = 20

const said = (rows: readonly HistoryRow[], language: Language) =>
  rows.map(({ differsCode, ...row }) => ({
    ...row,
    message: row.code === null ? null : errorText(row.code, language),
    differs: differsCode === null ? null : { code: differsCode, message: errorText(differsCode, language) },
  }))
const isOwnStock = (actor: Actor, stockId: string): boolean =>
  isSuperUser(actor) || actor.stockId === null || actor.stockId === stockId
const readerOf = (actor: Actor): Reader => ({ id: actor.id, seesAll: isSuperUser(actor) })

export function accessRoutes(tools: AccessTools, watch: SiteWatch): Route[] {
  const { platform, catalog } = tools
  const { db, clock } = platform
  return [
    route(
      api.openBox,
      async ({ actor, address, once, params, body }) =>
        await openBox(tools, { actor, address, once }, { boxId: params.id, stockId: body.stockId }),
    ),
    route(
      api.openOwnBox,
      async ({ actor, address, once, params, body }) =>
        await openBox(tools, { actor, address, once }, { boxId: params.id, stockId: body.stockId }),
    ),
    route(
      api.openEquipment,
      async ({ actor, address, once, params, body }) =>
        await openEquipment(
          tools,
          { actor, address, once },
          { stockId: params.id, equipmentId: body.locationId },
        ),
    ),
    route(
      api.openEquipmentById,
      async ({ actor, address, once, params }) =>
        await openEquipment(
          tools,
          { actor, address, once },
          { stockId: params.id, equipmentId: params.equipmentId },
        ),
    ),
    route(api.availability, async ({ params, actor }) => {
      if (!(await catalog.stockTerms(params.id))) fail(6006)
      const maySee =
        actor.platformRole === 'client'
          ? await hasRunningContract(db, params.id, actor.id)
          : isOwnStock(actor, params.id)
      return maySee ? { isOk: await watch.isOk(params.id) } : fail(6006)
    }),
    route(getBox, async ({ params, query, actor }) => {
      const row = (await boxFor(db, params.id, actor, query.stockId)) ?? fail(6005)
      const stock = (await catalog.stockTerms(row.stockId)) ?? fail(6006)
      const gross =
        row.monthRate === null
          ? null
          : grossOf(
              money(row.monthRate, stock.currency),
              vatPercentOn(stock.vat.individual, today(clock, stock.timeZone)),
            ).amount
      const contract =
        row.contractId === null ? undefined : await contractFor(db, row.contractId, actor, clock.now())
      return describeBox(row, stock, gross, actor, contract, isSuperUser(actor) || row.tenantId === actor.id)
    }),
    route(api.boxHistory, async ({ params, query, actor, language }) => {
      const row = (await boxFor(db, params.id, actor, query.stockId)) ?? fail(6005)
      const since =
        actor.platformRole === 'client' ? ((await tenancyBegan(db, row.id, actor.id)) ?? fail(6005)) : null
      if (query.page === undefined)
        return said(
          (await boxHistory(db, readerOf(actor), row.id, since, { limit: 200, offset: 0 })).items,
          language,
        )
      const page = Number(query.page)
      const { items, total } = await boxHistory(db, readerOf(actor), row.id, since, {
        limit: BOX_PAGE,
        offset: (page - 1) * BOX_PAGE,
      })
      return { items: said(items, language), total, page, pageSize: BOX_PAGE }
    }),
    route(api.stockHistory, async ({ params, query, actor, language }) => {
      const stock = (await catalog.stockTerms(params.id)) ?? fail(6006)
      if (!isOwnStock(actor, stock.id)) fail(6006)
      if (query.page === undefined)
        return said(
          (await stockHistory(db, readerOf(actor), stock, query, { limit: 500, offset: 0 })).items,
          language,
        )
      const page = Number(query.page)
      const { items, total } = await stockHistory(db, readerOf(actor), stock, query, {
        limit: STOCK_PAGE,
        offset: (page - 1) * STOCK_PAGE,
      })
      return { items: said(items, language), total, page, pageSize: STOCK_PAGE }
    }),
    route(api.myBoxes, async ({ params, actor, address, language }) => {
      if (params.userId !== actor.id && !isSuperUser(actor))
        fail(actor.platformRole === 'client' ? 6004 : 9103)
      return await myBoxes(tools, watch, params.userId, actor, address, language)
    }),
  ]
}
