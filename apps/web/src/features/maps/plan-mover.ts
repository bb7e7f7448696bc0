/**
 * Pan, wheel, pinch and zoom of a plan, outside React: a gesture writes one CSS transform per event and renders nothing.
 *
 * Two elements share the scale. The sheet is drawn at one scale and drawn anew only at rest, so that it is sharp; the stage
 * around it is a layer of its own for good, about as large as what is seen of it, and moves what has been drawn. (A layer that
 * comes with a gesture and goes with it is drawn twice for each, and at the plan's own size.)
 *
 * Two things keep a frame of a gesture as cheap for 10,000 boxes as for ten (docs/operations/performance.md). The stage is scaled
 * by its distance, not by `scale()`: Chromium lays out every SVG text anew when the scale of an ancestor changes. And it carries
 * an animation that stands still and adds nothing: only what is being animated does Chromium move without going through all
 * that has been painted.
 */
import { centreOn, fitView, reveal, settle, zoomAt, type Frame, type View } from './view.ts'
import type { Box2D } from './shape.ts'

const restAfterMs = 150
/** Drawn at more than twice the scale that is shown, a layer is larger than the machine can fill in time. */
const leastRatio = 0.5
/** Pixels from the eye to the frame. */
const perspective = 1000
/** A finger trembles: below this many pixels a press is a tap. */
const tapSlop = 6

export interface PlanMover {
  zoomBy(factor: number): void
  fit(): void
  look(view: View): void
  reveal(area: Box2D): void
  centreOn(point: { x: number; y: number }, scale: number): void
  readonly frame: () => Frame
  /** The point of the plan under a point of the screen. */
  at(event: { readonly clientX: number; readonly clientY: number }): { x: number; y: number }
  /** The part of the plan that is seen, in its units; null before the first look. */
  seen(): Box2D | null
  /** The last press became a drag: the click that follows it chooses nothing. */
  wasDragged(): boolean
  destroy(): void
}

export interface Standing {
  /** 1 = one plan unit is one pixel. */
  readonly scale: number
  /** 1 = the whole plan fits. */
  readonly ratio: number
}

interface MoverOptions {
  readonly frame: HTMLElement
  /** Around the sheet; `will-change: transform`, its origin at the upper left. */
  readonly stage: HTMLElement
  /** Around the drawing, which is as large as its plan has units; its origin at the upper left. */
  readonly sheet: HTMLElement
  readonly bounds: Box2D
  /** First look, asked once the frame has a size. */
  readonly opening: (frame: Frame) => View
  /** A gesture or its rest: for percentage and tip. The first look is a rest, and told before this returns where there is room. */
  readonly onMove: (isMoving: boolean, at: Standing) => void
  /** Which presses move the plan; unless given, those with the main button. */
  readonly pans?: (event: PointerEvent) => boolean
}

/** Takes over the frame's pointer and wheel events until destroyed. */
export function createPlanMover({
  frame,
  stage,
  sheet,
  bounds,
  opening,
  onMove,
  pans,
}: MoverOptions): PlanMover {
  let size: Frame = { width: 0, height: 0 }
  let drawnScale = 0
  let view: View | null = null
  let isWhole = true
  let dragged = false
  let restTimer: ReturnType<typeof setTimeout> | undefined
  let restFrame = 0
  const pointers = new Map<number, { x: number; y: number }>()
  let press: { x: number; y: number; view: View } | null = null
  let spread = 0
  const abort = new AbortController()
  const listen = { signal: abort.signal }
  frame.style.perspective = `${perspective}px`
  frame.style.perspectiveOrigin = '0 0'
  const hold = stage.animate({ transform: ['none', 'none'] }, { duration: 1000, composite: 'add' })
  hold.pause()

  const show = (next: View, options: { smooth?: boolean; whole?: boolean } = {}): void => {
    view = next
    isWhole = options.whole ?? false
    const isSmooth = options.smooth === true
    if (!isSmooth && next.scale < drawnScale * leastRatio) drawAt(next.scale)
    stage.style.transition = isSmooth
      ? 'transform var(--plan-motion, 150ms) cubic-bezier(.2,.7,.2,1)'
      : 'none'
    stage.style.transform = placed(next, next.scale / drawnScale)
    onMove(true, standing(next))
    // Counted from the frame that shows it: where frames come slowly, the gesture is not taken for over between two of them.
    cancelAnimationFrame(restFrame)
    clearTimeout(restTimer)
    restFrame = requestAnimationFrame(() => {
      restTimer = setTimeout(rest, restAfterMs)
    })
  }

  function rest(): void {
    if (view === null) return
    drawAt(view.scale)
    stage.style.transition = 'none'
    // On whole pixels of the screen: between them what has been drawn would be smeared over two.
    const [x, y] = [view.x, view.y].map((offset) => onPixel(offset))
    stage.style.transform = `translate(${x}px, ${y}px)`
    onMove(false, standing(view))
  }

  function drawAt(scale: number): void {
    if (scale === drawnScale) return
    drawnScale = scale
    sheet.style.transform = `scale(${scale})`
  }

  const standing = ({ scale }: View): Standing => ({ scale, ratio: scale / fitView(bounds, size).scale })

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
      if (pans !== undefined ? !pans(event) : event.pointerType === 'mouse' && event.button !== 0) return
      if (event.target instanceof Element && event.target.closest('button') !== null) return
      pointers.set(event.pointerId, place(event))
      if (pointers.size === 1) dragged = false
      startPress()
    },
    listen,
  )

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
        pointers.delete(event.pointerId)
        startPress()
      },
      listen,
    )
  }
  // A press that leaves the frame without being captured ends outside it.
  frame.ownerDocument.addEventListener('pointerup', (event) => pointers.delete(event.pointerId), listen)

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

  const measure = (): void => {
    const next = { width: frame.clientWidth, height: frame.clientHeight }
    if (next.width === 0 || next.height === 0) return
    if (next.width === size.width && next.height === size.height) return
    const before = size
    size = next
    if (view === null) {
      view = opening(next)
      isWhole = isSame(view, fitView(bounds, next))
      rest()
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
  }
  measure()
  const observer = new ResizeObserver(measure)
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
      hold.cancel()
      observer.disconnect()
      cancelAnimationFrame(restFrame)
      clearTimeout(restTimer)
    },
  }
}

/** @param ratio how large what has been drawn is to be seen; so far before the frame, or behind it, does it stand */
const placed = ({ x, y }: View, ratio: number): string =>
  `translate3d(${x / ratio}px, ${y / ratio}px, ${perspective * (1 - 1 / ratio)}px)`

const onPixel = (offset: number): number =>
  Math.round(offset * window.devicePixelRatio) / window.devicePixelRatio

function isSame(a: View, b: View): boolean {
  return a.x === b.x && a.y === b.y && a.scale === b.scale
}
