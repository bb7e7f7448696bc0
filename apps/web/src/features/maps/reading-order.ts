/** The order in which a plan is read aloud: row after row, each from left to right. */
import type { Box2D } from './shape.ts'

interface Entry {
  readonly object: { readonly uuid: string }
  readonly drawn: { readonly area: Box2D } | null
}

/**
 * Boxes in reading order, each on the place of another box. What is drawn between boxes and covers one keeps its side of them: only
 * boxes with nothing of that kind between them change places, so that the picture stays as it was drawn.
 * @param areaOf what an object that is not a box covers
 */
export function inReadingOrder<E extends Entry>(
  entries: readonly E[],
  areaOf: (entry: E) => Box2D,
): readonly E[] {
  const boxes = entries.flatMap(({ drawn }) => (drawn === null ? [] : [drawn.area]))
  const result: E[] = []
  let run: E[] = []
  let between: { readonly at: number; readonly entry: E }[] = []
  const flush = (): void => {
    const sorted = rows(run)
    // What stood between the boxes of the run, and touches none, keeps its place in the count.
    for (const { at, entry } of between) sorted.splice(at, 0, entry)
    result.push(...sorted)
    run = []
    between = []
  }
  for (const entry of entries) {
    if (entry.drawn !== null) run.push(entry)
    else if (run.length === 0) result.push(entry)
    else if (boxes.some((area) => touches(area, areaOf(entry)))) {
      flush()
      result.push(entry)
    } else between.push({ at: run.length + between.length, entry })
  }
  flush()
  return result
}

/** A row is what has its middle above the lower edge of the row's first box. */
function rows<E extends Entry>(entries: readonly E[]): E[] {
  const placed = entries
    .map((entry) => ({ entry, area: entry.drawn?.area ?? { x: 0, y: 0, width: 0, height: 0 } }))
    .sort((a, b) => middle(a.area) - middle(b.area) || a.area.x - b.area.x)
  const found: (typeof placed)[] = []
  let edge = -Infinity
  for (const one of placed) {
    if (middle(one.area) >= edge) {
      found.push([])
      edge = one.area.y + one.area.height
    }
    found.at(-1)?.push(one)
  }
  return found.flatMap((row) => row.sort((a, b) => a.area.x - b.area.x).map(({ entry }) => entry))
}

const middle = ({ y, height }: Box2D): number => y + height / 2

function touches(a: Box2D, b: Box2D): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
