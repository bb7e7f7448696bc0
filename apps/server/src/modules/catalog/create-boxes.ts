import { floorOf, isOwnBoxSize, nextUnitNumber, parseLockId } from '@stowage/domain/box'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail, type FailureDetails } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { note, type Author } from './author.ts'
import { insertBoxes, readTaken, type BoxRow } from './box-store.ts'
import { boxChanged, stockChanged } from './events.ts'
import { lockPriceList, readPriceList } from './price-list-store.ts'
import { priceBox } from './price-boxes.ts'
import { lockStock } from './stock-store.ts'
import { toldBoxes } from './told-boxes.ts'

export interface NewBox {
  /** The stock's next free number when left out. */
  readonly unitNumber?: string | null | undefined
  /** m², m³ for KB units. */
  readonly size: number
  /** Metres. */
  readonly height?: number | null | undefined
  readonly width?: number | null | undefined
  readonly depth?: number | null | undefined
  /** Only where the unit number does not say it. */
  readonly floor?: number | null | undefined
  readonly description?: string | null | undefined
  readonly lockId?: string | null | undefined
  /** Net month rate of its own in minor units of the stock's currency, instead of the category's. */
  readonly ownRate?: number | null | undefined
  readonly externalId?: string | null | undefined
}

/**
 * Boxes of one stock, each with its category and month rate. The stock's row is locked meanwhile: numbers and lock ids are
 * unique in a stock, lock ids over equipment too, which no single index can say.
 */
export async function createBoxes(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  stockId: string,
  boxes: readonly NewBox[],
): Promise<readonly { readonly id: string; readonly unitNumber: string }[]> {
  const at = deps.clock.now()
  await lockPriceList(tx, 'shared')
  const stock = (await lockStock(tx, stockId)) ?? fail(6006, { field: 'stockId' })
  const taken = await readTaken(tx, stockId)
  const priceList = await readPriceList(tx)
  const refuse = (index: number, code: Parameters<typeof fail>[0], field: string): never => {
    const details: FailureDetails = {
      field: boxes.length === 1 ? field : `boxes.${index}.${field}`,
      params: { subject: 'box' },
    }
    return fail(code, details)
  }

  const rows: BoxRow[] = []
  for (const [index, box] of boxes.entries()) {
    // Sizes from outside are what they are (decisions.md D23); numeric(5,1) holds tenths.
    if (stock.isExternal ? !(box.size > 0 && box.size < 10_000) : !isOwnBoxSize(box.size))
      refuse(index, 1005, 'size')
    if (box.lockId) {
      const parsed = parseLockId(box.lockId)
      if (!parsed.ok) refuse(index, parsed.code, 'lockId')
      if (taken.lockIds.has(box.lockId)) refuse(index, 6011, 'lockId')
      taken.lockIds.add(box.lockId)
    }
    const unitNumber = box.unitNumber?.trim() || nextUnitNumber(taken.unitNumbers)
    if (taken.unitNumbers.has(unitNumber)) refuse(index, 9000, 'UnitNumber')
    taken.unitNumbers.add(unitNumber)
    const ownRate = box.ownRate ?? null
    rows.push({
      id: newId(),
      stockId,
      unitNumber,
      size: box.size,
      ownRate,
      at,
      height: box.height ?? null,
      width: box.width ?? null,
      depth: box.depth ?? null,
      floor: box.floor ?? floorOf(unitNumber),
      description: box.description || null,
      lockId: box.lockId || null,
      externalId: box.externalId ?? null,
      ...priceBox(priceList, { size: box.size, ownRate, currency: stock.currency }),
    })
  }
  if (rows.length === 0) return []
  await insertBoxes(tx, rows)

  const [first] = rows
  if (rows.length === 1 && first) {
    note(tx, deps.clock, author, {
      action: 'box-created',
      subjectType: 'box',
      subjectId: first.id,
      stockId,
      after: boxes[0],
    })
    publish(
      tx,
      fact(boxChanged, { aggregate: `box:${first.id}`, stockId, at, payload: { stockId, boxId: first.id } }),
    )
  } else {
    note(tx, deps.clock, author, {
      action: 'boxes-created',
      subjectType: 'stock',
      subjectId: stockId,
      stockId,
      after: { count: rows.length, ...toldBoxes(rows.map(made)) },
    })
    publish(tx, fact(stockChanged, { aggregate: `stock:${stockId}`, stockId, at, payload: { stockId } }))
  }
  return rows.map(({ id, unitNumber }) => ({ id, unitNumber }))
}

/** What a box was made with: nothing of what it has not, and of a category only what it brought. */
function made({ stockId: _stock, at: _at, categoryId: _category, ...box }: BoxRow) {
  const { unitNumber, ...fields } = box
  return { unitNumber, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) }
}
