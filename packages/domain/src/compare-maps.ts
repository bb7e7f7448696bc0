/** What one drawing of a floor plan changes against another: for the list of versions, and for two people who drew at once. */
import type { MapObject } from './map-object.ts'

export interface MapDifference {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** How many objects came, changed and went; null where both drawings are the same, order included. */
export function compareMaps(before: readonly MapObject[], after: readonly MapObject[]): MapDifference | null {
  const old = new Map(before.map((object) => [object.uuid, object]))
  let added = 0
  let changed = 0
  for (const object of after) {
    const was = old.get(object.uuid)
    if (was === undefined) added += 1
    else if (!isSameObject(was, object)) changed += 1
  }
  const removed = before.length + added - after.length
  const isSame =
    added + changed + removed === 0 && after.every(({ uuid }, index) => uuid === before[index]?.uuid)
  return isSame ? null : { added, changed, removed }
}

/** Whether two objects draw the same; a field that is not set is the same as null. */
export function isSameObject(a: MapObject, b: MapObject): boolean {
  return a === b || canonical(a) === canonical(b)
}

/** Fields in one order, unset ones left out: PostgreSQL sorts the keys of what it keeps in an order of its own. */
function canonical(object: MapObject): string {
  return JSON.stringify(object, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, field]) => field !== null && field !== undefined)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value,
  )
}

export type MergeSide = 'mine' | 'theirs'

export interface MergedMap {
  readonly objects: readonly MapObject[]
  /** Objects that both changed, or one changed and the other took away; they stand as `mine` has them. */
  readonly conflicts: readonly string[]
  /** Objects that each drew for a box, or with a number, for which the other has drawn one too: one of them has to go. */
  readonly twice: readonly string[]
}

/**
 * Puts two drawings together that began with the same one: what one side alone added, changed or removed counts. Where both touched
 * an object, mine stands (kept, where one side changed what the other removed) and it is named. The order is that of the side which
 * changed it, mine where both did; what the other side added lies over the object it lay over there, so that a floor drawn under
 * everything does not come to cover it.
 */
export function mergeMaps(
  base: readonly MapObject[],
  mine: readonly MapObject[],
  theirs: readonly MapObject[],
): MergedMap {
  const [bases, mines, others] = [byUuid(base), byUuid(mine), byUuid(theirs)]
  const conflicts: string[] = []
  const differs = (a: MapObject | undefined, b: MapObject | undefined): boolean =>
    a === undefined || b === undefined ? a !== b : !isSameObject(a, b)

  const standing = new Map<string, MapObject>()
  for (const uuid of new Set([...mines.keys(), ...others.keys()])) {
    const [was, ours, other] = [bases.get(uuid), mines.get(uuid), others.get(uuid)]
    const iChanged = differs(was, ours)
    const theyChanged = differs(was, other)
    if (iChanged && theyChanged && differs(ours, other)) conflicts.push(uuid)
    const stands = iChanged && theyChanged ? (ours ?? other) : iChanged ? ours : other
    if (stands !== undefined) standing.set(uuid, stands)
  }
  const isTheirOrder = isReordered(bases, theirs) && !isReordered(bases, mine)
  const order = isTheirOrder ? interleaved(theirs, mine) : interleaved(mine, theirs)
  const objects = order.flatMap((uuid) => standing.get(uuid) ?? [])
  return { objects, conflicts, twice: drawnTwice(objects, mines, others) }
}

const byUuid = (objects: readonly MapObject[]): Map<string, MapObject> =>
  new Map(objects.map((object) => [object.uuid, object]))

/** Whether what has stayed of the base lies in another order. */
function isReordered(base: ReadonlyMap<string, MapObject>, objects: readonly MapObject[]): boolean {
  const kept = byUuid(objects)
  const before = [...base.keys()].filter((uuid) => kept.has(uuid))
  const after = objects.flatMap(({ uuid }) => (base.has(uuid) ? [uuid] : []))
  return before.some((uuid, index) => uuid !== after[index])
}

/** The first list, and what only the second has behind what it follows there; what lies over all the rest there comes last. */
function interleaved(first: readonly MapObject[], second: readonly MapObject[]): string[] {
  const known = byUuid(first)
  const top = second.findLastIndex(({ uuid }) => known.has(uuid)) + 1
  const followers = new Map<string | null, string[]>()
  let last: string | null = null
  for (const { uuid } of second.slice(0, top)) {
    if (known.has(uuid)) last = uuid
    else listed(followers, last).push(uuid)
  }
  return [
    ...(followers.get(null) ?? []),
    ...first.flatMap(({ uuid }) => [uuid, ...(followers.get(uuid) ?? [])]),
    ...second.slice(top).map(({ uuid }) => uuid),
  ]
}

function listed<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const known = lists.get(key) ?? []
  lists.set(key, known)
  return known
}

/** Objects that claim one box, where neither side alone has all of them. */
function drawnTwice(
  objects: readonly MapObject[],
  mines: ReadonlyMap<string, MapObject>,
  others: ReadonlyMap<string, MapObject>,
): string[] {
  const claims = new Map<string, MapObject[]>()
  for (const object of objects) {
    const text = object.type.endsWith('-with-text') ? (object.text ?? '').trim() : ''
    for (const claim of [object.boxId ? `box ${object.boxId}` : '', text === '' ? '' : `text ${text}`])
      if (claim !== '') listed(claims, claim).push(object)
  }
  const isOf = (side: ReadonlyMap<string, MapObject>, its: readonly MapObject[]): boolean =>
    its.every(({ uuid }) => side.has(uuid))
  const found = [...claims.values()].filter(
    (its) => its.length > 1 && !isOf(mines, its) && !isOf(others, its),
  )
  return [...new Set(found.flat().map(({ uuid }) => uuid))]
}
