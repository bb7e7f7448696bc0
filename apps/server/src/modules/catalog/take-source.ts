import type { Currency } from '@stowage/domain/money'
import { floorOf } from '@stowage/domain/box'
import { firstCharacters } from '@stowage/domain/characters'
import { limits } from '@stowage/domain/limits'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { note, type Author } from './author.ts'
import { createCity } from './create-city.ts'
import { stockChanged } from './events.ts'
import { priceBox, type PriceList } from './price-boxes.ts'
import { lockPriceList, readPriceList } from './price-list-store.ts'
import {
  findCity,
  readSourceBoxes,
  writeSourceBoxes,
  type SourceBox,
  type SourceState,
} from './source-box-store.ts'
import { changedFields } from './stock-changes.ts'
import { lockBoxesOf, lockStockFacts, updateStockFacts, type StockFacts } from './stock-store.ts'

/** A unit as the external system of its stock has it. */
export interface SourceUnit {
  readonly externalId: string
  readonly unitNumber: string
  /** m², m³ for KB units; null where nobody has measured it. */
  readonly size: number | null
  readonly height: number | null
  readonly width: number | null
  readonly depth: number | null
  /** Net month rate in minor units; null: no price. */
  readonly rate: number | null
  readonly state: SourceState
}

export interface SourceFacts {
  readonly site: {
    readonly address: string | null
    readonly city: string | null
    readonly zip: string | null
    /** Two letters. */
    readonly country: string | null
    readonly phone: string | null
    readonly currency: Currency
  }
  readonly units: readonly SourceUnit[]
}

/** Nobody: the system itself. */
const author: Author = { actorId: null }

/**
 * Makes the stock and its boxes what their source says. Locks, descriptions and contracts are ours and stay; a unit that is not
 * there any more stays as a box that is not let (decision 260).
 * @returns units that were left out, in sentences
 */
export async function takeSource(
  deps: { clock: Clock },
  tx: Tx,
  stockId: string,
  { site, units }: SourceFacts,
): Promise<readonly string[]> {
  const at = deps.clock.now()
  await lockPriceList(tx, 'shared')
  const stored = (await lockStockFacts(tx, stockId)) ?? fail(6006)
  await lockBoxesOf(tx, stockId)
  const before = stored.facts
  const after: StockFacts = {
    ...before,
    cityId: await cityOf(deps, tx, before, site),
    address: fitting(site.address, limits.text.stockAddress) ?? before.address,
    zip: fitting(site.zip, limits.text.zip) ?? before.zip,
    // Half a telephone number is nobody's.
    phone: site.phone !== null && site.phone.length <= 32 ? site.phone : before.phone,
    currency: site.currency,
    hasBoxes: units.some(({ state }) => state !== 'closed'),
  }
  const changed = changedFields(before, after)
  if (changed.length > 0) {
    await updateStockFacts(tx, stockId, after, at)
    const pick = (facts: StockFacts): object => Object.fromEntries(changed.map((name) => [name, facts[name]]))
    note(tx, deps.clock, author, {
      action: 'stock-changed',
      subjectType: 'stock',
      subjectId: stockId,
      stockId,
      before: pick(before),
      after: pick(after),
    })
  }
  const priceList = await readPriceList(tx)
  const { boxes, problems } = wantedBoxes(await readSourceBoxes(tx, stockId), units, (unit) =>
    priced(priceList, unit, site.currency),
  )
  const isChanged = await writeSourceBoxes(tx, stockId, boxes, at)
  if (changed.length > 0 || isChanged)
    publish(tx, fact(stockChanged, { aggregate: `stock:${stockId}`, stockId, at, payload: { stockId } }))
  return problems
}

/** The text, where it has a length that the stock's own form would take; cut where it is too long. */
function fitting(text: string | null, [min, max]: readonly [number, number]): string | null {
  const cut = firstCharacters((text ?? '').trim(), max).trim()
  return cut.length < min ? null : cut
}

/** The city of that name, made where there is none; where the source says none the stock stays where it is. */
async function cityOf(
  deps: { clock: Clock },
  tx: Tx,
  stock: StockFacts,
  { city, country }: SourceFacts['site'],
): Promise<string> {
  const name = fitting(city, limits.text.cityName)
  if (name === null) return stock.cityId
  const land = /^[A-Z]{2}$/.test(country ?? '') ? country : null
  const found = await findCity(tx, { name, country: land, near: stock.cityId })
  if (found.id !== null) return found.id
  return await createCity(deps, tx, author, { city: name, country: land ?? found.country, size: 1 })
}

/** Its own rate is what it costs; without one it is for nobody, whatever boxes of its size cost elsewhere. */
function priced(
  priceList: PriceList,
  { size, rate }: SourceUnit,
  currency: Currency,
): Pick<SourceBox, 'categoryId' | 'ownRate' | 'monthRate'> {
  const { categoryId } = priceBox(priceList, { size: size ?? 0, ownRate: rate, currency })
  return { categoryId, ownRate: rate, monthRate: rate }
}

/** The boxes as they are to be: a unit finds its box by the source's id, the first time by its number. */
function wantedBoxes(
  present: readonly SourceBox[],
  units: readonly SourceUnit[],
  price: (unit: SourceUnit) => Pick<SourceBox, 'categoryId' | 'ownRate' | 'monthRate'>,
): { readonly boxes: SourceBox[]; readonly problems: string[] } {
  const byId = new Map(present.map((box) => [box.externalId, box]))
  const byNumber = new Map(
    present.filter(({ externalId }) => externalId === null).map((box) => [box.unitNumber, box]),
  )
  const problems: string[] = []
  const numbers = new Set<string>()
  const boxes: SourceBox[] = []
  const written = new Set<string>()
  const twins = new Set<string>()
  for (const unit of units) {
    const { externalId, unitNumber, height, width, depth, state } = unit
    if (numbers.has(unitNumber)) {
      problems.push(`ssr_units "${externalId}": UnitNumber "${unitNumber}" is another unit's too`)
      twins.add(externalId)
      continue
    }
    numbers.add(unitNumber)
    const box = byId.get(externalId) ?? byNumber.get(unitNumber)
    const id = box?.id ?? newId()
    written.add(id)
    const floor = floorOf(unitNumber) ?? box?.floor ?? null
    const size = unit.size ?? 0
    boxes.push({ id, externalId, unitNumber, size, height, width, depth, floor, state, ...price(unit) })
  }
  for (const box of present) {
    if (written.has(box.id)) continue
    // One that is gone is not let; one whose number is another's too is there all the same, and stays what it was.
    const state = twins.has(box.externalId ?? '') ? box.state : 'closed'
    const isTaken = numbers.has(box.unitNumber)
    boxes.push({
      ...box,
      state,
      unitNumber: isTaken ? `${box.unitNumber} (${box.externalId ?? box.id})` : box.unitNumber,
    })
  }
  return { boxes, problems }
}
