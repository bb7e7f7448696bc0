import type { Answer, Body } from '@stowage/api/endpoint'
import type { previewBulk, updateBoxes } from '@stowage/api/boxes'
import { typedNumber } from '../../../ui/index.ts'
import { isWholeLock } from './lock-id.ts'

export type BulkPreview = Answer<typeof previewBulk>['boxes']
export type BulkChanges = Body<typeof updateBoxes>['changes']

/** What the dialog holds: a tick for each thing to change, and what it is to be. */
export interface BulkWish {
  readonly isRate: boolean
  readonly rate: string
  readonly isDescription: boolean
  readonly description: string
  readonly isLock: boolean
  readonly lock: string
}
export const noWish: BulkWish = {
  isRate: false,
  rate: '',
  isDescription: false,
  description: '',
  isLock: false,
  lock: '',
}

/** A rate as it is typed in minor units; undefined for what is none. */
export function typedRate(text: string): number | null | undefined {
  const typed = typedNumber(text)
  if (typed === undefined) return null
  const minor = Math.round(typed * 100)
  return Number.isSafeInteger(minor) && minor >= 0 && Math.abs(minor - typed * 100) < 1e-6 ? minor : undefined
}

/** What travels; undefined while something is typed that cannot be, or nothing is ticked. */
export function bulkChanges(wish: BulkWish): BulkChanges | undefined {
  const rate = wish.isRate ? typedRate(wish.rate) : null
  if (rate === undefined || (wish.isLock && wish.lock !== '' && !isWholeLock(wish.lock))) return undefined
  if (!wish.isRate && !wish.isDescription && !wish.isLock) return undefined
  return {
    ...(wish.isRate ? { ownRate: rate } : {}),
    ...(wish.isDescription ? { description: wish.description.trim() === '' ? null : wish.description } : {}),
    ...(wish.isLock ? { lockId: wish.lock === '' ? null : wish.lock } : {}),
  }
}

/** Whether a box will be another one. */
export function isChanged({ before, after }: BulkPreview[number]): boolean {
  return (['ownRate', 'monthRate', 'description', 'lockId'] as const).some(
    (name) => before[name] !== after[name],
  )
}
