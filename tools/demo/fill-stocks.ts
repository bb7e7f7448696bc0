import type { Running } from '@stowage/server/main'
import { cities, categories, company, sellers } from './company.ts'
import { drawStock, type DrawnBox } from './plan.ts'
import { stocks, type DemoStock } from './stocks.ts'

export interface FilledBox {
  readonly id: string
  readonly unitNumber: string
  readonly drawn: DrawnBox
}

export interface FilledStock {
  readonly demo: DemoStock
  readonly id: string
  readonly boxes: readonly FilledBox[]
}

/** The company, its cities, sellers and categories, and the stocks with their boxes, plans and locks. */
export async function fillStocks({ modules, platform }: Running): Promise<FilledStock[]> {
  const { catalog, maps } = modules
  const author = { actorId: null }
  const ids = await platform.transact(async (tx) => {
    await catalog.setCompany(tx, author, company)
    for (const category of categories) await catalog.createCategory(tx, author, category)
    const cityIds = new Map<string, string>()
    for (const [key, city] of Object.entries(cities))
      cityIds.set(key, await catalog.createCity(tx, author, city))
    const sellerIds = new Map<string, string>()
    for (const [key, seller] of Object.entries(sellers))
      sellerIds.set(key, await catalog.createSeller(tx, author, seller))
    return { cityIds, sellerIds }
  })
  const filled: FilledStock[] = []
  for (const demo of stocks) {
    const drawn = drawStock({ seed: demo.key, floors: demo.floors, language: demo.language })
    const stock = await platform.transact(async (tx) => {
      const id = await catalog.createStock(tx, author, {
        ...demo.stock,
        cityId: ids.cityIds.get(demo.city) ?? '',
        sellerId: ids.sellerIds.get(demo.seller) ?? '',
        vat: demo.vat.map(({ from, legal, individual }) => ({
          validFrom: Temporal.PlainDate.from(from),
          legalPercent: legal,
          individualPercent: individual,
        })),
      })
      const boxes = await catalog.createBoxes(
        tx,
        author,
        id,
        drawn.boxes.map((box, index) => ({ ...box, lockId: lockIdAt(index) })),
      )
      for (const [name, objects] of Object.entries(drawn.maps))
        await maps.saveMap(tx, author, id, { name, objects })
      return { id, boxes }
    })
    const byNumber = new Map(drawn.boxes.map((box) => [box.unitNumber, box]))
    filled.push({
      demo,
      id: stock.id,
      boxes: stock.boxes.flatMap((box) => {
        const found = byNumber.get(box.unitNumber)
        return found ? [{ ...box, drawn: found }] : []
      }),
    })
  }
  return filled
}

/** X:YY:ZZ: bus 1, 32 locks a controller. */
function lockIdAt(index: number): string {
  return `1:${String(1 + Math.floor(index / 32)).padStart(2, '0')}:${String(1 + (index % 32)).padStart(2, '0')}`
}
