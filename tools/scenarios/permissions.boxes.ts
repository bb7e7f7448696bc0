import { createBox } from '@stowage/api/boxes'
import { listCategories } from '@stowage/api/catalog'
import { createCategory } from '@stowage/api/categories'
import type { Cast, Make } from './permissions.calls.ts'

let count = 0
const next = (): number => (count += 1)

/** A box of nobody. */
async function box({ house }: Cast): Promise<{ id: string; stockId: string }> {
  const { stockId } = house.stock
  const body = { stockId, size: 3, unitNumber: `P${next()}` }
  return { id: (await house.people.sofia.call(createBox, { body })).body.id, stockId }
}

/** The smallest picture there is, and a range that no box is in: prices of the house stay as they are. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const categoryBody = () => ({
  name: 'Hall',
  alias: `hall-${next()}`,
  description: 'For who needs a hall',
  minSize: 500,
  maxSize: 501,
  pricePerMeterQuadratic: 100,
  preview: { type: 'image/png', base64: PIXEL },
})
async function category({ house }: Cast): Promise<{ id: string; image: string }> {
  const { id, image } = (await house.people.sofia.call(createCategory, { body: categoryBody() })).body
  return { id, image: image ?? '' }
}

/** How the rows of boxes and their categories are tried: each try at a record of its own. */
export const boxCalls: Readonly<Record<string, Make>> = {
  'POST boxes': ({ house }) => ({ url: 'boxes', body: { stockId: house.stock.stockId, size: 2 } }),
  'PUT boxes/{_id}': async (cast) => {
    const { id, stockId } = await box(cast)
    return { url: `boxes/${id}`, body: { stockId, size: 4, description: 'dry' } }
  },
  'DELETE boxes/{id}': async (cast) => ({ url: `boxes/${(await box(cast)).id}` }),
  'PUT boxes/regroup': () => ({ url: 'boxes/regroup', body: {} }),
  'POST boxes/series': ({ house }) => ({
    url: 'boxes/series',
    body: { stockId: house.stock.stockId, series: `S${next()}x1–3`, size: 2 },
  }),
  'POST boxes/import/preview': ({ house }) => ({
    url: 'boxes/import/preview',
    body: { stockId: house.stock.stockId, csv: 'size\n3' },
  }),
  'POST boxes/import': ({ house }) => ({
    url: 'boxes/import',
    body: { stockId: house.stock.stockId, csv: 'size\n3' },
  }),
  'POST boxes/bulk/preview': async (cast) => {
    const { id, stockId } = await box(cast)
    return { url: 'boxes/bulk/preview', body: { stockId, boxes: [{ id }], changes: { description: 'x' } } }
  },
  'PUT boxes/bulk': async (cast) => {
    const { id, stockId } = await box(cast)
    return { url: 'boxes/bulk', body: { stockId, boxes: [{ id }], changes: { description: 'x' } } }
  },
  'POST boxcategories': () => ({ url: 'boxcategories', body: categoryBody() }),
  'PUT boxcategories/{id}': async (cast) => ({
    url: `boxcategories/${(await category(cast)).id}`,
    body: { name: 'Great hall' },
  }),
  'GET boxcategories/previews/{name}': async (cast) => {
    const all = await cast.house.people.visitor.call(listCategories)
    const image = all.body.find((one) => one.image != null)?.image ?? (await category(cast)).image
    return { url: `boxcategories/previews/${image}` }
  },
}
