/** A row or a grid of numbered boxes from the stock's list, in one move. */
import type { MapObject } from '@stowage/domain/map-object'
import type { Box2D } from '../../../../features/maps/index.ts'
import { newObject } from './new-object.ts'

export interface GridBox {
  readonly id: string
  readonly unitNumber: string
  /** m²; decides the width of a box where `bySize` is set. */
  readonly size: number
}

export interface GridWish {
  /** Where the grid is drawn. */
  readonly area: Box2D
  readonly rows: number
  /** Boxes side by side in a row; the last row may have fewer. */
  readonly columns: number
  /** Between neighbours, along the row. */
  readonly gap: number
  /** Between rows. */
  readonly aisle: number
  /** Rows two by two, back to back: an aisle only behind each second row. */
  readonly isBackToBack: boolean
  /** Every second row is numbered from right to left, as one walks. */
  readonly isSnake: boolean
  /** Wider boxes get more of their row. */
  readonly bySize: boolean
}

/**
 * The boxes as objects, in the order in which they are given; those that find no place are left out. Each fills its part of the
 * area, on whole units, so that neighbours stand edge to edge where there is no gap.
 */
export function gridOf(boxes: readonly GridBox[], wish: GridWish): MapObject[] {
  const { area, rows, columns, gap, isBackToBack, isSnake, bySize } = wish
  const used = Math.min(rows, Math.ceil(boxes.length / Math.max(1, columns)))
  if (used < 1 || columns < 1) return []
  const tops = rowTops(rows, wish)
  const height = rowHeight(rows, wish)
  return Array.from({ length: used }, (_, row) => {
    const its = boxes.slice(row * columns, (row + 1) * columns)
    const inOrder = isSnake && row % 2 === 1 ? its.toReversed() : its
    const weights = inOrder.map(({ size }) => (bySize ? Math.max(0.5, size) : 1))
    // A last row that is not full keeps the width of the others.
    const whole =
      bySize && its.length === columns ? sum(weights) : (sum(weights) / Math.max(1, its.length)) * columns
    const room = area.width - gap * (columns - 1)
    const isPulledRight = isSnake && row % 2 === 1 && its.length < columns
    let left = area.x + (isPulledRight ? ((columns - its.length) * area.width) / columns : 0)
    return inOrder.map((box, index): MapObject => {
      const width = (room * (weights[index] ?? 1)) / whole
      const from = Math.round(left)
      const to = Math.round(left + width)
      left += width + gap
      const top = Math.round(tops[row] ?? area.y)
      return {
        ...newObject('rectangle-with-text', { x: from, y: top }, ''),
        width: Math.max(1, to - from),
        height: Math.max(1, Math.round((tops[row] ?? area.y) + height) - top),
        text: box.unitNumber,
        boxId: box.id,
      }
    })
  }).flat()

  function rowHeight(count: number, { aisle }: GridWish): number {
    const aisles = isBackToBack ? Math.floor((count - 1) / 2) : count - 1
    const seams = isBackToBack ? Math.ceil((count - 1) / 2) : 0
    return Math.max(1, (area.height - aisles * aisle - seams * gap) / count)
  }

  function rowTops(count: number, given: GridWish): number[] {
    const tall = rowHeight(count, given)
    const found: number[] = []
    let top = area.y
    for (let row = 0; row < count; row += 1) {
      found.push(top)
      top += tall + (isBackToBack && row % 2 === 0 ? gap : given.aisle)
    }
    return found
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

const byNumber = new Intl.Collator('en', { numeric: true })
/** In the order of their numbers: YA2 before YA10. */
export const inNumberOrder = <Box extends { readonly unitNumber: string }>(boxes: readonly Box[]): Box[] =>
  boxes.toSorted((a, b) => byNumber.compare(a.unitNumber, b.unitNumber))
