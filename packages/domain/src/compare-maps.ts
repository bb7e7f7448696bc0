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
  /** Objects that both changed, or one changed and the other took away. */
  readonly conflicts: readonly string[]
}

/**
 * Puts two drawings together that began with the same one: what one side alone added, changed or removed counts. Where both touched
 * an object, the side that was chosen for it counts, also where that one has removed it; not asked, mine stands (kept, where one
 * side changed what the other removed). The order is mine, what they added comes last.
 */
export function mergeMaps(
  base: readonly MapObject[],
  mine: readonly MapObject[],
  theirs: readonly MapObject[],
  sideOf: (uuid: string) => MergeSide | undefined = () => undefined,
): MergedMap {
  const [bases, mines, others] = [base, mine, theirs].map(
    (objects) => new Map(objects.map((object) => [object.uuid, object])),
  ) as [Map<string, MapObject>, Map<string, MapObject>, Map<string, MapObject>]
  const conflicts: string[] = []
  const differs = (a: MapObject | undefined, b: MapObject | undefined): boolean =>
    a === undefined || b === undefined ? a !== b : !isSameObject(a, b)

  const standing = new Map<string, MapObject>()
  for (const uuid of new Set([...mines.keys(), ...others.keys()])) {
    const [was, ours, other] = [bases.get(uuid), mines.get(uuid), others.get(uuid)]
    const iChanged = differs(was, ours)
    const isConflict = iChanged && differs(was, other) && differs(ours, other)
    if (isConflict) conflicts.push(uuid)
    const stands = isConflict ? chosen(sideOf(uuid), ours, other) : iChanged ? ours : other
    if (stands !== undefined) standing.set(uuid, stands)
  }
  const order = [...mine, ...theirs].map(({ uuid }) => uuid)
  return { objects: [...new Set(order)].flatMap((uuid) => standing.get(uuid) ?? []), conflicts }
}

function chosen(
  side: MergeSide | undefined,
  ours: MapObject | undefined,
  other: MapObject | undefined,
): MapObject | undefined {
  if (side === undefined) return ours ?? other
  return side === 'mine' ? ours : other
}
