import * as api from '@stowage/api/boxes'
import * as categories from '@stowage/api/categories'
import { errorText } from '@stowage/texts/errors/index.ts'
import { afterCommit } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { keepPicture, sendPicture } from '../../platform/files/pictures.ts'
import { refuseOfOneStock } from '../../platform/http/actor.ts'
import { publicRoute, route, sent, type Route } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { authorOf } from './author.ts'
import { lockBoxToEdit } from './box-edit-store.ts'
import { lockCategory, PREVIEWS } from './category-store.ts'
import { changeBox } from './change-box.ts'
import { changeBoxes, previewBoxes } from './change-boxes.ts'
import { changeCategory } from './change-category.ts'
import { createBoxes } from './create-boxes.ts'
import { createCategory } from './create-category.ts'
import { deleteBox } from './delete-box.ts'
import { describeBox } from './describe-box.ts'
import { describeCategory } from './describe-category.ts'
import { createSeries, importBoxes, previewImportOf } from './import-boxes.ts'
import { regroupBoxes } from './regroup-boxes.ts'

/** Boxes and their categories as staff make and change them. */
export function boxRoutes(platform: Platform): Route[] {
  const { clock, files } = platform
  const deps = { clock }
  return [
    route(api.createBox, async (call) => {
      const { stockId, ...box } = call.body
      return await call.transact(async (tx) => {
        const [made] = await createBoxes(deps, tx, authorOf(call), stockId, [box])
        return describeBox((made && (await lockBoxToEdit(tx, made.id))) ?? fail(6005))
      })
    }),
    route(
      api.updateBox,
      async (call) =>
        await call.transact(async (tx) =>
          describeBox(await changeBox(deps, tx, authorOf(call), call.params.id, call.body)),
        ),
    ),
    route(api.deleteBox, async (call) => {
      return await call.transact(async (tx) => {
        await deleteBox(deps, tx, authorOf(call), call.params.id, call.query)
        return {}
      })
    }),
    route(api.regroupBoxes, async (call) => {
      refuseOfOneStock(call.actor)
      return await call.transact(async (tx) => ({ boxes: await regroupBoxes(deps, tx, authorOf(call)) }))
    }),
    route(api.createBoxSeries, async (call) => {
      const { stockId, series, ...each } = call.body
      return await call.transact(async (tx) => ({
        boxes: await createSeries(deps, tx, authorOf(call), stockId, series, each),
      }))
    }),
    // Looking changes nothing: platform.transact, because a kept answer would be an old one.
    route(
      api.previewImport,
      async ({ body, language }) =>
        await platform.transact(
          async (tx) =>
            await previewImportOf(tx, body.stockId, body, (code, params) =>
              errorText(code, language, params),
            ),
        ),
    ),
    route(
      api.importBoxes,
      async (call) =>
        await call.transact(async (tx) => ({
          boxes: await importBoxes(deps, tx, authorOf(call), call.body.stockId, call.body),
        })),
    ),
    route(
      api.previewBulk,
      async ({ body, language }) =>
        await platform.transact(
          async (tx) => await previewBoxes(tx, body, (code) => errorText(code, language)),
        ),
    ),
    route(
      api.updateBoxes,
      async (call) =>
        await call.transact(async (tx) => ({
          boxes: await changeBoxes(deps, tx, authorOf(call), call.body),
        })),
    ),

    route(categories.createCategory, async (call) => {
      refuseOfOneStock(call.actor)
      const { preview, pricePerMeterQuadratic, prices = {}, ...fields } = call.body
      const previewKey = await keepPicture(files, PREVIEWS, preview, 'preview')
      const given = Object.fromEntries(Object.entries(prices).filter(([, price]) => price !== null))
      try {
        return await call.transact(async (tx) => {
          const category = { ...fields, prices: given, basePrice: pricePerMeterQuadratic ?? null, previewKey }
          const id = await createCategory(deps, tx, authorOf(call), category)
          return describeCategory((await lockCategory(tx, id)) ?? fail(9104))
        })
      } catch (error) {
        await files.remove(previewKey)
        throw error
      }
    }),
    route(categories.updateCategory, async (call) => {
      refuseOfOneStock(call.actor)
      const { preview, pricePerMeterQuadratic, prices, ...fields } = call.body
      const previewKey =
        preview === undefined ? undefined : await keepPicture(files, PREVIEWS, preview, 'preview')
      try {
        return await call.transact(async (tx) => {
          const change = {
            ...withoutMissing(fields),
            ...(prices === undefined ? {} : { prices }),
            ...(pricePerMeterQuadratic === undefined ? {} : { basePrice: pricePerMeterQuadratic }),
            ...(previewKey === undefined ? {} : { previewKey }),
          }
          const { before, after } = await changeCategory(deps, tx, authorOf(call), call.params.id, change)
          const old = before.previewKey
          if (old !== null && old !== after.previewKey)
            afterCommit(tx, () => {
              // A file that stays is a file that nobody asks for; the next start of a clean-up may have it.
              files.remove(old).catch((err: unknown) => platform.log.warn({ err }, 'an old picture stays'))
            })
          return describeCategory(after)
        })
      } catch (error) {
        if (previewKey !== undefined) await files.remove(previewKey)
        throw error
      }
    }),
    publicRoute(categories.categoryPreview, async ({ params, reply }) => {
      await sendPicture(files, reply, { folder: PREVIEWS, name: params.name, isPublic: true })
      return sent
    }),
  ]
}

/** What was left out is not there, instead of there and undefined. */
function withoutMissing<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
