import { getMap } from '@stowage/api/maps'
import { toWire } from '@stowage/api/wire'
import { bindBoxes } from '@stowage/domain/map-object'
import type { FloorPlans } from './floor-plan-view.ts'

/**
 * The plans of a stock as the wire has them: an object keyed by map name, in the order of the maps. Objects that stand for a
 * box say which; a box that is gone or of another stock is named by none. Each plan is bound by itself, so that a box drawn
 * on an overview and on its floor can be chosen on both.
 */
export function mapJson({ maps, boxes }: FloorPlans): string {
  // By hand, because an object would put maps named "1" and "2" in an order of its own.
  const parts = maps.map(({ name, objects }) => {
    const bound = bindBoxes(objects, boxes)
    const answer = {
      [name]: objects.map(({ boxId: _stored, ...object }) => ({
        ...object,
        ...(bound.has(object.uuid) ? { boxId: bound.get(object.uuid)?.id } : {}),
      })),
    }
    return JSON.stringify(toWire(getMap.answer, answer)).slice(1, -1)
  })
  return `{${parts.join(',')}}`
}
