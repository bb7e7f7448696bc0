/** Lines that show when what is moved stands level with something, and hold it there. */
import type { Box2D } from '../../../../features/maps/index.ts'

export interface Guide {
  readonly along: 'x' | 'y'
  readonly at: number
}

export interface Guided {
  readonly dx: number
  readonly dy: number
  readonly guides: readonly Guide[]
}

/** Edges and middles of what stands still, sorted, made once at the beginning of a gesture. */
export interface Lines {
  readonly x: readonly number[]
  readonly y: readonly number[]
}

export function linesOf(
  areas: readonly Box2D[],
  canvas: { readonly width: number; readonly height: number },
): Lines {
  const sorted = (values: readonly number[]): number[] =>
    [...new Set(values.map(Math.round))].sort((a, b) => a - b)
  return {
    x: sorted([
      0,
      canvas.width / 2,
      canvas.width,
      ...areas.flatMap(({ x, width }) => [x, x + width / 2, x + width]),
    ]),
    y: sorted([
      0,
      canvas.height / 2,
      canvas.height,
      ...areas.flatMap(({ y, height }) => [y, y + height / 2, y + height]),
    ]),
  }
}

/** The number of a sorted list that is nearest; undefined for an empty one. */
function nearest(sorted: readonly number[], value: number): number | undefined {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  const [before, after] = [sorted[low - 1], sorted[low]]
  if (before === undefined || after === undefined) return before ?? after
  return value - before <= after - value ? before : after
}

/**
 * A move of a frame, held where one of its edges or its middle comes level with a line.
 * @param reach in plan units: some pixels of the screen at its zoom
 */
export function guided(frame: Box2D, dx: number, dy: number, lines: Lines, reach: number): Guided {
  const across = held([frame.x, frame.x + frame.width / 2, frame.x + frame.width], dx, lines.x, reach)
  const down = held([frame.y, frame.y + frame.height / 2, frame.y + frame.height], dy, lines.y, reach)
  return {
    dx: across.by,
    dy: down.by,
    guides: [
      ...across.at.map((at): Guide => ({ along: 'x', at })),
      ...down.at.map((at): Guide => ({ along: 'y', at })),
    ],
  }
}

function held(
  edges: readonly number[],
  by: number,
  lines: readonly number[],
  reach: number,
): { by: number; at: number[] } {
  let best: { by: number; distance: number } | null = null
  for (const edge of edges) {
    const line = nearest(lines, edge + by)
    if (line === undefined) continue
    const distance = Math.abs(line - edge - by)
    if (distance <= reach && (best === null || distance < best.distance)) best = { by: line - edge, distance }
  }
  if (best === null) return { by: Math.round(by), at: [] }
  const { by: found } = best
  return { by: found, at: edges.map((edge) => edge + found).filter((at) => lines.includes(Math.round(at))) }
}
