import { useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { PlanMover } from '../../../../features/maps/index.ts'
import type { Point } from '../model/geometry.ts'
import type { PlanBox } from './plan-box.ts'

/** Pixels from which a press is a drag. */
const dragFrom = 6
/** A finger that rests so long has taken the box up, whichever way it goes then; before, up and down scroll the list. */
const holdMs = 300

interface BoxDrag {
  /** The box in the hand, and where it was taken up; null while there is none. */
  readonly held: { readonly box: PlanBox; readonly style: { readonly transform: string } } | null
  /** What is seen of it at the pointer. */
  readonly ghost: RefObject<HTMLDivElement | null>
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, box: PlanBox) => void
  /** The press that ends now was a drag: the click after it is none. */
  readonly wasDragged: () => boolean
}

/**
 * A box of the list is dragged onto the sheet, by mouse, pen or finger alike: the drag and drop of the browser knows no finger.
 * Escape, and a finger that scrolls the list, drop it where it was.
 */
export function useBoxDrag(mover: PlanMover | null, onPlace: (box: PlanBox, at: Point) => void): BoxDrag {
  const [held, setHeld] = useState<BoxDrag['held']>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const dragged = useRef(false)
  const onPointerDown = (event: PointerEvent<HTMLElement>, box: PlanBox): void => {
    dragged.current = false
    if (event.button !== 0 || !event.isPrimary) return
    const row: HTMLElement = event.currentTarget
    const start = { x: event.clientX, y: event.clientY }
    const over = new AbortController()
    const listen = { signal: over.signal }
    // At once: a quick hand is off the row with its first movement.
    row.setPointerCapture(event.pointerId)
    const takeUp = (place: { readonly clientX: number; readonly clientY: number }): void => {
      dragged.current = true
      setHeld({ box, style: { transform: at(place) } })
    }
    const place = { clientX: event.clientX, clientY: event.clientY }
    const rest = event.pointerType === 'touch' ? setTimeout(() => takeUp(place), holdMs) : undefined
    const end = (): void => {
      clearTimeout(rest)
      over.abort()
      setHeld(null)
    }
    row.addEventListener('touchmove', (move) => dragged.current && move.preventDefault(), {
      ...listen,
      passive: false,
    })
    row.addEventListener('contextmenu', (menu) => dragged.current && menu.preventDefault(), listen)
    // Of the whole window: a quick hand has left the row with its first movement.
    window.addEventListener(
      'pointermove',
      (move) => {
        if (!dragged.current && Math.hypot(move.clientX - start.x, move.clientY - start.y) < dragFrom) return
        clearTimeout(rest)
        if (!dragged.current) takeUp(move)
        // Past React: it changes with every movement.
        const style = ghost.current?.style
        if (style !== undefined) style.transform = at(move)
      },
      listen,
    )
    window.addEventListener(
      'pointerup',
      (up) => {
        end()
        if (dragged.current && mover !== null && isOverSheet(up)) onPlace(box, mover.at(up))
      },
      listen,
    )
    window.addEventListener('pointercancel', end, listen)
    window.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape' || !dragged.current) return
        key.stopPropagation()
        end()
      },
      { ...listen, capture: true },
    )
  }
  return { held, ghost, onPointerDown, wasDragged: () => dragged.current }
}

const at = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): string =>
  `translate(${clientX}px, ${clientY}px)`

const isOverSheet = ({ clientX, clientY }: globalThis.PointerEvent): boolean =>
  document.elementFromPoint(clientX, clientY)?.closest('[role="application"]') != null
