import { useEffect, useMemo, useRef, type DragEvent, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { editorCanvas, type MapObject } from '@stowage/domain/map-object'
import { isPolygon, type Box2D, type PlanMover } from '../../../../features/maps/index.ts'
import { sheetKeysId } from '../keyboard/plan-speaker.tsx'
import type { PointerPlace } from '../pointer-place.ts'
import { chosenOf, usePlan, usePlanStore } from '../use-plan.ts'
import type { Point } from '../model/geometry.ts'
import { shifted } from './gesture.ts'
import { ObjectsLayer } from './objects-layer.tsx'
import { PathEditor } from './path-editor.tsx'
import { GestureMarks, Selection } from './selection.tsx'
import { Tag } from './tag.tsx'
import { useCanvasView } from './use-canvas-view.ts'
import { usePointer } from './use-pointer.ts'
import { useSpaceHeld } from './use-space-held.ts'
import classes from './canvas.module.css'

export interface Scan {
  readonly href: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly opacity: number
}

interface CanvasProps {
  readonly scan: Scan | null
  /** The sheet itself, for who hands the keys over to it. */
  readonly sheet: RefObject<HTMLDivElement | null>
  /** Nothing is drawn or chosen, the sheet is only moved. */
  readonly isLooking: boolean
  readonly place: PointerPlace
  /** A tool has made an object, or somebody pressed twice on one with a text. */
  readonly onMade: (object: MapObject) => void
  /** The grid tool has drawn where its boxes shall stand. */
  readonly onArea: (area: Box2D) => void
  /** Something was dragged here from outside the sheet. */
  readonly onDropped: (data: DataTransfer, at: Point) => void
  readonly takes: (data: DataTransfer) => boolean
  /** Drawn over the objects: what is not there yet. */
  readonly overlay: ReactNode
  readonly onView: (view: { readonly mover: PlanMover | null; readonly scale: number }) => void
}

const nothing: ReadonlySet<string> = new Set()

/** Reached by Tab, from the list (Enter) and by a press. Arrows, letters and Enter draw here, a screen reader leaves them alone. */
const application = { role: 'application', tabIndex: 0, 'aria-describedby': sheetKeysId } as const

/** The sheet one draws on: 1700 × 790 on #ece2be (specification 2.7), with what is chosen over it. */
export function Canvas(props: CanvasProps): ReactNode {
  const { scan, sheet: frame, isLooking, place, onMade, onArea, onDropped, takes, overlay, onView } = props
  const t = useTranslations('plan')
  const store = usePlanStore()
  const [objects, tool, editing] = [
    usePlan((state) => state.objects),
    usePlan((state) => state.tool),
    usePlan((state) => state.editing),
  ]
  const selected = usePlan((state) => state.selected)
  const svg = useRef<SVGSVGElement>(null)
  const pressed = useRef<string | null>(null)
  const isSpaced = useSpaceHeld()
  const pans = (event: PointerEvent): boolean =>
    event.button === 1 || (event.button === 0 && (isSpaced() || store.get().tool === 'pan'))
  const { stage, sheet, mover, scale, bounds } = useCanvasView(frame, editorCanvas, pans)
  const { live, onPointerDown, onPointerMove, onPointerUp, cancel, toPlan } = usePointer({
    store,
    svg,
    scale,
    pans,
    newText: t('newText'),
    onMade,
    onArea,
  })
  useEffect(() => onView({ mover: mover(), scale }), [onView, mover, scale])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && cancel()) event.stopPropagation()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  })

  const lifted = live?.lifted
  const without = useMemo(
    () => (lifted === undefined ? nothing : new Set(lifted.map(({ uuid }) => uuid))),
    [lifted],
  )
  const isDrawing = tool !== 'select' && tool !== 'pan'
  const viewBox = `${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`
  const size = { width: bounds.width, height: bounds.height, viewBox }
  const chosen = useMemo(() => chosenOf({ objects, selected }), [objects, selected])
  const shift = live?.preview.shift
  const seen = live?.preview.objects ?? live?.lifted ?? []

  return (
    <div
      ref={frame}
      className={classes.frameBox}
      {...application}
      aria-label={t('reach.sheet')}
      data-tool={isDrawing ? 'draw' : tool}
      onPointerDownCapture={(event) => {
        // What was typed into a field is taken over before anything here begins.
        event.currentTarget.focus({ preventScroll: true, focusVisible: false })
        // The second press of a double click may meet a handle that the first one made appear.
        if (event.target instanceof Element && event.target.closest('[data-handle]') === null)
          pressed.current = event.target.closest('[data-uuid]')?.getAttribute('data-uuid') ?? null
      }}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        place.set(toPlan(event))
        onPointerMove(event)
      }}
      onPointerLeave={() => place.set(null)}
      onPointerUp={onPointerUp}
      onPointerCancel={cancel}
      onDragOver={(event: DragEvent) => {
        if (!isLooking && takes(event.dataTransfer)) event.preventDefault()
      }}
      onDrop={(event) => {
        if (isLooking || !takes(event.dataTransfer)) return
        event.preventDefault()
        onDropped(event.dataTransfer, toPlan(event))
      }}
      onDoubleClick={() => {
        if (isLooking) return
        // The presses were captured by the sheet, so this event no longer knows what lay under them.
        const object = objects.find(({ uuid }) => uuid === pressed.current)
        if (object === undefined) return
        if (isPolygon(object)) store.editPath(object.uuid)
        else onMade(object)
      }}
    >
      <div ref={stage} className={classes.stage}>
        <div ref={sheet} className={classes.scaled}>
          <svg ref={svg} className={classes.drawing} {...size} aria-hidden="true">
            <rect width={editorCanvas.width} height={editorCanvas.height} fill={editorCanvas.background} />
            {scan !== null && (
              <image {...scan} preserveAspectRatio="none" style={{ pointerEvents: 'none' }} />
            )}
            <ObjectsLayer objects={objects} without={without} />
          </svg>
          {live !== null && seen.length > 0 && (
            <svg
              className={classes.lifted}
              {...size}
              style={{ transform: shift === undefined ? 'none' : `translate(${shift.x}px, ${shift.y}px)` }}
            >
              <ObjectsLayer objects={seen} without={nothing} />
            </svg>
          )}
          <svg className={classes.layer} {...size}>
            {overlay}
            {editing !== null ? (
              <PathEditor
                key={editing}
                uuid={editing}
                scale={scale}
                bounds={bounds}
                toPlan={toPlan}
                onMade={onMade}
              />
            ) : live === null ? (
              <Selection chosen={chosen} scale={scale} />
            ) : (
              <>
                {live.lifted.length <= 200 && shift !== undefined && (
                  <Selection
                    chosen={shifted(live.lifted, shift).map((object) => ({ ...object, locked: true }))}
                    scale={scale}
                  />
                )}
                <GestureMarks preview={live.preview} scale={scale} bounds={bounds} />
              </>
            )}
          </svg>
        </div>
      </div>
      {live?.preview.tag !== undefined && <Tag tag={live.preview.tag} />}
    </div>
  )
}
