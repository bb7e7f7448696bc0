import { useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { PlanMover } from '../../../../features/maps/index.ts'
import type { Point } from '../model/geometry.ts'
import type { PlanBox } from './plan-box.ts'

/** Pixels from which a press is a drag. */
const dragFrom = 6

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
    const end = (): void => {
      over.abort()
      setHeld(null)
    }
    // Of the whole window: a quick hand has left the row with its first movement.
    window.addEventListener(
      'pointermove',
      (move) => {
        if (!dragged.current && Math.hypot(move.clientX - start.x, move.clientY - start.y) < dragFrom) return
        if (!dragged.current) {
          dragged.current = true
          row.setPointerCapture(move.pointerId)
          setHeld({ box, style: { transform: at(move) } })
        }
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

const at = ({ clientX, clientY }: globalThis.PointerEvent): string => `translate(${clientX}px, ${clientY}px)`

const isOverSheet = ({ clientX, clientY }: globalThis.PointerEvent): boolean =>
  document.elementFromPoint(clientX, clientY)?.closest('[role="application"]') != null
