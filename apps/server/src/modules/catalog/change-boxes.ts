import type { Answer, Body } from '@stowage/api/endpoint'
import { previewBulk, type updateBoxes as endpoint } from '@stowage/api/boxes'
import { toWire } from '@stowage/api/wire'
import type { ErrorCode } from '@stowage/api/errors'
import { lockIdsFrom } from '@stowage/domain/box'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { isStale } from '../../platform/http/stale.ts'
import { note, type Author } from './author.ts'
import { lockBoxesToEdit, readBoxesToEdit, updateBoxes, type EditedBox } from './box-edit-store.ts'
import { readTaken, type PricedBox } from './box-store.ts'
import { fieldsOf } from './change-box.ts'
import { stockChanged } from './events.ts'
import { priceEdited } from './price-boxes.ts'
import { lockPriceList, readPriceList } from './price-list-store.ts'
import { lockStock } from './stock-store.ts'
import { toldBoxes } from './told-boxes.ts'

type Wish = Body<typeof endpoint>

interface Planned {
  readonly box: EditedBox
  readonly after: PricedBox
  readonly problems: readonly ErrorCode[]
}

/**
 * What the wish makes of each box, in the order of their numbers. Locks go in a row from the first one; a lock that some other
 * box or a door of the stock has is a problem of that box.
 */
async function plan(tx: Tx, wish: Wish, boxes: readonly EditedBox[]): Promise<Planned[]> {
  const { ownRate, description, lockId } = wish.changes
  if (ownRate !== undefined && boxes.some(({ isOfSource }) => isOfSource))
    fail(9112, { field: 'changes.ownRate', params: { subject: 'box' } })
  const inOrder = boxes.toSorted((one, other) => byNumber.compare(one.unitNumber, other.unitNumber))
  const priceList = await readPriceList(tx)
  const taken = await readTaken(tx, wish.stockId)
  const own = new Set(boxes.map((box) => box.lockId))
  const locks = lockId
    ? (lockIdsFrom(lockId, boxes.length) ?? fail(1004, { field: 'changes.lockId' }))
    : undefined
  return inOrder.map((box, index) => {
    const fields = {
      ...fieldsOf(box),
      ...(ownRate === undefined ? {} : { ownRate }),
      ...(description === undefined ? {} : { description: description || null }),
      ...(lockId === undefined ? {} : { lockId: locks?.[index] ?? null }),
    }
    const isTaken =
      locks !== undefined &&
      fields.lockId !== null &&
      taken.lockIds.has(fields.lockId) &&
      !own.has(fields.lockId)
    return {
      box,
      after: { id: box.id, ...fields, ...priceEdited(priceList, fields, box) },
      problems: isTaken ? [6011] : [],
    }
  })
}

/** A2 comes before A10. */
const byNumber = new Intl.Collator('en', { numeric: true })

/** What a change of several boxes would change. @throws Failure 6005 where one is not there, 6006, 1004 without enough locks, 9112 for the rate of a box that its source prices */
export async function previewBoxes(
  tx: Tx,
  wish: Wish,
  sentence: (code: ErrorCode) => string,
): Promise<Answer<typeof previewBulk>> {
  const ids = idsOf(wish)
  const boxes = await readBoxesToEdit(tx, wish.stockId, ids)
  if (boxes.length < ids.length) fail(6005)
  const shown = ({ ownRate, monthRate, description, lockId }: PricedBox | EditedBox) => ({
    ownRate,
    monthRate,
    description,
    lockId,
  })
  return {
    boxes: (await plan(tx, wish, boxes)).map(({ box, after, problems }) => ({
      id: box.id,
      unitNumber: box.unitNumber,
      updated: box.updatedAt?.toString() ?? null,
      before: shown(box),
      after: shown(after),
      problems: problems.map((code) => ({ code, message: sentence(code) })),
    })),
  }
}

/**
 * Changes several boxes of a stock, all or none: where one is no longer as the caller saw it, nothing is done.
 * @returns how many are different now
 * @throws Failure 6005, 6006, 6011, 9109 with the boxes as they are, 9112 for the rate of a box that its source prices
 */
export async function changeBoxes(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  wish: Wish,
): Promise<number> {
  const { stockId } = wish
  const ids = idsOf(wish)
  await lockPriceList(tx, 'shared')
  if (!(await lockStock(tx, stockId))) fail(6006, { field: 'stockId' })
  const boxes = await lockBoxesToEdit(tx, stockId, ids)
  if (boxes.length < ids.length) fail(6005)
  const seen = new Map(wish.boxes.map(({ id, updated }) => [id, updated]))
  const planned = await plan(tx, wish, boxes)
  if (boxes.some((box) => isStale(box.updatedAt, seen.get(box.id))))
    fail(9109, { present: toWire(previewBulk.answer, await previewBoxes(tx, wish, () => '')) })
  const problem = planned.flatMap(({ problems }) => problems)[0]
  if (problem !== undefined) fail(problem, { field: 'changes.lockId' })

  const different = planned.filter(({ box, after }) => {
    const before = { ...fieldsOf(box), monthRate: box.monthRate }
    return (Object.keys(before) as (keyof typeof before)[]).some((name) => before[name] !== after[name])
  })
  if (different.length === 0) return 0
  const at = deps.clock.now()
  await updateBoxes(
    tx,
    different.map(({ after }) => after),
    at,
  )
  note(tx, deps.clock, author, {
    action: 'boxes-changed',
    subjectType: 'stock',
    subjectId: stockId,
    stockId,
    before: toldBoxes(different.map(({ box }) => told(box, wish))),
    after: { count: different.length, ...toldBoxes(different.map(({ after }) => told(after, wish))) },
  })
  publish(tx, fact(stockChanged, { aggregate: `stock:${stockId}`, stockId, at, payload: { stockId } }))
  return different.length
}

const idsOf = ({ boxes }: Wish): string[] => [...new Set(boxes.map(({ id }) => id))]

/** What was asked to change, of one box. */
function told(box: EditedBox | PricedBox, { changes }: Wish) {
  const { unitNumber, ownRate, monthRate, description, lockId } = box
  return {
    unitNumber,
    ...(changes.ownRate === undefined ? {} : { ownRate, monthRate }),
    ...(changes.description === undefined ? {} : { description }),
    ...(changes.lockId === undefined ? {} : { lockId }),
  }
}
