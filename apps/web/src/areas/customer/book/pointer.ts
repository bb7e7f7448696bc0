import { sizeGroups } from '@stowage/domain/box'
import { tabs, views, type BookSearch } from './use-book-search.ts'

const longest = 64
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined
const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((entry) => entry === value)

/**
 * A begun booking as this tab kept it, or null for none or for something else: begun is what has a box. (By hand: a schema
 * would bring its library into the first page.)
 */
export function pointerOf(kept: unknown): BookSearch | null {
  if (typeof kept !== 'object' || kept === null) return null
  const said = kept as Readonly<Record<string, unknown>>
  const stockId = text(said['stockId'])
  const boxId = text(said['boxId'])
  if (stockId === undefined || boxId === undefined) return null
  return {
    stockId,
    boxId,
    size: oneOf(sizeGroups, said['size']),
    floor: text(said['floor']),
    view: oneOf(views, said['view']),
    tab: oneOf(tabs, said['tab']),
    userId: text(said['userId']),
  }
}
