/** Drawing without a pointer: a cross that the arrows lead, and Enter for what a press would do. */
import { editorCanvas, type MapObject } from '@stowage/domain/map-object'
import { isPolygon, type PlanMover } from '../../../../features/maps/index.ts'
import { placeInSight } from '../boxes/plan-scale.ts'
import { snap, type Point } from '../model/geometry.ts'
import { objectByKeys, sidesByKeys } from '../model/new-object.ts'
import { fromPath, grownByKeys, isWorthKeeping, toPath } from '../model/path.ts'
import type { PlanStore } from '../model/plan-store.ts'
import { isDrawing } from './tool-keys.ts'

/** Where the cross of a tool begins: in the middle of what is seen, or where it is free. null without a tool that draws. */
export function firstCursor(store: PlanStore, mover: PlanMover | null): Point | null {
  const { tool, objects } = store.get()
  if (!isDrawing(tool)) return null
  const seen = mover?.seen() ?? { x: 0, y: 0, width: editorCanvas.width, height: editorCanvas.height }
  return within(placeInSight(objects, sidesByKeys(tool), onSheet(seen)))
}

/** Leads the cross. @returns false where nothing is being drawn by keys */
export function moveCursor(
  store: PlanStore,
  mover: PlanMover | null,
  by: { readonly dx: number; readonly dy: number },
): boolean {
  const { cursor, tool, editing } = store.get()
  if (cursor === null && !isDrawing(tool)) return false
  if (cursor === null && editing !== null) return false
  const from = cursor ?? firstCursor(store, mover)
  if (from === null) return false
  const to = within({ x: from.x + by.dx, y: from.y + by.dy })
  store.setCursor(to)
  mover?.reveal({ x: to.x - 20, y: to.y - 20, width: 40, height: 40 })
  return true
}

/** What Enter does with a tool that draws: the object stands there and is chosen, an outline has its first point. */
export function drawAtCursor(store: PlanStore, mover: PlanMover | null, newText: string): boolean {
  const { tool, objects, cursor } = store.get()
  if (!isDrawing(tool)) return false
  const at = cursor ?? firstCursor(store, mover)
  if (at === null) return false
  const made = { ...objectByKeys(tool, at, newText), ...store.get().given }
  store.commit([...objects, made], { select: [made.uuid] })
  if (isPolygon(made)) {
    store.editPath(made.uuid)
    store.setCursor(at)
  } else store.setTool('select')
  return true
}

/** A further point of an outline that grows. @returns the outline once it is done */
export function growAtCursor(store: PlanStore, object: MapObject, at: Point): MapObject | null {
  const grown = grownByKeys(object, toPath(object, at))
  store.commit(store.get().objects.map((one) => (one.uuid === object.uuid ? grown.object : one)))
  return grown.isDone ? grown.object : null
}

/** The last point of an outline that grows is taken back, and the cross with it. */
export function shrinkAtCursor(store: PlanStore, object: MapObject): void {
  if (!isWorthKeeping(object)) return
  const path = (object.path ?? []).slice(0, -1)
  const last = path.at(-1) ?? { x: object.moveX ?? 0, y: object.moveY ?? 0 }
  store.commit(store.get().objects.map((one) => (one.uuid === object.uuid ? { ...object, path } : one)))
  if (store.get().cursor !== null) store.setCursor(fromPath(object, last))
}

const within = ({ x, y }: Point): Point => ({
  x: Math.max(0, Math.min(editorCanvas.width, snap(x))),
  y: Math.max(0, Math.min(editorCanvas.height, snap(y))),
})

function onSheet({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  return {
    x: left,
    y: top,
    width: Math.max(0, Math.min(editorCanvas.width, x + width) - left),
    height: Math.max(0, Math.min(editorCanvas.height, y + height) - top),
  }
}
