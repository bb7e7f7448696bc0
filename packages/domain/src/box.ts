/**
 * What a box is: its size group, what its number says, its lock, its category, and whether it may be chosen.
 * Safe for the browser.
 */
import { limits } from './limits.ts'

export const sizeGroups = ['s', 'm', 'l', 'xl'] as const
export type SizeGroup = (typeof sizeGroups)[number]

/** s ≤ 5 < m ≤ 10 < l ≤ 21 < xl (decision 23). */
export function sizeGroup(size: number): SizeGroup {
  const { s, m, l } = limits.sizeGroupUpTo
  if (size <= s) return 's'
  if (size <= m) return 'm'
  return size <= l ? 'l' : 'xl'
}

/** Whether the form and the API take this size; boxes of external systems may have others (decision 23). */
export function isOwnBoxSize(size: number): boolean {
  const { min, max, step } = limits.boxSize
  return size >= min && size <= max && Number.isInteger(size / step)
}

export type BoxUnit = 'm2' | 'm3'

/** Numbers with KB are cubic metres, all others square metres (specification 3). */
export function unitOf(unitNumber: string): BoxUnit {
  return unitNumber.toUpperCase().includes('KB') ? 'm3' : 'm2'
}

/** YA, YB, YC in front mean floors 1, 2, 3 (specification 3); null where the number says nothing. */
export function floorOf(unitNumber: string): 1 | 2 | 3 | null {
  switch (unitNumber.slice(0, 2).toUpperCase()) {
    case 'YA':
      return 1
    case 'YB':
      return 2
    case 'YC':
      return 3
    default:
      return null
  }
}

/** Prefix and counter as one number, the counter padded: ('YA', 7, 3) → 'YA007'. */
export function formatUnitNumber(prefix: string, counter: number, width = 3): string {
  return prefix + String(counter).padStart(width, '0')
}

/**
 * The stock's next free number, for a box made without one (decision 1): one above the highest counter in use behind the
 * prefix, padded as widely as those in use. Gaps are not filled, because a number painted on a door is remembered.
 * @param taken every unit number of the stock
 */
export function nextUnitNumber(taken: Iterable<string>, prefix = ''): string {
  let highest = 0
  let width = 3
  for (const unitNumber of taken) {
    const counter = unitNumber.slice(prefix.length)
    if (!unitNumber.startsWith(prefix) || !/^\d{1,9}$/.test(counter)) continue
    highest = Math.max(highest, Number(counter))
    width = Math.max(width, counter.length)
  }
  return formatUnitNumber(prefix, highest + 1, width)
}

/** The digits of a lock id X:YY:ZZ: bus, controller on it, lock on that. Equipment ids have the same form. */
export interface LockAddress {
  readonly bus: number
  readonly controller: number
  readonly lock: number
}

export type LockIdProblem = 1005 | 6013

const lockForm = /^(\d):(\d\d):(\d\d)$/

/**
 * Reads a lock or equipment id. Other forms are 1005; 00 as controller or lock is 6013, because 00 is the broadcast address
 * and would open everything on the wire (decision 23).
 */
export function parseLockId(
  text: string,
): { ok: true; address: LockAddress } | { ok: false; code: LockIdProblem } {
  const digits = lockForm.exec(text)?.slice(1).map(Number)
  if (digits === undefined) return { ok: false, code: 1005 }
  const [bus = 0, controller = 0, lock = 0] = digits
  if (controller === 0 || lock === 0) return { ok: false, code: 6013 }
  return { ok: true, address: { bus, controller, lock } }
}

export const lockStatuses = ['opened', 'closed', 'unavailable'] as const
export type LockStatus = (typeof lockStatuses)[number]

/** What the site reports → what we show: opened, closed, and anything else is unavailable (specification 4). */
export function lockStatusOf(reported: string | null | undefined): LockStatus {
  return reported === 'opened' || reported === 'closed' ? reported : 'unavailable'
}

export interface CategoryRange {
  readonly id: string
  readonly minSize: number
  readonly maxSize: number
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/**
 * The category of a size: min ≤ size ≤ max, the narrower range first, then the older (decision 14).
 * null: none fits, the box has no price and cannot be booked.
 */
export function categoryFor<Category extends CategoryRange>(
  size: number,
  categories: readonly Category[],
): Category | null {
  const fitting = categories.filter(({ minSize, maxSize }) => minSize <= size && size <= maxSize)
  fitting.sort(
    (a, b) =>
      a.maxSize - a.minSize - (b.maxSize - b.minSize) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  )
  return fitting[0] ?? null
}

export interface BoxOnPlan {
  readonly size: number
  readonly isOccupied: boolean
  readonly isReserved: boolean
}

/** The legend of the booking plan: green, red, yellow, grey (specification 2.15). */
export type PlanState = 'free' | 'occupied' | 'chosen' | 'otherSize'

/**
 * How a box stands on the booking plan. Only `free` and `chosen` boxes react to a click (specification 4).
 * @param group the chosen size group; null before one is chosen, when no box is of another size
 */
export function planState(box: BoxOnPlan, group: SizeGroup | null, isChosen: boolean): PlanState {
  if (box.isOccupied || box.isReserved) return 'occupied'
  if (group !== null && sizeGroup(box.size) !== group) return 'otherSize'
  return isChosen ? 'chosen' : 'free'
}

/**
 * `count` lock ids in a row, as a fitter numbers them: after lock 99 of a controller comes lock 01 of the next.
 * @returns undefined when the bus has not that many, or `first` is no lock id
 */
export function lockIdsFrom(first: string, count: number): readonly string[] | undefined {
  const parsed = parseLockId(first)
  if (!parsed.ok) return undefined
  const { bus, controller, lock } = parsed.address
  const start = (controller - 1) * 99 + lock - 1
  if (start + count > 99 * 99) return undefined
  const two = (value: number): string => String(value).padStart(2, '0')
  return Array.from({ length: count }, (_one, index) => {
    const at = start + index
    return `${bus}:${two(Math.floor(at / 99) + 1)}:${two((at % 99) + 1)}`
  })
}
