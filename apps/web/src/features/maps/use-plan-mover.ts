/** The plan's mover within React: made for a drawing, led by what is chosen. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { SizeGroup } from '@stowage/domain/box'
import { readableTier } from './box-label.ts'
import type { PlanBox } from './box-state.ts'
import { createPlanMover, type PlanMover } from './plan-mover.ts'
import type { Box2D } from './shape.ts'
import type { PlanModel } from './use-plan-model.ts'
import { openingView, phoneWidth, type Frame } from './view.ts'

interface Wanted<Box> {
  readonly selectedId: string | null
  readonly isWanted: (box: Box) => boolean
}

function openingOf<Box extends PlanBox>(
  model: PlanModel<Box>,
  frame: Frame,
  { selectedId, isWanted }: Wanted<Box>,
) {
  const chosen = areaOf(model, selectedId) ?? null
  return openingView(
    model.bounds,
    frame,
    model.boxes.filter(({ box }) => isWanted(box)).map(({ area }) => area),
    chosen,
  )
}

function areaOf<Box extends PlanBox>(model: PlanModel<Box>, id: string | null): Box2D | undefined {
  return model.boxes.find(({ box }) => box.id === id)?.area
}

/**
 * Hands the frame to a mover; a new drawing (another floor) begins with a new first look.
 * @returns `tier`: which size texts can be read where the plan stands (`readableTier`); null until the frame has been measured,
 * before the browser paints. What is drawn only then is drawn once.
 */
export function usePlanMover<Box extends PlanBox>(
  frame: RefObject<HTMLDivElement | null>,
  model: PlanModel<Box>,
  wanted: Wanted<Box>,
) {
  const stage = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const current = useRef<PlanMover | null>(null)
  const latest = useRef({ model, wanted })
  const [ratio, setRatio] = useState(1)
  const [tier, setTier] = useState<number | null>(null)
  const [isMoving, setMoving] = useState(false)
  useLayoutEffect(() => {
    latest.current = { model, wanted }
  })
  const { x, y, width, height } = model.bounds
  useLayoutEffect(() => {
    if (frame.current === null || stage.current === null || sheet.current === null) return
    const mover = createPlanMover({
      frame: frame.current,
      stage: stage.current,
      sheet: sheet.current,
      bounds: { x, y, width, height },
      opening: (size) => openingOf(latest.current.model, size, latest.current.wanted),
      keeps: () => areaOf(latest.current.model, latest.current.wanted.selectedId) ?? null,
      onMove: (moving, at) => {
        setMoving(moving)
        if (moving) return
        setRatio(at.ratio)
        setTier(readableTier(at.scale))
      },
    })
    current.current = mover
    return () => {
      current.current = null
      mover.destroy()
    }
  }, [frame, x, y, width, height])
  const isPrinted = usePrinting()
  return {
    stage,
    sheet,
    mover: useCallback(() => current.current, []),
    ratio,
    tier: isPrinted ? readableTier(Infinity) : tier,
    isMoving,
  }
}

/** Paper is finer than the screen: while it is made, all sizes are written. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const abort = new AbortController()
    // At once: the browser lays out the paper when the event is over.
    const say = (value: boolean) => () => flushSync(() => setPrinting(value))
    window.addEventListener('beforeprint', say(true), { signal: abort.signal })
    window.addEventListener('afterprint', say(false), { signal: abort.signal })
    return () => abort.abort()
  }, [])
  return isPrinting
}

/** Another size group on a phone looks for its boxes; a box chosen in the list comes into sight. */
export function useFollowing<Box extends PlanBox>(
  mover: () => PlanMover | null,
  model: PlanModel<Box>,
  group: SizeGroup | null,
  selectedId: string | null,
  isWanted: (box: Box) => boolean,
): void {
  const before = useRef({ group, selectedId })
  useEffect(() => {
    const now = mover()
    const last = before.current
    before.current = { group, selectedId }
    if (now === null) return
    // First the box: whoever presses one without a group chooses its group with it, and looks at the box.
    const chosen = selectedId === last.selectedId ? undefined : areaOf(model, selectedId)
    if (chosen !== undefined) now.reveal(chosen)
    else if (group !== last.group && now.frame().width > 0 && now.frame().width < phoneWidth)
      now.look(openingOf(model, now.frame(), { selectedId: null, isWanted }))
  })
}
