/** What is typed for a row or grid of boxes, and what it makes. */
import { editorCanvas, type MapObject } from '@stowage/domain/map-object'
import type { Box2D } from '../../../../features/maps/index.ts'
import { typedNumber } from '../../../../ui/index.ts'
import { gridOf } from '../model/grid.ts'
import type { PlanBox } from './plan-box.ts'
import { fittingFont } from './plan-scale.ts'

/** As it stands in the fields. Rows and columns left empty are found by the shape of the area. */
export interface GridFields {
  readonly floor: string
  readonly from: string
  readonly to: string
  readonly rows: string
  readonly columns: string
  readonly gap: string
  readonly aisle: string
  readonly isBackToBack: boolean
  readonly isSnake: boolean
  readonly bySize: boolean
}
export const firstFields: GridFields = {
  floor: 'all',
  from: '',
  to: '',
  rows: '',
  columns: '',
  gap: '0',
  aisle: '40',
  isBackToBack: true,
  isSnake: false,
  bySize: false,
}

/** Of the fields with a number. */
export const gridLimits = {
  rows: { min: 1, max: 200 },
  columns: { min: 1, max: 400 },
  gap: { min: 0, max: 200 },
  aisle: { min: 0, max: 400 },
} as const
export type GridNumber = keyof typeof gridLimits

/** The whole sheet but for a margin: what one gets without dragging. */
export const wholeSheet: Box2D = {
  x: 20,
  y: 20,
  width: editorCanvas.width - 40,
  height: editorCanvas.height - 40,
}

const byNumber = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const withoutLetters = (unitNumber: string): string => unitNumber.replace(/^\p{L}+/u, '')

/** Boxes of a floor and from one number to another, both included; "101" means YA101 as well. */
export function wished<Box extends Pick<PlanBox, 'unitNumber' | 'floor'>>(
  boxes: readonly Box[],
  { floor, from, to }: Pick<GridFields, 'floor' | 'from' | 'to'>,
): Box[] {
  const against = (unitNumber: string, end: string): number =>
    byNumber.compare(/^\d/.test(end) ? withoutLetters(unitNumber) : unitNumber, end)
  const [first, last] = [from.trim(), to.trim()]
  return boxes.filter(
    (box) =>
      (floor === 'all' || String(box.floor ?? 'none') === floor) &&
      (first === '' || against(box.unitNumber, first) >= 0) &&
      (last === '' || against(box.unitNumber, last) <= 0),
  )
}

/** A box stands upright: half as deep again as it is wide. */
const upright = 1.5

/** Rows and columns for so many boxes in an area, where they are not typed. */
export function shapeFor(
  count: number,
  area: Pick<Box2D, 'width' | 'height'>,
  typed: { readonly rows?: number | undefined; readonly columns?: number | undefined },
): { readonly rows: number; readonly columns: number } {
  const boxes = Math.max(1, count)
  if (typed.columns !== undefined)
    return { columns: typed.columns, rows: typed.rows ?? Math.ceil(boxes / typed.columns) }
  if (typed.rows !== undefined) return { rows: typed.rows, columns: Math.ceil(boxes / typed.rows) }
  const columns = Math.sqrt((boxes * upright * area.width) / Math.max(1, area.height))
  const whole = Math.min(boxes, Math.max(1, Math.round(columns)))
  return { columns: whole, rows: Math.ceil(boxes / whole) }
}

export interface GridPlan {
  readonly rows: number
  readonly columns: number
  /** Chosen by floor and number. */
  readonly boxes: readonly PlanBox[]
  /** As they would be drawn; empty where something is wrong. */
  readonly objects: readonly MapObject[]
  /** Fields that hold no number of their range. */
  readonly wrong: ReadonlySet<GridNumber>
  /** The gaps and aisles leave no room: narrower or lower than a number can be read in. */
  readonly isTooTight: boolean
}

/** Plan units; what is smaller is no box. */
const least = 6

/** @param missing boxes on no map yet, in the order of their numbers */
export function planGrid(missing: readonly PlanBox[], fields: GridFields, area: Box2D): GridPlan {
  const wrong = new Set<GridNumber>()
  const number = (name: GridNumber): number | undefined => {
    const value = typedNumber(fields[name])
    const { min, max } = gridLimits[name]
    if (value !== undefined && !(Number.isInteger(value) && value >= min && value <= max)) wrong.add(name)
    return value
  }
  const [rowsTyped, columnsTyped] = [number('rows'), number('columns')]
  const [gap, aisle] = [number('gap') ?? 0, number('aisle') ?? 0]
  const boxes = wished(missing, fields)
  if (wrong.size > 0) return { rows: 1, columns: 1, boxes, objects: [], wrong, isTooTight: false }
  const { rows, columns } = shapeFor(boxes.length, area, { rows: rowsTyped, columns: columnsTyped })
  const { isBackToBack, isSnake, bySize } = fields
  const room = {
    across: (area.width - gap * (columns - 1)) / columns,
    down:
      (area.height -
        (isBackToBack
          ? Math.floor((rows - 1) / 2) * aisle + Math.ceil((rows - 1) / 2) * gap
          : (rows - 1) * aisle)) /
      rows,
  }
  const isTooTight = boxes.length > 0 && (room.across < least || room.down < least)
  const objects = isTooTight
    ? []
    : gridOf(boxes, { area, rows, columns, gap, aisle, isBackToBack, isSnake, bySize }).map((object) => ({
        ...object,
        fontSize: fittingFont(object.text ?? '', { width: object.width ?? 0, height: object.height ?? 0 }),
      }))
  return { rows, columns, boxes, objects, wrong, isTooTight }
}
