/**
 * Undo and redo without limit: every step keeps only the objects it touched, with their places in the drawing, so that a thousand
 * steps on a plan of 12,000 objects are a thousand small differences.
 */
import type { MapObject } from '@stowage/domain/map-object'

interface Standing {
  readonly object: MapObject
  readonly index: number
}

interface Change {
  /** null: came with this step. */
  readonly before: Standing | null
  /** null: went with this step. */
  readonly after: Standing | null
}

export interface Step {
  readonly changes: readonly Change[]
  readonly selectedBefore: readonly string[]
  readonly selectedAfter: readonly string[]
  /** Steps of one kind that follow at once are one: ten taps of an arrow key, the letters of a word. */
  readonly joins: string | null
  readonly at: number
}

export interface History {
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}

export const noHistory: History = { past: [], future: [] }

/** Steps of one kind within this time are taken back together. */
const joinWithinMs = 1500

/** The way from one drawing to another; null where nothing changed. Whether an object changed is asked by identity. */
export function difference(
  before: readonly MapObject[],
  after: readonly MapObject[],
): readonly Change[] | null {
  if (before === after) return null
  const old = new Map(before.map((object, index) => [object.uuid, { object, index }]))
  const now = new Map(after.map((object, index) => [object.uuid, { object, index }]))
  const changes: Change[] = []
  // Objects whose order among those that stayed is another one count as moved: the fewest that explain it.
  const stayed = after.flatMap(({ uuid }) => old.get(uuid)?.index ?? [])
  const still = longestRise(stayed)
  for (const [index, object] of after.entries()) {
    const was = old.get(object.uuid)
    if (was === undefined) changes.push({ before: null, after: { object, index } })
    else if (was.object !== object || !still.has(was.index))
      changes.push({ before: was, after: { object, index } })
  }
  for (const [index, object] of before.entries())
    if (!now.has(object.uuid)) changes.push({ before: { object, index }, after: null })
  return changes.length === 0 ? null : changes
}

/** The members of a longest rising subsequence; numbers are different from one another. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  const ends: number[] = []
  const previous: (number | null)[] = []
  for (const [at, value] of numbers.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (numbers[ends[middle]!]! < value) low = middle + 1
      else high = middle
    }
    previous[at] = low === 0 ? null : ends[low - 1]!
    ends[low] = at
  }
  const found = new Set<number>()
  for (let at: number | null | undefined = ends.at(-1); at != null; at = previous[at]) found.add(numbers[at]!)
  return found
}

/** Goes one way or the other: what stood there leaves, what is to stand there comes back to its place. */
function apply(
  objects: readonly MapObject[],
  changes: readonly Change[],
  from: 'before' | 'after',
  to: 'before' | 'after',
): MapObject[] {
  const leaving = new Set(changes.flatMap((change) => change[from]?.object.uuid ?? []))
  const result = objects.filter(({ uuid }) => !leaving.has(uuid))
  const coming = changes.flatMap((change) => change[to] ?? []).sort((a, b) => a.index - b.index)
  if (coming.length < 50) for (const { object, index } of coming) result.splice(index, 0, object)
  else return merge(result, coming)
  return result
}

/** The same in one walk, for steps of many objects. */
function merge(objects: readonly MapObject[], coming: readonly Standing[]): MapObject[] {
  const result: MapObject[] = []
  let next = 0
  for (const { object, index } of coming) {
    while (result.length < index && next < objects.length) result.push(objects[next++]!)
    result.push(object)
  }
  return [...result, ...objects.slice(next)]
}

/** Remembers a step. A new step ends what could be done again. */
export function remember(
  history: History,
  step: Step,
  after: readonly MapObject[],
  before: readonly MapObject[],
): History {
  const last = history.past.at(-1)
  const isJoined =
    last !== undefined &&
    step.joins !== null &&
    last.joins === step.joins &&
    step.at - last.at < joinWithinMs &&
    history.future.length === 0
  if (!isJoined) return { past: [...history.past, step], future: [] }
  // Both steps as one: from where the first began to where the second ends.
  const first = apply(before, last.changes, 'after', 'before')
  const changes = difference(first, after)
  const past = history.past.slice(0, -1)
  if (changes === null) return { past, future: [] }
  return { past: [...past, { ...step, changes, selectedBefore: last.selectedBefore }], future: [] }
}

export interface Undone {
  readonly objects: readonly MapObject[]
  readonly selected: readonly string[]
  readonly history: History
}

/** null where there is nothing to take back. */
export function undo(history: History, objects: readonly MapObject[]): Undone | null {
  const step = history.past.at(-1)
  if (step === undefined) return null
  return {
    objects: apply(objects, step.changes, 'after', 'before'),
    selected: step.selectedBefore,
    history: { past: history.past.slice(0, -1), future: [step, ...history.future] },
  }
}

/** null where there is nothing to do again. */
export function redo(history: History, objects: readonly MapObject[]): Undone | null {
  const [step, ...future] = history.future
  if (step === undefined) return null
  return {
    objects: apply(objects, step.changes, 'before', 'after'),
    selected: step.selectedAfter,
    history: { past: [...history.past, step], future },
  }
}
