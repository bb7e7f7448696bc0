import { editorCanvas } from '@stowage/domain/map-object'
import { boundsOf, type PlanMover } from '../../../../features/maps/index.ts'
import { frameOf, type Point } from '../model/geometry.ts'
import { usePlanStore } from '../use-plan.ts'
import { useBoxesOfPlan } from './boxes-context.tsx'
import type { PlanBox } from './plan-box.ts'
import { freePlace, objectOfBox } from './plan-scale.ts'

/** Puts a box of the list onto the sheet and chooses it, so that the arrow keys move it on. */
export function usePlaceBox(mover: PlanMover | null) {
  const store = usePlanStore()
  const { perMetre } = useBoxesOfPlan()
  return (box: PlanBox, at?: Point): void => {
    const { objects } = store.get()
    const middle =
      at ?? freePlace(objects, boundsOf(objectOfBox(box, { x: 0, y: 0 }, perMetre)), editorCanvas)
    const made = objectOfBox(box, middle, perMetre)
    store.commit([...objects, made], { select: [made.uuid] })
    if (at === undefined) mover?.reveal(boundsOf(made))
  }
}

/** Chooses objects and brings them into sight. */
export function useGoTo(mover: PlanMover | null) {
  const store = usePlanStore()
  return (uuids: readonly string[]): void => {
    store.setTool('select')
    store.select(uuids)
    const frame = frameOf(store.get().objects.filter(({ uuid }) => uuids.includes(uuid)))
    if (frame !== null) mover?.reveal(frame)
  }
}
