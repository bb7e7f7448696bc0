import { useMemo, type ReactNode, type RefObject } from 'react'
import { editorCanvas, type MapObject } from '@stowage/domain/map-object'
import type { Box2D } from '../../../../features/maps/index.ts'
import type { Point } from '../model/geometry.ts'
import { chosenOf, usePlan } from '../use-plan.ts'
import { shifted } from './gesture.ts'
import { ObjectsLayer } from './objects-layer.tsx'
import { PathEditor } from './path-editor.tsx'
import { GestureMarks, Selection } from './selection.tsx'
import type { Live } from './use-pointer.ts'
import classes from './canvas.module.css'

export interface Scan {
  readonly href: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly opacity: number
}

interface LayersProps {
  readonly svg: RefObject<SVGSVGElement | null>
  readonly scan: Scan | null
  readonly live: Live | null
  readonly scale: number
  readonly bounds: Box2D
  readonly toPlan: (event: { clientX: number; clientY: number }) => Point
  readonly onMade: (object: MapObject) => void
  readonly overlay: ReactNode
}

const nothing: ReadonlySet<string> = new Set()

/** What lies on the sheet: the drawing, over it what is being moved, over both what is chosen. */
export function Layers({ svg, scan, live, scale, bounds, toPlan, onMade, overlay }: LayersProps): ReactNode {
  const objects = usePlan((state) => state.objects)
  const selected = usePlan((state) => state.selected)
  const editing = usePlan((state) => state.editing)
  const lifted = live?.lifted
  const without = useMemo(
    () => (lifted === undefined ? nothing : new Set(lifted.map(({ uuid }) => uuid))),
    [lifted],
  )
  const chosen = useMemo(() => chosenOf({ objects, selected }), [objects, selected])
  const viewBox = `${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`
  const size = { width: bounds.width, height: bounds.height, viewBox }
  const shift = live?.preview.shift
  const seen = live?.preview.objects ?? lifted ?? []
  return (
    <>
      <svg ref={svg} className={classes.drawing} {...size} aria-hidden="true">
        <rect width={editorCanvas.width} height={editorCanvas.height} fill={editorCanvas.background} />
        {scan !== null && <image {...scan} preserveAspectRatio="none" style={{ pointerEvents: 'none' }} />}
        <ObjectsLayer objects={objects} without={without} />
      </svg>
      {live !== null && seen.length > 0 && (
        // Around the drawing, not on it: texts of an SVG that is itself transformed are laid out anew with each step.
        <div
          className={classes.lifted}
          style={{ transform: shift === undefined ? 'none' : `translate(${shift.x}px, ${shift.y}px)` }}
        >
          <svg className={classes.drawing} {...size}>
            <ObjectsLayer objects={seen} without={nothing} />
          </svg>
        </div>
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
    </>
  )
}
