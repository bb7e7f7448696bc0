/**
 * The way from the gate (upstairs: from the lift, else the stairs) to a box, along the aisles: a search over a grid of half-metre
 * steps that turns as seldom as it can and keeps to the middle.
 */
import { bindBoxes, type BindableBox, type MapObject } from '@stowage/domain/map-object'
import { around, boundsOf, isPolygon, type Box2D } from './shape.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

const step = 10
/** What a turn and a cell next to a wall cost, in steps: straight on and in the middle unless it is much longer. */
const turnCost = 6
const wallCost = 2

/** For plans drawn by hand, whose objects carry no role: the words of the four languages. */
const words: Readonly<Record<'gate' | 'lift' | 'stairs', RegExp>> = {
  gate: /^(ворота|въезд|вход|gate|entrance|tor|eingang|einfahrt|brama|wejście|wjazd)$/i,
  lift: /^(лифт|lift|elevator|aufzug|winda)$/i,
  stairs: /^(лестница|stairs|treppe|schody)$/i,
}

/** Where a visitor comes onto this floor; null where the plan does not say. */
export function entranceOf(objects: readonly MapObject[]): Box2D | null {
  for (const kind of ['gate', 'lift', 'stairs'] as const) {
    const named =
      objects.find(({ role }) => role === kind) ??
      objects.find(({ text }) => words[kind].test((text ?? '').trim()))
    if (named !== undefined) return boundsOf(named)
  }
  return null
}

/**
 * @returns corners of the way in plan units, from the entrance to the door's side of the box; null where the plan names no entrance or
 *   leaves no way through
 */
export function wayTo(
  boxId: string,
  objects: readonly MapObject[],
  boxes: readonly BindableBox[],
): readonly Point[] | null {
  const bound = bindBoxes(objects, boxes)
  const target = objects.find(({ uuid }) => bound.get(uuid)?.id === boxId)
  const entrance = entranceOf(objects)
  if (target === undefined || entrance === null) return null

  const house = around(objects.filter(({ type }) => type !== 'text').map(boundsOf))
  const solid = objects.filter((object) => isObstacle(object, house)).map(boundsOf)
  const grid = gridOf(house, solid, boundsOf(target), entrance)
  return search(grid)
}

/** Whatever stands on the floor: not words, not lines, not the ground itself (most of the house) and not the gate. */
function isObstacle(object: MapObject, house: Box2D): boolean {
  if (object.type === 'text' || object.role === 'gate') return false
  if (isPolygon(object) && object.closed !== true) return false
  const { width, height } = boundsOf(object)
  return width * height < house.width * house.height * 0.5 && width >= step && height >= step
}

interface Grid {
  readonly columns: number
  readonly rows: number
  readonly blocked: Uint8Array
  readonly starts: readonly number[]
  readonly isGoal: Uint8Array
  readonly middleOf: (cell: number) => Point
}

function gridOf(house: Box2D, solid: readonly Box2D[], target: Box2D, entrance: Box2D): Grid {
  const columns = Math.ceil(house.width / step)
  const rows = Math.ceil(house.height / step)
  const middleOf = (cell: number): Point => ({
    x: house.x + ((cell % columns) + 0.5) * step,
    y: house.y + (Math.floor(cell / columns) + 0.5) * step,
  })
  const within = ({ x, y }: Point, area: Box2D, by: number): boolean =>
    x > area.x - by && x < area.x + area.width + by && y > area.y - by && y < area.y + area.height + by

  const blocked = new Uint8Array(columns * rows)
  const isGoal = new Uint8Array(columns * rows)
  const starts: number[] = []
  const doorway = {
    x: target.x + target.width * 0.2,
    width: target.width * 0.6,
    y: target.y,
    height: target.height,
  }
  const inner = {
    x: house.x + step,
    y: house.y + step,
    width: house.width - 2 * step,
    height: house.height - 2 * step,
  }
  for (let cell = 0; cell < blocked.length; cell++) {
    const point = middleOf(cell)
    const isEntrance = within(point, entrance, step)
    blocked[cell] =
      solid.some((area) => within(point, area, 1)) || (!within(point, inner, 0) && !isEntrance) ? 1 : 0
    if (blocked[cell] === 1) continue
    // Doors are on the long sides of a row, so one arrives above or below the box, not at its neighbour's wall.
    if (within(point, doorway, 1.5 * step) && point.x >= doorway.x && point.x <= doorway.x + doorway.width)
      isGoal[cell] = 1
    if (isEntrance) starts.push(cell)
  }
  const middle = { x: entrance.x + entrance.width / 2, y: entrance.y + entrance.height / 2 }
  const from = starts.toSorted((a, b) => distance(middleOf(a), middle) - distance(middleOf(b), middle))
  return { columns, rows, blocked, starts: from.slice(0, 1), isGoal, middleOf }
}

/** Dijkstra over cell and heading, so that turns can cost; the heap is a plain binary one, 50,000 states at most. */
function search(grid: Grid): readonly Point[] | null {
  const { columns, rows, blocked, starts, isGoal, middleOf } = grid
  const moves = [
    { dx: 1, dy: 0 },
    { dx: 0, dy: 1 },
    { dx: -1, dy: 0 },
    { dx: 0, dy: -1 },
  ] as const
  const cost = new Float64Array(blocked.length * 4).fill(Infinity)
  const before = new Int32Array(blocked.length * 4).fill(-1)
  const heap = new Heap()
  for (const start of starts) {
    for (let heading = 0; heading < 4; heading++) {
      cost[start * 4 + heading] = 0
      heap.push(start * 4 + heading, 0)
    }
  }
  const cellAt = (column: number, row: number): number =>
    column < 0 || row < 0 || column >= columns || row >= rows ? -1 : row * columns + column
  const isTight = (column: number, row: number): boolean =>
    moves.some(({ dx, dy }) => {
      const side = cellAt(column + dx, row + dy)
      return side < 0 || blocked[side] === 1
    })

  for (let state = heap.pop(); state !== null; state = heap.pop()) {
    const cell = state.key >> 2
    const heading = state.key & 3
    if (state.cost > cost[state.key]!) continue
    if (isGoal[cell] === 1) return corners(state.key, before, middleOf)
    for (const [next, { dx, dy }] of moves.entries()) {
      const column = (cell % columns) + dx
      const row = Math.floor(cell / columns) + dy
      const there = cellAt(column, row)
      if (there < 0 || blocked[there] === 1 || Math.abs(next - heading) === 2) continue
      const price = state.cost + 1 + (next === heading ? 0 : turnCost) + (isTight(column, row) ? wallCost : 0)
      const key = there * 4 + next
      if (price >= cost[key]!) continue
      cost[key] = price
      before[key] = state.key
      heap.push(key, price)
    }
  }
  return null
}

function corners(goal: number, before: Int32Array, middleOf: (cell: number) => Point): Point[] {
  const points: Point[] = []
  let heading = -1
  for (let key = goal; key >= 0; key = before[key]!) {
    const isEnd = before[key]! < 0 || key === goal
    if (isEnd || (key & 3) !== heading) points.push(middleOf(key >> 2))
    heading = key & 3
  }
  return points.reverse()
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

class Heap {
  readonly #items: { key: number; cost: number }[] = []

  push(key: number, cost: number): void {
    const items = this.#items
    items.push({ key, cost })
    for (let at = items.length - 1; at > 0;) {
      const parent = (at - 1) >> 1
      if (items[parent]!.cost <= items[at]!.cost) break
      ;[items[parent], items[at]] = [items[at]!, items[parent]!]
      at = parent
    }
  }

  pop(): { key: number; cost: number } | null {
    const items = this.#items
    const top = items[0]
    const last = items.pop()
    if (top === undefined || last === undefined) return null
    if (items.length === 0) return top
    items[0] = last
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let least = at
      if (left < items.length && items[left]!.cost < items[least]!.cost) least = left
      if (right < items.length && items[right]!.cost < items[least]!.cost) least = right
      if (least === at) return top
      ;[items[least], items[at]] = [items[at]!, items[least]!]
      at = least
    }
  }
}
