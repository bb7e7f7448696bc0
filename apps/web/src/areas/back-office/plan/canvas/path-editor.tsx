import { useEffect, useRef, useState, type PointerEvent } from 'react'
import type { MapObject } from '@stowage/domain/map-object'
import { pathData, transformOf } from '../../../../features/maps/index.ts'
import {
  anchorsOf,
  closed,
  closeWithin,
  extended,
  isWorthKeeping,
  partMoved,
  partRemoved,
  split,
  toPath,
  type PathPart,
} from '../model/path.ts'
import type { Point } from '../model/geometry.ts'
import { isOutlineKey, useOutlineKeys } from '../keyboard/use-outline-keys.ts'
import { usePlan, usePlanStore } from '../use-plan.ts'
import classes from './canvas.module.css'

interface PathEditorProps {
  readonly uuid: string
  readonly scale: number
  /** The whole canvas, which takes the presses of a new outline. */
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly toPlan: (event: { clientX: number; clientY: number }) => Point
  /** A new outline is done. */
  readonly onMade: (object: MapObject) => void
}

/**
 * The outline of one polygon (specification 2.7). A new one grows with each press until it is closed: by a press near its start, by
 * Enter, or by a double click. Then its points and their handles are pulled; a double click on the line makes a point, Delete takes
 * the chosen one out.
 */
export function PathEditor({ uuid, scale, bounds, toPlan, onMade }: PathEditorProps) {
  const store = usePlanStore()
  const object = usePlan(({ objects }) => objects.find((one) => one.uuid === uuid))
  const [isGrowing, setGrowing] = useState(() => object !== undefined && !isWorthKeeping(object))
  const [isNew] = useState(isGrowing)
  const [pointer, setPointer] = useState<Point | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [pulling, setPulling] = useState<MapObject | null>(null)
  const pulled = useRef<PathPart | null>(null)
  const keys = useOutlineKeys({ uuid, isGrowing, chosen, setChosen })

  const put = (next: MapObject): void =>
    store.commit(store.get().objects.map((one) => (one.uuid === uuid ? next : one)))

  /** Ends the editing; an outline of which nothing is seen goes again. */
  const end = (): void => {
    const now = store.get().objects.find((one) => one.uuid === uuid)
    store.editPath(null)
    if (now !== undefined && !isWorthKeeping(now))
      store.commit(store.get().objects.filter((one) => one.uuid !== uuid))
    else if (now !== undefined && isNew) onMade(now)
    store.setTool('select')
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isOutlineKey(event)) return
      const now = store.get().objects.find((one) => one.uuid === uuid)
      const answer = keys(event)
      if (answer === 'ignore') return
      event.preventDefault()
      event.stopPropagation()
      if (answer === 'done') end()
      if (answer !== 'pass') return
      if (event.key === 'Delete' || event.key === 'Backspace') {
        if (now !== undefined && chosen !== null) put(partRemoved(now, chosen))
        setChosen(null)
        return
      }
      if (event.key === 'Enter' && isGrowing && now !== undefined) put(closed(now))
      end()
    }
    // Before the canvas hears it: Delete takes a point, not the polygon.
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  })

  if (object === undefined) return null
  const shown = pulling ?? object
  const px = 1 / scale
  const anchors = anchorsOf(shown)
  const transform = transformOf(shown)
  const last = anchors.at(-1)

  const grow = (event: PointerEvent): void => {
    if (event.button !== 0) return
    event.stopPropagation()
    // The pointer draws on from here.
    store.setCursor(null)
    const at = toPath(object, toPlan(event))
    const [start] = anchors
    const isClosing =
      start !== undefined &&
      anchors.length > 2 &&
      Math.hypot(at.x - start.x, at.y - start.y) <= closeWithin * px
    if (!isClosing) return put(extended(object, at))
    put(closed(object))
    setGrowing(false)
    setPointer(null)
  }

  const startPull = (part: PathPart) => (event: PointerEvent) => {
    if (event.button !== 0) return
    event.stopPropagation()
    pulled.current = part
    if (part.kind === 'point') setChosen(part.index)
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPull = (event: PointerEvent): void => {
    if (pulled.current === null) return
    setPulling(partMoved(object, pulled.current, toPath(object, toPlan(event))))
  }
  const endPull = (): void => {
    pulled.current = null
    if (pulling !== null) put(pulling)
    setPulling(null)
  }
  const pullProps = (part: PathPart) => ({
    onPointerDown: startPull(part),
    onPointerMove: onPull,
    onPointerUp: endPull,
    onPointerCancel: () => {
      pulled.current = null
      setPulling(null)
    },
  })

  const path = shown.path ?? []
  return (
    <g style={{ pointerEvents: 'all' }}>
      {isGrowing && (
        <rect
          {...bounds}
          fill="transparent"
          style={{ cursor: 'crosshair' }}
          onPointerDown={grow}
          onPointerMove={(event) => setPointer(toPath(object, toPlan(event)))}
          onDoubleClick={end}
        />
      )}
      <g transform={transform}>
        {path.length > 0 && (
          <path
            d={pathData(shown) ?? ''}
            className={classes.outline}
            strokeWidth={2 * px}
            style={isGrowing ? { pointerEvents: 'none' } : {}}
          />
        )}
        {isGrowing && pointer !== null && last !== undefined && (
          <line
            x1={last.x}
            y1={last.y}
            x2={pointer.x}
            y2={pointer.y}
            className={classes.arm}
            strokeWidth={1.5 * px}
            strokeDasharray={`${4 * px}`}
            style={{ pointerEvents: 'none' }}
          />
        )}
        {!isGrowing &&
          path.map((curve, index) => {
            const from = anchors[index] ?? curve
            return (
              <g key={index}>
                <path
                  d={`M${from.x} ${from.y}C${curve.x1} ${curve.y1} ${curve.x2} ${curve.y2} ${curve.x} ${curve.y}`}
                  fill="none"
                  stroke="transparent"
                  strokeWidth={10 * px}
                  onDoubleClick={(event) => {
                    event.stopPropagation()
                    put(split(object, index))
                  }}
                />
                {(
                  [
                    { which: 1, of: from, x: curve.x1, y: curve.y1 },
                    { which: 2, of: curve, x: curve.x2, y: curve.y2 },
                  ] as const
                ).map(({ which, of, x, y }) => (
                  <g key={which}>
                    <line x1={of.x} y1={of.y} x2={x} y2={y} className={classes.arm} strokeWidth={px} />
                    <circle
                      cx={x}
                      cy={y}
                      r={4 * px}
                      className={classes.curveHandle}
                      {...pullProps({ kind: 'handle', index, which })}
                    />
                  </g>
                ))}
              </g>
            )
          })}
        {anchors.map((anchor, index) => (
          <rect
            key={index}
            x={anchor.x - 5 * px}
            y={anchor.y - 5 * px}
            width={10 * px}
            height={10 * px}
            className={classes.anchor}
            strokeWidth={(chosen === index - 1 ? 3 : 1.5) * px}
            style={isGrowing ? { pointerEvents: 'none' } : {}}
            {...(isGrowing ? {} : pullProps({ kind: 'point', index: index - 1 }))}
          />
        ))}
      </g>
    </g>
  )
}
