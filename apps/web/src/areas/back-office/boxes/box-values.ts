import type { Answer, Body } from '@stowage/api/endpoint'
import type { createBox } from '@stowage/api/boxes'
import type { getBox } from '@stowage/api/catalog'
import { isOwnBoxSize } from '@stowage/domain/box'
import { limits } from '@stowage/domain/limits'
import { shownNumber, typedNumber } from '../../../ui/index.ts'
import { isWholeLock } from './lock-id.ts'

export type OneBox = Answer<typeof getBox>
type BoxBody = Body<typeof createBox>

/** What the form of a box holds; figures as they are typed. */
export function boxValues(box?: OneBox) {
  return {
    stockId: box?.stockId ?? '',
    unitNumber: box?.unitNumber ?? '',
    size: shownNumber(box?.size),
    floor: shownNumber(box?.floor),
    lockId: box?.lockId ?? '',
    ownRate: shownNumber(box?.ownRate == null ? null : box.ownRate / 100),
    height: shownNumber(box?.height),
    width: shownNumber(box?.width),
    depth: shownNumber(box?.depth),
    description: box?.description ?? '',
  }
}
export type BoxValues = ReturnType<typeof boxValues>

/** What travels. What is no number stays NaN, which the schema refuses at its field. */
export function boxBody(values: BoxValues): BoxBody {
  const { stockId, unitNumber, description, lockId } = values
  const number = (text: string): number | null => typedNumber(text) ?? null
  const rate = typedNumber(values.ownRate)
  return {
    stockId,
    unitNumber: unitNumber.trim() === '' ? null : unitNumber,
    // Nothing typed is missing, not wrong: the schema says so where nothing is.
    size: typedNumber(values.size) as number,
    floor: number(values.floor),
    lockId: lockId === '' ? null : lockId,
    ownRate: rate === undefined ? null : inMinor(rate),
    height: number(values.height),
    width: number(values.width),
    depth: number(values.depth),
    description: description.trim() === '' ? null : description,
  }
}

/** 99.9 → 9990; more than two decimals are no money. */
function inMinor(rate: number): number {
  const minor = Math.round(rate * 100)
  return Math.abs(minor - rate * 100) < 1e-6 ? minor : Number.NaN
}

/** What changed of a box, in the shape of the call; the number cannot be taken away. */
export function boxChanges(changes: Partial<BoxValues>, values: BoxValues): object {
  const body = boxBody(values)
  return Object.fromEntries(Object.keys(changes).map((name) => [name, body[name as keyof BoxBody]] as const))
}

export const boxLengths = {
  unitNumber: limits.text.unitNumber,
  description: limits.text.boxDescription,
} as const

/** Sizes are 1–92 in halves; only one from outside, which nobody can type here, may be another. */
export const sizeIssues = ({ size }: BoxValues, box?: OneBox) => {
  const typed = typedNumber(size)
  if (typed === undefined) return [{ field: 'size', code: 1003 }]
  return typed === box?.size || isOwnBoxSize(typed) ? [] : [{ field: 'size', code: 1005 }]
}

/** Begun locks are neither taken nor forgotten: they are said to be unfinished. */
export const lockIssues = ({ lockId }: BoxValues) =>
  lockId === '' || isWholeLock(lockId) ? [] : [{ field: 'lockId', code: 1005 }]
