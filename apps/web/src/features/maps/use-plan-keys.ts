/** The plan from the keyboard: arrows walk, Ctrl with an arrow jumps to what can be chosen, digits find a number. */
import { useRef, type KeyboardEvent } from 'react'
import type { PlanBox } from './box-state.ts'
import { nearestBox, type Direction } from './nearest-box.ts'
import type { PlanMover } from './plan-mover.ts'
import type { DrawnBox } from './use-plan-model.ts'
import { zoom } from './view.ts'

const directions: Readonly<Partial<Record<string, Direction>>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
/** Digits typed within this time belong to one number. */
const typingMs = 900

interface PlanKeys<Box extends PlanBox> {
  readonly boxes: readonly DrawnBox<Box>[]
  readonly activeId: string | null
  readonly isSelectable: (box: Box) => boolean
  readonly onActive: (drawn: DrawnBox<Box>) => void
  readonly onChoose: (box: Box) => void
  readonly mover: () => PlanMover | null
}

export function usePlanKeys<Box extends PlanBox>(keys: PlanKeys<Box>): (event: KeyboardEvent) => void {
  const typed = useRef({ digits: '', at: 0 })

  return (event) => {
    const { boxes, activeId } = keys
    if (event.altKey || event.metaKey) return
    const at = boxes.findIndex(({ box }) => box.id === activeId)
    const goTo = (index: number | null | undefined): void => {
      const drawn = index == null ? undefined : boxes[index]
      if (drawn !== undefined) keys.onActive(drawn)
    }
    const direction = directions[event.key]
    if (direction !== undefined) {
      event.preventDefault()
      const allowed = event.ctrlKey
        ? (index: number) => boxes[index] !== undefined && keys.isSelectable(boxes[index].box)
        : undefined
      goTo(
        at < 0
          ? 0
          : nearestBox(
              boxes.map(({ area }) => area),
              at,
              direction,
              allowed,
            ),
      )
      return
    }
    // Ctrl with plus, minus and zero is the browser's own zoom.
    if (event.ctrlKey) return
    const wasTyping = event.timeStamp - typed.current.at < typingMs && typed.current.digits !== ''
    if (/^\d$/.test(event.key) && (wasTyping || event.key !== '0')) {
      const digits = (wasTyping ? typed.current.digits : '') + event.key
      typed.current = { digits, at: event.timeStamp }
      goTo(findNumber(boxes, digits))
      return
    }
    switch (event.key) {
      case 'Enter':
      case ' ': {
        event.preventDefault()
        const box = boxes[at]?.box
        if (box !== undefined && keys.isSelectable(box)) keys.onChoose(box)
        return
      }
      case 'Home':
      case 'End':
        event.preventDefault()
        goTo(event.key === 'Home' ? 0 : boxes.length - 1)
        return
      case '+':
      case '=':
        keys.mover()?.zoomBy(zoom.stepIn)
        return
      case '-':
        keys.mover()?.zoomBy(zoom.stepOut)
        return
      case '0':
        keys.mover()?.fit()
    }
  }
}

/** The first box whose number, letters aside, begins with the digits; null keeps the place. */
function findNumber<Box extends PlanBox>(boxes: readonly DrawnBox<Box>[], digits: string): number | null {
  const index = boxes.findIndex(({ box }) => box.unitNumber.replace(/^\D+/, '').startsWith(digits))
  return index < 0 ? null : index
}
