/** The list of objects beside the canvas: groups, search, and which rows are in sight. */
import type { MapObject } from '@stowage/domain/map-object'

export const objectGroups = ['walls', 'labels', 'boxes', 'other'] as const
export type ObjectGroup = (typeof objectGroups)[number]

/** A shape with a number that no role explains is a box, bound or still to be bound. */
export function groupOf({ type, role, boxId, text }: MapObject): ObjectGroup {
  if (role === 'wall' || role === 'gate') return 'walls'
  if (type === 'text') return 'labels'
  const isShape = type === 'rectangle-with-text' || type === 'polygon-with-text'
  if (boxId != null || (isShape && role == null && /\d/.test(text ?? ''))) return 'boxes'
  return 'other'
}

/** In one line: what is read beside an icon. Empty where nothing is written on it. */
export const wordsOf = ({ text }: MapObject): string => (text ?? '').replaceAll(/\s+/g, ' ').trim()

export type ObjectRow =
  | { readonly kind: 'group'; readonly group: ObjectGroup; readonly count: number; readonly isOpen: boolean }
  | {
      readonly kind: 'object'
      readonly object: MapObject
      readonly group: ObjectGroup
      /** Place in the group from 1, and how many stand there: for who cannot see the list. */
      readonly place: number
      readonly count: number
    }

/**
 * The rows as they stand one under another. Groups without an object are left out; a search opens every group that has a hit.
 * @param compare by the reader's alphabet, figures by their value
 */
export function rowsOf(
  objects: readonly MapObject[],
  search: string,
  isOpen: (group: ObjectGroup) => boolean,
  compare: (a: string, b: string) => number,
): ObjectRow[] {
  const wanted = search.trim().toLowerCase()
  const found = new Map<ObjectGroup, { readonly object: MapObject; readonly words: string }[]>()
  for (const object of objects) {
    const words = wordsOf(object)
    if (wanted !== '' && !words.toLowerCase().includes(wanted)) continue
    const group = groupOf(object)
    const rows = found.get(group)
    if (rows === undefined) found.set(group, [{ object, words }])
    else rows.push({ object, words })
  }
  return objectGroups.flatMap((group): ObjectRow[] => {
    const members = found.get(group)
    if (members === undefined) return []
    const count = members.length
    const open = wanted !== '' || isOpen(group)
    const head: ObjectRow = { kind: 'group', group, count, isOpen: open }
    if (!open) return [head]
    members.sort((a, b) => compare(a.words, b.words))
    return [
      head,
      ...members.map(({ object }, index): ObjectRow => ({
        kind: 'object',
        object,
        group,
        place: index + 1,
        count,
      })),
    ]
  })
}

/** Above this many rows only those in sight are drawn. */
export const windowedFrom = 500
const beyond = 12

/** Rows to draw: from, up to but not including. */
export function rowsInSight(
  count: number,
  rowHeight: number,
  scrolled: number,
  room: number,
): { readonly from: number; readonly to: number } {
  if (count <= windowedFrom) return { from: 0, to: count }
  const from = Math.max(0, Math.min(count, Math.floor(scrolled / rowHeight)) - beyond)
  return { from, to: Math.min(count, Math.ceil((scrolled + room) / rowHeight) + beyond) }
}
