/**
 * Pan, wheel, pinch and zoom of a plan, outside React: a gesture writes one CSS transform per event and renders nothing
 * (facts: 16.7 ms a frame at 10,000 boxes, where attributes take 250). `will-change` holds the layer during the gesture and goes
 * 150 ms after it, because a kept layer shows blurred text when zoomed in.
 */
import { hiddenTiers } from './box-label.ts'
import { centreOn, cssTransform, fitView, reveal, settle, zoomAt, type Frame, type View } from './view.ts'
import type { Box2D } from './shape.ts'

const restAfterMs = 150
/** A finger trembles: below this many pixels a press is a tap. */
const tapSlop = 6

export interface PlanMover {
  zoomBy(factor: number): void
  fit(): void
  look(view: View): void
  reveal(area: Box2D): void
  centreOn(point: { x: number; y: number }, scale: number): void
  /** 1 = the whole plan fits; for the percentage. */
  zoomRatio(): number
  readonly frame: () => Frame
  /** The point of the plan under a point of the screen. */
  at(event: { readonly clientX: number; readonly clientY: number }): { x: number; y: number }
  /** The part of the plan that is seen, in its units; null before the first look. */
  seen(): Box2D | null
  /** The last press became a drag: the click that follows it chooses nothing. */
  wasDragged(): boolean
  destroy(): void
}

interface MoverOptions {
  readonly frame: HTMLElement
  /** Around the drawing; a text size set on it reaches every label. */
  readonly stage: HTMLElement
  readonly bounds: Box2D
  /** First look, asked once the frame has a size. */
  readonly opening: (frame: Frame) => View
  /** A gesture or its rest: for percentage and tip. */
  readonly onMove: (isMoving: boolean) => void
  /** Which presses move the plan; unless given, those with the main button. */
  readonly pans?: (event: PointerEvent) => boolean
  /** Two fingers always move and zoom the plan; what the first one may have begun by itself is dropped. */
  readonly onTwoFingers?: () => void
}

/** Takes over the frame's pointer and wheel events until destroyed. */
export function createPlanMover({
  frame,
  stage,
  bounds,
  opening,
  onMove,
  pans,
  onTwoFingers,
}: MoverOptions): PlanMover {
  let size: Frame = { width: 0, height: 0 }
  let view: View | null = null
  let isWhole = true
  let dragged = false
  let restTimer: ReturnType<typeof setTimeout> | undefined
  let restFrame = 0
  const pointers = new Map<number, { x: number; y: number }>()
  /** On the frame, whether they move the plan or not. */
  const fingers = new Map<number, { x: number; y: number }>()
  let press: { x: number; y: number; view: View } | null = null
  let spread = 0
  const abort = new AbortController()
  const listen = { signal: abort.signal }

  const show = (next: View, options: { smooth?: boolean; whole?: boolean } = {}): void => {
    view = next
    isWhole = options.whole ?? false
    stage.style.transition =
      options.smooth === true ? 'transform var(--plan-motion, 150ms) cubic-bezier(.2,.7,.2,1)' : 'none'
    stage.style.willChange = 'transform'
    stage.style.transform = cssTransform(next)
    onMove(true)
    // Counted from the frame that shows it: where frames come slowly, the gesture is not taken for over between two of them.
    cancelAnimationFrame(restFrame)
    clearTimeout(restTimer)
    restFrame = requestAnimationFrame(() => {
      restTimer = setTimeout(rest, restAfterMs)
    })
  }

  function rest(): void {
    if (view === null) return
    stage.style.willChange = 'auto'
    stage.style.transition = 'none'
    // Lines of text that would be too small to read are hidden by it (plan-box.module.css).
    const hidden = hiddenTiers(view.scale)
    if (stage.dataset['below'] !== hidden) stage.dataset['below'] = hidden
    onMove(false)
  }

  const place = (event: { clientX: number; clientY: number }): { x: number; y: number } => {
    const { left, top } = frame.getBoundingClientRect()
    return { x: event.clientX - left - frame.clientLeft, y: event.clientY - top - frame.clientTop }
  }

  const onPlan = ({ x, y }: { x: number; y: number }): { x: number; y: number } => {
    const { x: left, y: top, scale } = view ?? { x: 0, y: 0, scale: 1 }
    return { x: (x - left) / scale + bounds.x, y: (y - top) / scale + bounds.y }
  }

  frame.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType === 'touch') fingers.set(event.pointerId, place(event))
      if (fingers.size > 1) return startPinch()
      if (pans !== undefined ? !pans(event) : event.pointerType === 'mouse' && event.button !== 0) return
      if (event.target instanceof Element && event.target.closest('button') !== null) return
      pointers.set(event.pointerId, place(event))
      if (pointers.size === 1) dragged = false
      startPress()
    },
    listen,
  )

  function startPinch(): void {
    dragged = true
    if (pointers.size < fingers.size) onTwoFingers?.()
    for (const [finger, at] of fingers) {
      pointers.set(finger, at)
      // Whatever lay under them hears no more of them.
      frame.setPointerCapture(finger)
    }
    startPress()
  }

  function startPress(): void {
    const [first, second] = [...pointers.values()]
    if (first === undefined || view === null) press = null
    else if (second === undefined) press = { ...first, view }
    else {
      press = { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2, view }
      spread = Math.hypot(first.x - second.x, first.y - second.y)
    }
  }

  frame.addEventListener(
    'pointermove',
    (event) => {
      if (fingers.has(event.pointerId)) fingers.set(event.pointerId, place(event))
      if (!pointers.has(event.pointerId) || press === null) return
      pointers.set(event.pointerId, place(event))
      const [first, second] = [...pointers.values()]
      if (first === undefined) return
      if (second !== undefined) {
        dragged = true
        const middle = { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 }
        const factor = spread > 0 ? Math.hypot(first.x - second.x, first.y - second.y) / spread : 1
        const zoomed = zoomAt(press.view, factor, press, bounds, size)
        show(
          settle(
            { x: zoomed.x + middle.x - press.x, y: zoomed.y + middle.y - press.y, scale: zoomed.scale },
            bounds,
            size,
          ),
        )
        return
      }
      const [dx, dy] = [first.x - press.x, first.y - press.y]
      if (!dragged && Math.hypot(dx, dy) < tapSlop) return
      if (!dragged) {
        dragged = true
        // Taken only now: captured at the press, a tap would end on the frame and never reach the box.
        frame.setPointerCapture(event.pointerId)
      }
      show(settle({ x: press.view.x + dx, y: press.view.y + dy, scale: press.view.scale }, bounds, size))
    },
    listen,
  )

  for (const kind of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
    frame.addEventListener(
      kind,
      (event) => {
        // Taken from something in the frame, by the frame.
        if (kind === 'lostpointercapture' && event.target !== frame) return
        fingers.delete(event.pointerId)
        pointers.delete(event.pointerId)
        startPress()
      },
      listen,
    )
  }
  // A press that leaves the frame without being captured ends outside it.
  for (const kind of ['pointerup', 'pointercancel'] as const)
    frame.ownerDocument.addEventListener(
      kind,
      ({ pointerId }) => {
        fingers.delete(pointerId)
        pointers.delete(pointerId)
      },
      listen,
    )

  frame.addEventListener(
    'wheel',
    (event) => {
      if (view === null) return
      const lines = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY
      // A mouse wheel's notch is one step of the specification; a trackpad's many small events add up to as much.
      const notches = Math.max(-3, Math.min(3, lines / (event.ctrlKey ? 30 : 100)))
      const next = zoomAt(view, notches < 0 ? 1.1 ** -notches : 0.9 ** notches, place(event), bounds, size)
      // At the end of the range the page scrolls on: a plan must not be a trap for the wheel.
      if (next.scale === view.scale && !event.ctrlKey) return
      event.preventDefault()
      show(next)
    },
    { ...listen, passive: false },
  )

  const observer = new ResizeObserver(() => {
    const next = { width: frame.clientWidth, height: frame.clientHeight }
    if (next.width === 0 || next.height === 0) return
    const before = size
    size = next
    if (view === null) {
      const first = opening(next)
      show(first, { whole: isSame(first, fitView(bounds, next)) })
    } else if (isWhole) show(fitView(bounds, next), { whole: true })
    else
      show(
        settle(
          {
            x: view.x + (next.width - before.width) / 2,
            y: view.y + (next.height - before.height) / 2,
            scale: view.scale,
          },
          bounds,
          next,
        ),
      )
  })
  observer.observe(frame)

  return {
    zoomBy(factor) {
      if (view === null) return
      show(zoomAt(view, factor, { x: size.width / 2, y: size.height / 2 }, bounds, size), { smooth: true })
    },
    fit() {
      if (view !== null) show(fitView(bounds, size), { smooth: true, whole: true })
    },
    look(next) {
      if (view !== null) show(next, { smooth: true })
    },
    reveal(area) {
      if (view === null) return
      const next = reveal(view, area, bounds, size)
      if (next !== view) show(next, { smooth: true })
    },
    centreOn(point, scale) {
      if (view !== null) show(centreOn(point, scale, bounds, size), { smooth: true })
    },
    zoomRatio: () => (view === null ? 1 : view.scale / fitView(bounds, size).scale),
    frame: () => size,
    at: (event) => onPlan(place(event)),
    seen() {
      if (view === null) return null
      const { x, y } = onPlan({ x: 0, y: 0 })
      return { x, y, width: size.width / view.scale, height: size.height / view.scale }
    },
    wasDragged: () => dragged,
    destroy() {
      abort.abort()
      observer.disconnect()
      cancelAnimationFrame(restFrame)
      clearTimeout(restTimer)
    },
  }
}

function isSame(a: View, b: View): boolean {
  return a.x === b.x && a.y === b.y && a.scale === b.scale
}
