import type { Body } from '@stowage/api/endpoint'
import { updateBox as endpoint } from '@stowage/api/boxes'
import { floorOf, isOwnBoxSize } from '@stowage/domain/box'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { refuseStale } from '../../platform/http/stale.ts'
import { merged } from '../../platform/merged.ts'
import { note, type Author } from './author.ts'
import { findBox, lockBoxToEdit, updateBoxes, type EditedBox } from './box-edit-store.ts'
import type { BoxFields } from './box-store.ts'
import { readTaken } from './box-store.ts'
import { describeBox } from './describe-box.ts'
import { boxChanged } from './events.ts'
import { priceEdited } from './price-boxes.ts'
import { lockPriceList, readPriceList } from './price-list-store.ts'
import { lockStock } from './stock-store.ts'

/** The next reading would take anything else away again, five minutes later. */
const ofTheSource = { height: 'Height', width: 'Width', depth: 'Depth', ownRate: 'ownRate' } as const

/**
 * Changes a box; what is not sent stays. Its category and rate follow its size; contracts and reservations keep the price that
 * they copied. The stock's row is locked as for new boxes, because lock ids are unique over equipment too.
 * @throws Failure 6003 for a number that boxes of several stocks have, 6005, 6007 for another stock (a box does not move), 6011, 9000, 9109 with the present record; 1005 for number and
 * size of a box from outside, 9112 for its measures and rate, which its source decides as well
 */
export async function changeBox(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  id: string,
  { updated, stockId, ...given }: Body<typeof endpoint>,
): Promise<EditedBox> {
  const place = (await findBox(tx, id, stockId)) ?? fail(6005)
  if (stockId !== undefined && stockId !== place.stockId) fail(6007, { field: 'stockId' })
  await lockPriceList(tx, 'shared')
  const stock = (await lockStock(tx, place.stockId)) ?? fail(6005)
  const stored = (await lockBoxToEdit(tx, place.id)) ?? fail(6005)
  await refuseStale(endpoint, stored.updatedAt, updated, () => describeBox(stored))

  const before = fieldsOf(stored)
  const after = wanted(before, given)
  if (JSON.stringify(after) === JSON.stringify(before)) return stored
  if (stored.isExternal) {
    if (after.unitNumber !== before.unitNumber) fail(1005, { field: 'UnitNumber' })
    if (after.size !== before.size) fail(1005, { field: 'size' })
  }
  if (stored.isOfSource)
    for (const [name, field] of Object.entries(ofTheSource) as [keyof typeof ofTheSource, string][])
      if (after[name] !== before[name]) fail(9112, { field, params: { subject: 'box' } })
  if (after.size !== before.size && !isOwnBoxSize(after.size)) fail(1005, { field: 'size' })
  const taken = await readTaken(tx, stored.stockId)
  if (after.unitNumber !== before.unitNumber && taken.unitNumbers.has(after.unitNumber))
    fail(9000, { field: 'UnitNumber', params: { subject: 'box' } })
  if (after.lockId !== null && after.lockId !== before.lockId && taken.lockIds.has(after.lockId))
    fail(6011, { field: 'lockId' })

  const at = deps.clock.now()
  const { isOfSource } = stored
  const priced = priceEdited(await readPriceList(tx), after, { currency: stock.currency, isOfSource })
  await updateBoxes(tx, [{ id: stored.id, ...after, ...priced }], at)
  const changed = (Object.keys(after) as (keyof BoxFields)[]).filter((name) => after[name] !== before[name])
  const only = (fields: BoxFields) => Object.fromEntries(changed.map((name) => [name, fields[name]]))
  note(tx, deps.clock, author, {
    action: 'box-changed',
    subjectType: 'box',
    subjectId: stored.id,
    stockId: stored.stockId,
    before: { unitNumber: before.unitNumber, ...only(before), monthRate: stored.monthRate },
    after: { unitNumber: after.unitNumber, ...only(after), monthRate: priced.monthRate },
  })
  const payload = { stockId: stored.stockId, boxId: stored.id }
  publish(tx, fact(boxChanged, { aggregate: `box:${stored.id}`, stockId: stored.stockId, at, payload }))
  return (await lockBoxToEdit(tx, stored.id)) ?? fail(6005)
}

type Given = Omit<Body<typeof endpoint>, 'updated' | 'stockId'>

/** Nothing typed is none; only the number is always there. A new number brings its floor where it says one. */
function wanted(before: BoxFields, given: Given): BoxFields {
  const { unitNumber, lockId, description, floor, ...rest } = given
  const number = unitNumber?.trim() || before.unitNumber
  const floorNow =
    floor === undefined && number !== before.unitNumber ? (floorOf(number) ?? undefined) : floor
  return merged<BoxFields>(before, {
    ...rest,
    unitNumber: number,
    floor: floorNow,
    lockId: lockId === undefined ? undefined : lockId || null,
    description: description === undefined ? undefined : description || null,
  })
}

export function fieldsOf(box: EditedBox): BoxFields {
  const { unitNumber, size, height, width, depth, floor, description, lockId, ownRate } = box
  return { unitNumber, size, height, width, depth, floor, description, lockId, ownRate }
}
