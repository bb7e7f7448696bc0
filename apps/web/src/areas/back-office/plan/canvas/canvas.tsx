import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { editorCanvas, type MapObject } from '@stowage/domain/map-object'
import { isPolygon, type Box2D, type PlanMover } from '../../../../features/maps/index.ts'
import { sheetKeysId } from '../keyboard/plan-speaker.tsx'
import type { PointerPlace } from '../pointer-place.ts'
import { usePlan, usePlanStore } from '../use-plan.ts'
import { Layers, type Scan } from './layers.tsx'
import { Tag } from './tag.tsx'
import { useCanvasView } from './use-canvas-view.ts'
import { usePointer } from './use-pointer.ts'
import { useSpaceHeld } from './use-space-held.ts'
import classes from './canvas.module.css'

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
  /** Drawn over the objects: what is not there yet. */
  readonly overlay: ReactNode
  readonly onView: (view: { readonly mover: PlanMover | null; readonly scale: number }) => void
}

/** Reached by Tab, from the list (Enter) and by a press. Arrows, letters and Enter draw here, a screen reader leaves them alone. */
const application = { role: 'application', tabIndex: 0, 'aria-describedby': sheetKeysId } as const

/** The sheet one draws on: 1700 × 790 on #ece2be (specification 2.7), with what is chosen over it. */
export function Canvas(props: CanvasProps): ReactNode {
  const { scan, sheet: frame, isLooking, place, onMade, onArea, overlay, onView } = props
  const t = useTranslations('plan')
  const store = usePlanStore()
  const tool = usePlan((state) => state.tool)
  const svg = useRef<SVGSVGElement>(null)
  const pressed = useRef<string | null>(null)
  const isSpaced = useSpaceHeld()
  const pans = (event: PointerEvent): boolean =>
    event.button === 1 || (event.button === 0 && (isSpaced() || store.get().tool === 'pan'))
  const dropped = useRef<() => void>(() => undefined)
  const { stage, sheet, mover, scale, bounds } = useCanvasView(frame, editorCanvas, pans, dropped)
  const { live, onPointerDown, onPointerMove, onPointerUp, cancel, drop, toPlan } = usePointer({
    store,
    svg,
    scale,
    pans,
    newText: t('newText'),
    onMade,
    onArea,
  })
  useEffect(() => {
    dropped.current = drop
  })
  useEffect(() => onView({ mover: mover(), scale }), [onView, mover, scale])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && cancel()) event.stopPropagation()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  })

  const isDrawing = tool !== 'select' && tool !== 'pan'

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
      onDoubleClick={() => {
        if (isLooking) return
        // The presses were captured by the sheet, so this event no longer knows what lay under them.
        const object = store.get().objects.find(({ uuid }) => uuid === pressed.current)
        if (object === undefined) return
        if (isPolygon(object)) store.editPath(object.uuid)
        else onMade(object)
      }}
    >
      <div ref={stage} className={classes.stage}>
        <div ref={sheet} className={classes.scaled}>
          <Layers
            svg={svg}
            scan={scan}
            live={live}
            scale={scale}
            bounds={bounds}
            toPlan={toPlan}
            onMade={onMade}
            overlay={overlay}
          />
        </div>
      </div>
      {live?.preview.tag !== undefined && <Tag tag={live.preview.tag} />}
    </div>
  )
}
