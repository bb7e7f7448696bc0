import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { createPlanMover, fitView, type Box2D, type PlanMover } from '../../../../features/maps/index.ts'

/** Room around the canvas, in plan units. */
const margin = 40

export interface CanvasView {
  readonly stage: RefObject<HTMLDivElement | null>
  readonly sheet: RefObject<HTMLDivElement | null>
  readonly mover: () => PlanMover | null
  /** 1 = one plan unit is one pixel. */
  readonly scale: number
  readonly bounds: Box2D
}

/** Pan and zoom of the editor's canvas. @param pans which presses move the canvas instead of drawing on it */
export function useCanvasView(
  frame: RefObject<HTMLDivElement | null>,
  canvas: { readonly width: number; readonly height: number },
  pans: (event: PointerEvent) => boolean,
): CanvasView {
  const stage = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const current = useRef<PlanMover | null>(null)
  const asked = useRef(pans)
  const [scale, setScale] = useState(1)
  useEffect(() => {
    asked.current = pans
  })
  const { width, height } = canvas
  useEffect(() => {
    if (frame.current === null || stage.current === null || sheet.current === null) return
    const bounds = { x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin }
    const mover = createPlanMover({
      frame: frame.current,
      stage: stage.current,
      sheet: sheet.current,
      bounds,
      opening: (size) => fitView(bounds, size),
      pans: (event) => asked.current(event),
      onMove: (isMoving, at) => {
        if (!isMoving) setScale(at.scale)
      },
    })
    current.current = mover
    return () => {
      current.current = null
      mover.destroy()
    }
  }, [frame, width, height])
  return {
    stage,
    sheet,
    mover: useCallback(() => current.current, []),
    scale,
    bounds: { x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin },
  }
}
