import { listBoxes } from '@stowage/api/catalog'
import type { Answer } from '@stowage/api/endpoint'
import { keyOf, queryOf } from '../../../client/index.ts'

type Boxes = Answer<typeof listBoxes>
export type BoxesPageAnswer = Exclude<Boxes, readonly unknown[]>
export type ListedBox = BoxesPageAnswer['items'][number]

interface Wanted {
  readonly stockId: string
  readonly page: number
  readonly number: string
  readonly size: string
  readonly lock: string
}

export function boxesQuery({ stockId, page, number, size, lock }: Wanted) {
  const given = {
    ...(number === '' ? {} : { number }),
    ...(size === '' ? {} : { size }),
    ...(lock === '' ? {} : { lock }),
  }
  return queryOf(listBoxes, { query: { stockId, page: String(page), ...given } })
}

/** Every kept page of boxes, whatever was searched for. */
export const allBoxesKey = keyOf(listBoxes)

/** The call answers a plain list when it is not asked for a page; these screens always ask for one. */
export function pageOfBoxes(answer: Boxes): BoxesPageAnswer {
  return 'items' in answer
    ? answer
    : { items: [...answer], total: answer.length, page: 1, pageSize: Math.max(answer.length, 1) }
}

/** The kept page with the lock of one box in another state; the same object where the box is not on it. */
export function withLock(
  known: Boxes | undefined,
  boxId: string,
  lockStatus: NonNullable<ListedBox['lockStatus']>,
): Boxes | undefined {
  if (known === undefined) return undefined
  const isOn = (boxes: readonly ListedBox[]): boolean =>
    boxes.some((box) => box.id === boxId && box.lockStatus !== lockStatus)
  const changed = (boxes: readonly ListedBox[]): ListedBox[] =>
    boxes.map((box) => (box.id === boxId ? { ...box, lockStatus } : box))
  if ('items' in known) return isOn(known.items) ? { ...known, items: changed(known.items) } : known
  return isOn(known) ? changed(known) : known
}

/** What the link to a box carries (specification 2.8). */
export function boxSearch(box: ListedBox, stockId: string) {
  return { stockId, boxId: box.id, ...(box.contractId == null ? {} : { ContractID: box.contractId }) }
}
