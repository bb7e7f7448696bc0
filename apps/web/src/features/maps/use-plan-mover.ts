/** The plan's mover within React: made for a drawing, led by what is chosen. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { SizeGroup } from '@stowage/domain/box'
import { readableTier } from './box-label.ts'
import type { PlanBox } from './box-state.ts'
import { createPlanMover, type PlanMover } from './plan-mover.ts'
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
  const chosen = model.boxes.find(({ box }) => box.id === selectedId)?.area ?? null
  return openingView(
    model.bounds,
    frame,
    model.boxes.filter(({ box }) => isWanted(box)).map(({ area }) => area),
    chosen,
  )
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
  return { stage, sheet, mover: useCallback(() => current.current, []), ratio, tier, isMoving }
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
    if (group !== last.group && now.frame().width > 0 && now.frame().width < phoneWidth) {
      now.look(openingOf(model, now.frame(), { selectedId: null, isWanted }))
    } else if (selectedId !== last.selectedId) {
      const area = model.boxes.find(({ box }) => box.id === selectedId)?.area
      if (area !== undefined) now.reveal(area)
    }
  })
}
