import { boxSorts, boxStates, type BoxSort, type BoxState } from '@stowage/api/box-search'
import { listBoxes } from '@stowage/api/catalog'
import type { Answer } from '@stowage/api/endpoint'
import { keyOf, queryOf } from '../../../client/index.ts'

type Boxes = Answer<typeof listBoxes>
export type BoxesPageAnswer = Exclude<Boxes, readonly unknown[]>
export type ListedBox = BoxesPageAnswer['items'][number]

/** What the address says about the list: searches, state, order. */
export interface Wanted {
  readonly stockId: string
  readonly number: string
  readonly size: string
  readonly lock: string
  readonly state: BoxState | null
  readonly sort: BoxSort
}

/** The list as it is searched, narrowed and sorted; all of it without a page. */
export function wantedQuery({ stockId, number, size, lock, state, sort }: Wanted) {
  return {
    stockId,
    sort,
    ...(number === '' ? {} : { number }),
    ...(size === '' ? {} : { size }),
    ...(lock === '' ? {} : { lock }),
    ...(state === null ? {} : { state }),
  }
}

export function boxesQuery(wanted: Wanted, page: number) {
  return queryOf(listBoxes, { query: { ...wantedQuery(wanted), page: String(page) } })
}

/** Words of the address that mean a state or an order; others mean none. */
export const stateIn = (text: string | undefined): BoxState | null =>
  boxStates.find((state) => state === text) ?? null
export const sortIn = (text: string | undefined): BoxSort => boxSorts.find((sort) => sort === text) ?? 'size'

/** Every kept page of boxes, whatever was searched for. */
export const allBoxesKey = keyOf(listBoxes)

/** The call answers a plain list when it is not asked for a page; these screens always ask for one. */
export function pageOfBoxes(answer: Boxes): BoxesPageAnswer {
  return 'items' in answer
    ? answer
    : {
        items: [...answer],
        total: answer.length,
        page: 1,
        pageSize: Math.max(answer.length, 1),
        counts: { all: answer.length, free: 0, occupied: 0, reserved: 0, debt: 0, unpriced: 0 },
      }
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

/** What the link to a box carries (specification 2.8); of its invoices, that some are overdue. */
export function boxSearch(box: ListedBox, stockId: string) {
  return {
    stockId,
    boxId: box.id,
    ...(box.contractId == null ? {} : { ContractID: box.contractId }),
    ...(box.inDebt === true ? { invoices: 'overdue' } : {}),
  }
}
