/** Which box of the plan is spoken of, by keyboard, press or focus, and which is chosen by it. */
import { useCallback, useMemo, useState, type MouseEvent } from 'react'
import type { PlanBox } from './box-state.ts'
import type { PlanMover } from './plan-mover.ts'
import { usePlanKeys } from './use-plan-keys.ts'
import type { DrawnBox, PlanModel } from './use-plan-model.ts'

interface PlanFocus<Box extends PlanBox> {
  readonly model: PlanModel<Box>
  readonly selectedId: string | null
  readonly isSelectable: (box: Box) => boolean
  readonly onChoose: (box: Box) => void
  readonly mover: () => PlanMover | null
}

/** @returns `onClick` of the frame and `onPlan`, the handlers of the drawing; one of each for all its boxes */
export function usePlanFocus<Box extends PlanBox>({
  model,
  selectedId,
  isSelectable,
  onChoose,
  mover,
}: PlanFocus<Box>) {
  const [activeId, setActiveId] = useState<string | null>(null)
  // The tip follows the keyboard only while the keyboard leads.
  const [tipId, setTipId] = useState<string | null>(null)
  const byId = useMemo(() => new Map(model.boxes.map((drawn) => [drawn.box.id, drawn])), [model])
  const boxOf = useCallback((boxId: string) => byId.get(boxId)?.box, [byId])
  const active = activeId === null ? null : (byId.get(activeId) ?? null)

  const onKeyDown = usePlanKeys({
    boxes: model.boxes,
    activeId: active?.box.id ?? null,
    isSelectable,
    onActive: ({ box, area }: DrawnBox<Box>) => {
      setActiveId(box.id)
      setTipId(box.id)
      mover()?.reveal(area)
    },
    onChoose,
    mover,
  })
  const onClick = (event: MouseEvent): void => {
    if (mover()?.wasDragged() === true) return
    // Right after a gesture the press is on the frame, which covers the plan while it moves: the box lies beneath.
    const pressed = [event.target, ...document.elementsFromPoint(event.clientX, event.clientY)]
    const [target] = pressed.flatMap((one) =>
      one instanceof Element ? (one.closest('[data-box]') ?? []) : [],
    )
    const box = boxOf(target?.getAttribute('data-box') ?? '')
    if (box === undefined) return
    setActiveId(box.id)
    if (isSelectable(box)) onChoose(box)
  }
  const onFocus = (): void => {
    const first =
      active?.box.id ??
      selectedId ??
      model.boxes.find(({ box }) => isSelectable(box))?.box.id ??
      model.boxes[0]?.box.id ??
      null
    setActiveId(first)
  }
  const hideTip = (): void => setTipId(null)
  return { active, tipId, boxOf, hideTip, onClick, onPlan: { onKeyDown, onFocus, onBlur: hideTip } }
}
