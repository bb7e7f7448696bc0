import { useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { editorCanvas, type MapObject, type MapObjectType } from '@stowage/domain/map-object'
import { isPolygon, type Box2D } from '../../../../features/maps/index.ts'
import { changed } from '../model/edit.ts'
import { frameOf, handles, pivotOf, snap, type Point } from '../model/geometry.ts'
import { newObject } from '../model/new-object.ts'
import type { PlanStore } from '../model/plan-store.ts'
import { chosenOf } from '../use-plan.ts'
import {
  areaGesture,
  caught,
  drawGesture,
  marqueeGesture,
  moveGesture,
  pullGesture,
  shifted,
  turnGesture,
  type Gesture,
  type Keys,
  type Preview,
} from './gesture.ts'

/** What is under way: which objects are lifted out of the drawing, and how they would be. */
export interface Live {
  readonly lifted: readonly MapObject[]
  readonly preview: Preview
}

interface Press {
  readonly kind: 'move' | 'pull' | 'turn' | 'draw' | 'marquee' | 'area'
  readonly gesture: Gesture
  readonly chosen: readonly MapObject[]
  readonly at: Point
  readonly screen: Point
  /** Chosen before, for a marquee with Shift. */
  readonly before: ReadonlySet<string>
  /** The object under the press, for a click that was no drag. */
  readonly target: string | null
  isDrag: boolean
}

/** Pixels of the screen: a hand trembles. */
const dragFrom = 3
const guideReach = 6

interface Options {
  readonly store: PlanStore
  readonly svg: RefObject<SVGSVGElement | null>
  readonly scale: number
  readonly pans: (event: PointerEvent) => boolean
  readonly newText: string
  /** A tool has made an object: its text is typed next, its picture chosen. */
  readonly onMade: (object: MapObject) => void
  /** The grid tool has drawn where its boxes shall stand. */
  readonly onArea: (area: Box2D) => void
}

/** Presses on the canvas: choosing, moving, scaling, turning, drawing, the marquee. An outline has its own (`path-editor.tsx`). */
export function usePointer({ store, svg, scale, pans, newText, onMade, onArea }: Options) {
  const press = useRef<Press | null>(null)
  const [live, setLive] = useState<Live | null>(null)

  const toPlan = (event: { clientX: number; clientY: number }): Point => {
    const drawing = svg.current
    if (drawing === null) return { x: 0, y: 0 }
    // From where it is seen: a matrix of the drawing says nothing of a sheet that stands before its frame while it is zoomed.
    const seen = drawing.getBoundingClientRect()
    const { x, y, width, height } = drawing.viewBox.baseVal
    return {
      x: x + ((event.clientX - seen.left) * width) / seen.width,
      y: y + ((event.clientY - seen.top) * height) / seen.height,
    }
  }
  const keysOf = (event: ReactPointerEvent): Keys => ({ shift: event.shiftKey, alt: event.altKey })

  const begin = (
    event: ReactPointerEvent,
    given: Pick<Press, 'kind' | 'gesture' | 'chosen' | 'target'>,
  ): void => {
    press.current = {
      ...given,
      at: toPlan(event),
      screen: { x: event.clientX, y: event.clientY },
      before: store.get().selected,
      isDrag: false,
    }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const standing = (chosen: readonly MapObject[]) => {
    const mine = new Set(chosen.map(({ uuid }) => uuid))
    return {
      chosen,
      others: store.get().objects.filter(({ uuid }) => !mine.has(uuid)),
      canvas: editorCanvas,
      reach: guideReach / scale,
    }
  }

  const draw = (event: ReactPointerEvent, type: MapObjectType, at: Point): void => {
    const made = { ...newObject(type, { x: snap(at.x), y: snap(at.y) }, newText), ...store.get().given }
    if (isPolygon(made)) {
      store.commit([...store.get().objects, made], { select: [made.uuid] })
      store.editPath(made.uuid)
      return
    }
    begin(event, {
      kind: 'draw',
      gesture: drawGesture({ x: made.x, y: made.y }, made),
      chosen: [made],
      target: null,
    })
    setLive({ lifted: [made], preview: { objects: [made] } })
  }

  const onPointerDown = (event: ReactPointerEvent): void => {
    if (event.button !== 0 || pans(event.nativeEvent) || press.current !== null) return
    const { tool, selected, objects, editing } = store.get()
    if (editing !== null) return
    const at = toPlan(event)
    if (tool === 'grid')
      return begin(event, {
        kind: 'area',
        gesture: areaGesture(at, editorCanvas),
        chosen: [],
        target: null,
      })
    if (tool !== 'select' && tool !== 'pan') return draw(event, tool, at)
    const element = event.target instanceof Element ? event.target : null
    const pulledAt = element?.closest('[data-handle]')?.getAttribute('data-handle')
    const movable = chosenOf(store.get()).filter(({ locked }) => locked !== true)
    if (pulledAt === 'turn') {
      const frame = frameOf(movable)
      const [only] = movable
      if (frame === null || only === undefined) return
      const around =
        movable.length === 1 ? pivotOf(only) : { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }
      return begin(event, {
        kind: 'turn',
        gesture: turnGesture(at, around, { chosen: movable }),
        chosen: movable,
        target: null,
      })
    }
    const handle = pulledAt === null || pulledAt === undefined ? undefined : handles[Number(pulledAt)]
    if (handle !== undefined)
      return begin(event, {
        kind: 'pull',
        gesture: pullGesture(at, handle, { chosen: movable }),
        chosen: movable,
        target: null,
      })
    const uuid = element?.closest('[data-uuid]')?.getAttribute('data-uuid') ?? null
    if (uuid === null) {
      if (!event.shiftKey) store.select([])
      return begin(event, { kind: 'marquee', gesture: marqueeGesture(at), chosen: [], target: null })
    }
    if (event.shiftKey) {
      store.select(selected.has(uuid) ? [...selected].filter((one) => one !== uuid) : [...selected, uuid])
    } else if (!selected.has(uuid)) store.select([uuid])
    const chosen = objects.filter((one) => store.get().selected.has(one.uuid) && one.locked !== true)
    begin(event, {
      kind: 'move',
      gesture: moveGesture(at, standing(chosen)),
      chosen,
      target: event.shiftKey ? null : uuid,
    })
  }

  const onPointerMove = (event: ReactPointerEvent): void => {
    const now = press.current
    if (now === null) return
    const far = Math.hypot(event.clientX - now.screen.x, event.clientY - now.screen.y)
    if (!now.isDrag && far < dragFrom) return
    now.isDrag = true
    setLive({ lifted: now.chosen, preview: now.gesture.move(toPlan(event), keysOf(event)) })
  }

  const onPointerUp = (event: ReactPointerEvent): void => {
    const now = press.current
    if (now === null) return
    press.current = null
    setLive(null)
    const preview = now.isDrag ? now.gesture.move(toPlan(event), keysOf(event)) : {}
    finish(store, now, preview, { onMade, onArea })
  }

  /** Escape, or a press that the system took away: nothing has happened. */
  const cancel = (): boolean => {
    const was = press.current !== null
    press.current = null
    setLive(null)
    return was
  }
  return { live, onPointerDown, onPointerMove, onPointerUp, cancel, toPlan }
}

function finish(
  store: PlanStore,
  press: Press,
  preview: Preview,
  { onMade, onArea }: Pick<Options, 'onMade' | 'onArea'>,
): void {
  const { objects } = store.get()
  switch (press.kind) {
    case 'marquee': {
      if (preview.marquee === undefined) return
      const found = caught(objects, preview.marquee)
      store.select([...press.before, ...found])
      return
    }
    case 'area':
      if (preview.marquee !== undefined) onArea(preview.marquee)
      return
    case 'draw': {
      const [object] = preview.objects ?? press.chosen
      if (object === undefined) return
      store.commit([...objects, object], { select: [object.uuid] })
      store.setTool('select')
      onMade(object)
      return
    }
    case 'move': {
      if (preview.shift === undefined) {
        // A click on one of several that are chosen chooses it alone.
        if (press.target !== null && press.before.has(press.target)) store.select([press.target])
        return
      }
      replace(store, shifted(press.chosen, preview.shift))
      return
    }
    case 'pull':
    case 'turn':
      if (preview.objects !== undefined) replace(store, preview.objects)
  }
}

function replace(store: PlanStore, next: readonly MapObject[]): void {
  const byUuid = new Map(next.map((object) => [object.uuid, object]))
  store.commit(
    changed(store.get().objects, new Set(byUuid.keys()), (object) => byUuid.get(object.uuid) ?? object),
  )
}
