import type { Answer } from '@stowage/api/endpoint'
import type { fetchBoxes } from '@stowage/api/catalog'
import { inNumberOrder } from '../model/grid.ts'

/** A box of the stock as the editor knows it: nothing of who holds it. */
export interface PlanBox {
  readonly id: string
  readonly unitNumber: string
  /** As in its record: m², of KB boxes m³. */
  readonly size: number
  readonly floor: number | null
  /** Metres, where the record has them. */
  readonly width: number | null
  readonly depth: number | null
}

/** In the order of their numbers. */
export function planBoxes(boxes: Answer<typeof fetchBoxes>): PlanBox[] {
  return inNumberOrder(
    boxes.map(({ id, unitNumber, size, floor, width, depth }) => ({
      id,
      unitNumber,
      size,
      floor: floor ?? null,
      width: width ?? null,
      depth: depth ?? null,
    })),
  )
}
