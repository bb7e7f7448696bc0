/**
 * Packs boxes into a building as a planner would: a row along the north wall, corridors from the south, between them blocks of
 * rows back to back, every door on an aisle. All lengths in metres, from the building's inner upper left corner.
 */
import type { Random } from './random.ts'

export interface Cell {
  /** Index into the list that was packed. */
  readonly item: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly depth: number
}

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly depth: number
}

export interface PackedFloor {
  readonly width: number
  readonly depth: number
  readonly cells: readonly Cell[]
  /** The middle line of each aisle in each block, top to bottom, left to right. */
  readonly aisles: readonly Area[]
  /** The corridor the gate opens into. */
  readonly corridor: Area
  /** Kept free beside the corridor: lift and stairs, or the office. */
  readonly service: readonly [Area, Area]
  /** Ends of rows too short for a box and long enough for something else. */
  readonly spare: readonly Area[]
}

/** Row depths in metres and the footprints in m² that stand in them; a smaller one may fill the end of a deeper row. */
const rowDepths = [
  { depth: 1.2, upTo: 1.5 },
  { depth: 2, upTo: 4 },
  { depth: 3, upTo: 12 },
  { depth: 5, upTo: Infinity },
] as const

const aisleWidth = 1.8
const corridorWidth = 2.4
const serviceWidth = 2.6
/** A door and a person need this; a deep box is wide enough to turn round in. */
const leastWidth = (depth: number): number => Math.max(0.8, depth * 0.3)

interface Block {
  readonly x: number
  readonly width: number
}

/** @returns depth of the row a footprint (m²) belongs to */
function depthFor(footprint: number): number {
  return rowDepths.find(({ upTo }) => footprint <= upTo)?.depth ?? 5
}

/**
 * Finds the smallest building of the given proportion that takes every footprint, and places each once.
 * @param footprints m² of floor per box
 * @param proportion width ÷ depth of the building
 */
export function packFloor(footprints: readonly number[], proportion: number, random: Random): PackedFloor {
  const net = footprints.reduce((total, footprint) => total + footprint, 0)
  // Below the net area nothing fits, so the search begins a little above it.
  for (let depth = Math.max(11, Math.sqrt((net * 1.15) / proportion)); depth < 200; depth += 0.25) {
    for (let attempt = 0; attempt < 24; attempt++) {
      const floor = tryBuilding(footprints, depth * proportion, depth, random)
      if (floor !== null) return floor
    }
  }
  throw new RangeError(`no building for ${footprints.length} boxes`)
}

function tryBuilding(
  footprints: readonly number[],
  width: number,
  depth: number,
  random: Random,
): PackedFloor | null {
  const pools = new Map<number, number[]>(rowDepths.map((row) => [row.depth, []]))
  for (const item of random.shuffle(footprints.map((_, index) => index)))
    pools.get(depthFor(footprints[item]!))?.push(item)
  const lengthOf = (rowDepth: number): number =>
    (pools.get(rowDepth) ?? []).reduce((total, item) => total + footprints[item]! / rowDepth, 0)

  const cells: Cell[] = []
  const spare: Area[] = []
  const aisles: Area[] = []

  const fillRow = (row: Area): void => {
    let x = row.x
    const end = row.x + row.width + 1e-9
    const takeFrom = (source: number, room: (width: number) => boolean): boolean => {
      const pool = pools.get(source) ?? []
      const index = pool.findIndex((item) => room(footprints[item]! / row.depth))
      if (index < 0) return false
      const [item] = pool.splice(index, 1)
      const boxWidth = footprints[item!]! / row.depth
      cells.push({ item: item!, x, y: row.y, width: boxWidth, depth: row.depth })
      x += boxWidth
      return true
    }
    const fits = (boxWidth: number): boolean =>
      boxWidth >= leastWidth(row.depth) - 1e-9 && x + boxWidth <= end
    while (takeFrom(row.depth, fits)) continue
    const shallower = rowDepths
      .map((entry) => entry.depth)
      .filter((entry) => entry < row.depth)
      .reverse()
    for (const source of shallower) while (takeFrom(source, fits)) continue
    if (end - x > 1.6) spare.push({ x, y: row.y, width: row.x + row.width - x, depth: row.depth })
  }

  /** The depth whose boxes still need most room, with some chance, among those that fit. */
  const chooseDepth = (room: number, least = 0): number | null => {
    const open = rowDepths
      .map((entry) => entry.depth)
      .filter((entry) => entry <= room && entry >= least && lengthOf(entry) > 0)
    if (open.length === 0) return null
    const weighed = open.map((entry) => ({ entry, weight: lengthOf(entry) * (0.4 + random.next()) }))
    return weighed.reduce((best, one) => (one.weight > best.weight ? one : best)).entry
  }

  const northDepth = lengthOf(5) > width * 0.35 ? 5 : 3
  fillRow({ x: 0, y: 0, width, depth: northDepth })

  const { blocks, corridor } = splitWidth(width, depth, northDepth + aisleWidth)
  let service: [Area, Area] | null = null

  for (const [index, block] of blocks.entries()) {
    const hasService = index === blocks.findIndex(({ x }) => x > corridor.x)
    const rows: { offset: number; rowDepth: number }[][] = []
    let left = depth - northDepth - aisleWidth
    for (;;) {
      const isFirst = rows.length === 0
      const least = isFirst && hasService ? 2 : 0
      const upper = chooseDepth(left, least)
      if (upper === null) break
      const lower = chooseDepth(left - upper - aisleWidth, least)
      if (lower === null) {
        rows.push([{ offset: 0, rowDepth: upper }])
        left -= upper
        break
      }
      // Demand is judged per pair, so the pair is filled before the next is chosen.
      rows.push([
        { offset: 0, rowDepth: upper },
        { offset: upper, rowDepth: lower },
      ])
      left -= upper + lower + aisleWidth
      const y = rowsTop(rows, northDepth)
      for (const { offset, rowDepth } of rows.at(-1)!) {
        const shift = isFirst && hasService ? serviceWidth + 0.2 : 0
        fillRow({ x: block.x + shift, y: y + offset, width: block.width - shift, depth: rowDepth })
      }
      if (isFirst && hasService) {
        service = [
          { x: block.x, y, width: serviceWidth, depth: upper },
          { x: block.x, y: y + upper, width: serviceWidth, depth: lower },
        ]
      }
    }
    // What follows the last pair stands against the south wall, facing the aisle above it.
    const last = rows.at(-1)
    if (last?.length === 1)
      fillRow({ x: block.x, y: depth - last[0]!.rowDepth, width: block.width, depth: last[0]!.rowDepth })
    aisles.push(...aislesOf(block, rows, northDepth, depth))
  }

  const placedAll = [...pools.values()].every((pool) => pool.length === 0)
  if (!placedAll || service === null) return null
  return {
    width,
    depth,
    cells,
    aisles: aisles.toSorted((a, b) => a.y - b.y || a.x - b.x),
    corridor,
    service,
    spare,
  }
}

/** Where the last pair of rows begins. */
function rowsTop(rows: readonly (readonly { rowDepth: number }[])[], northDepth: number): number {
  const before = rows
    .slice(0, -1)
    .reduce((sum, pair) => sum + pair.reduce((deep, { rowDepth }) => deep + rowDepth, 0) + aisleWidth, 0)
  return northDepth + aisleWidth + before
}

/** Wide buildings get a second corridor, so that nobody walks round thirty metres of boxes. */
function splitWidth(width: number, depth: number, top: number): { blocks: Block[]; corridor: Area } {
  if (width <= 40) {
    const first = (width - corridorWidth) * 0.46
    return {
      blocks: [
        { x: 0, width: first },
        { x: first + corridorWidth, width: width - first - corridorWidth },
      ],
      corridor: { x: first, y: top, width: corridorWidth, depth: depth - top },
    }
  }
  const block = (width - 2 * corridorWidth) / 3
  return {
    blocks: [0, 1, 2].map((index) => ({ x: index * (block + corridorWidth), width: block })),
    corridor: { x: block, y: top, width: corridorWidth, depth: depth - top },
  }
}

/** One area per aisle of a block: under the north row, between the pairs, and above the south row. */
function aislesOf(
  block: Block,
  rows: readonly (readonly { rowDepth: number }[])[],
  northDepth: number,
  depth: number,
): Area[] {
  const areas: Area[] = [{ x: block.x, y: northDepth, width: block.width, depth: aisleWidth }]
  let y = northDepth + aisleWidth
  for (const [index, pair] of rows.entries()) {
    if (pair.length === 1) continue
    y += pair.reduce((deep, { rowDepth }) => deep + rowDepth, 0)
    const next = rows[index + 1]
    const bottom = next === undefined ? depth : next.length === 1 ? depth - next[0]!.rowDepth : y + aisleWidth
    if (bottom - y >= 1) areas.push({ x: block.x, y, width: block.width, depth: bottom - y })
    y += aisleWidth
  }
  return areas
}
