/**
 * Draws believable warehouses for the demo: boxes of all four size groups, packed to scale on floor plans as
 * `pack-floor.ts` arranges them. The same seed gives the same stock.
 */
import { floorOf, formatUnitNumber, type SizeGroup } from '@stowage/domain/box'
import { mapGround, type MapObject } from '@stowage/domain/map-object'
import { drawFloor } from './draw-floor.ts'
import { packFloor } from './pack-floor.ts'
import { randomFrom, type Random } from './random.ts'

export type PlanLanguage = 'ru' | 'en' | 'de' | 'pl'
export type FloorPrefix = 'YA' | 'YB' | 'YC' | 'KB'

export interface FloorWish {
  /** The map's name, shown as its tab. */
  readonly name: string
  /** YA, YB, YC: floors 1, 2, 3; KB: boxes sold by the cubic metre. */
  readonly prefix: FloorPrefix
  readonly boxes: number
  /** Where a prefix does not say it (KB); 1 unless given. */
  readonly floor?: number
}

export interface DrawnBox {
  readonly unitNumber: string
  /** m², for KB units m³; steps of 0.5. */
  readonly size: number
  /** Metres. */
  readonly height: number
  readonly width: number
  readonly depth: number
  readonly floor: number
  /** The map it is drawn on. */
  readonly mapName: string
}

export interface DrawnStock {
  readonly boxes: readonly DrawnBox[]
  readonly maps: Readonly<Record<string, readonly MapObject[]>>
}

/** What a self-storage house has of each size: many small, few large. */
const sizesOf: Readonly<Record<SizeGroup, readonly number[]>> = {
  s: [1, 1.5, 1.5, 2, 2.5, 3, 3, 3, 3.5, 4, 4.5, 4.5, 5],
  m: [5.5, 6, 6, 6, 6.5, 7, 7.5, 7.5, 8, 9, 9, 10],
  l: [10.5, 12, 12, 13.5, 15, 15, 16.5, 18, 20],
  xl: [21.5, 22.5, 24, 25, 27, 30],
}
const shares: readonly (readonly [SizeGroup, number])[] = [
  ['s', 0.6],
  ['m', 0.3],
  ['l', 0.08],
  ['xl', 0.02],
]
/** Cubic metres are asked for small things; a large room is sold by its floor. */
const cubicSizes = [2, 2, 2.5, 3, 3, 3.5, 4, 4.5, 5, 6, 6.5, 7.5, 9, 11, 12] as const

const heightOf: Readonly<Record<FloorPrefix, number>> = { YA: 2.6, YB: 2.4, YC: 2.4, KB: 2 }
/** No plan is drawn larger, so that a small stock does not look like a hall of giants. */
const largestScale = 40
const margin = 20

/**
 * @param wish.language of the words on the plan (aisle, gate, lift); they are part of the drawing, as they are in real ones
 * @returns boxes in the order of their numbers, and one map per floor by its name; each box stands on its map exactly once,
 *   bound by a text equal to its unit number
 * @throws RangeError when two floors have the same name or prefix, or one has no box
 */
export function drawStock(wish: {
  seed: string | number
  floors: readonly FloorWish[]
  language?: PlanLanguage
}): DrawnStock {
  const { seed, floors, language = 'ru' } = wish
  if (
    new Set(floors.map(({ name }) => name)).size < floors.length ||
    new Set(floors.map(({ prefix }) => prefix)).size < floors.length
  ) {
    throw new RangeError('floors need different names and prefixes')
  }
  const boxes: DrawnBox[] = []
  const maps: Record<string, readonly MapObject[]> = {}

  for (const [index, floor] of floors.entries()) {
    // Each floor has its own run of chance: a box more upstairs does not rebuild the ground floor.
    const random = randomFrom(`${seed}/${floor.prefix}`)
    if (floor.boxes < 1) throw new RangeError(`${floor.name} has no boxes`)
    const height = heightOf[floor.prefix]
    const sizes = floor.prefix === 'KB' ? drawCubicSizes(floor.boxes, random) : drawSizes(floor.boxes, random)
    const footprints = floor.prefix === 'KB' ? sizes.map((size) => size / height) : sizes
    // A full floor takes the whole ground; a small one is as squarish as houses in a town are.
    const widest = (mapGround.width - 2 * margin) / (mapGround.height - 2 * margin)
    const packed = packFloor(footprints, floor.boxes > 130 ? widest : 1.3 + random.next() * 0.5, random)

    // Numbers run along the doors: row by row from the north, each from left to right.
    const inOrder = packed.cells.toSorted((a, b) => a.y - b.y || a.x - b.x)
    const level = floor.floor ?? floorOf(floor.prefix) ?? 1
    const numbered = inOrder.map((cell, place) => ({
      cell,
      unitNumber: formatUnitNumber(floor.prefix, level * 100 + place + 1),
    }))
    for (const { cell, unitNumber } of numbered) {
      boxes.push({
        unitNumber,
        size: sizes[cell.item]!,
        height,
        width: round(cell.width),
        depth: round(cell.depth),
        floor: level,
        mapName: floor.name,
      })
    }
    const scale = Math.min(
      largestScale,
      (mapGround.width - 2 * margin) / packed.width,
      (mapGround.height - 2 * margin) / packed.depth,
    )
    maps[floor.name] = drawFloor({
      packed,
      scale,
      numbers: numbered,
      language,
      random,
      hasGate: index === 0,
      hasUpstairs: floors.length > 1,
    })
  }
  return { boxes, maps }
}

function drawSizes(count: number, random: Random): number[] {
  const groups: SizeGroup[] = []
  for (const [group, share] of shares) {
    // Every group is there even in a small house, else a tab of the wizard would stand empty by accident.
    const wanted = Math.max(count >= 20 ? 1 : 0, Math.round(count * share))
    for (let made = 0; made < wanted; made++) groups.push(group)
  }
  while (groups.length < count) groups.push('s')
  // Rounding up the rare groups is paid for by the commonest, which come first.
  return groups.slice(groups.length - count).map((group) => random.pick(sizesOf[group]))
}

function drawCubicSizes(count: number, random: Random): number[] {
  return Array.from({ length: count }, () => random.pick(cubicSizes))
}

function round(metres: number): number {
  return Math.round(metres * 100) / 100
}
