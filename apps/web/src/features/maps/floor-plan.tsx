/**
 * The floor plan one chooses a box on (specification 2.15, 2.7; theme.md 5), with what one
 * moves it by and what its colours mean. The list beside it is the equal alternative.
 */
import { useCallback, useId, useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { SizeGroup } from '@stowage/domain/box'
import type { MapObject } from '@stowage/domain/map-object'
import type { Audience, PlanBox } from './box-state.ts'
import { PlanControls } from './plan-controls.tsx'
import { PlanDrawing } from './plan-drawing.tsx'
import { PlanLegend } from './plan-legend.tsx'
import { PlanNews } from './plan-news.tsx'
import { PlanTip } from './plan-tip.tsx'
import { usePlanKeys } from './use-plan-keys.ts'
import { standing, usePlanModel, usePlanWords, type DrawnBox } from './use-plan-model.ts'
import { useFollowing, usePlanMover } from './use-plan-mover.ts'
import classes from './floor-plan.module.css'

export interface FloorPlanProps<Box extends PlanBox> {
  readonly objects: readonly MapObject[]
  /** Boxes of the stock; those without an object on this plan are not drawn. */
  readonly boxes: readonly Box[]
  readonly selectedId: string | null
  readonly onChoose: (box: Box) => void
  /** The wanted size group; null: every free box may be chosen. */
  readonly sizeGroup: SizeGroup | null
  readonly floorName: string
  /** Of `grossRate`; null shows no prices. */
  readonly currency: string | null
  readonly audience?: Audience
  /** Left in the head: the tabs of the floors. */
  readonly head?: ReactNode
  /**
   * What the tip and the spoken name say besides size, price and state, for staff. The same function until what it says changes:
   * the names of all boxes are kept as long.
   */
  readonly facts?: (box: Box) => readonly string[]
  /** The page may be printed, as a sheet A3 of this plan alone under this title. */
  readonly paper?: string
}

export function FloorPlan<Box extends PlanBox>(props: FloorPlanProps<Box>) {
  const {
    objects,
    boxes,
    selectedId,
    onChoose,
    sizeGroup,
    floorName,
    currency,
    audience = 'customer',
    head,
    facts,
    paper,
  } = props
  const t = useTranslations('maps')
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const model = usePlanModel(objects, boxes)
  const words = usePlanWords(currency, facts)
  const [activeId, setActiveId] = useState<string | null>(null)
  // The tip follows the keyboard only while the keyboard leads.
  const [tipId, setTipId] = useState<string | null>(null)
  const stand = (box: Box) => standing(box, sizeGroup, selectedId, audience)

  const { stage, sheet, mover, ratio, tier, isMoving } = usePlanMover(frame, model, {
    selectedId,
    isWanted: (box) => stand(box).isSelectable,
  })
  useFollowing(mover, model, sizeGroup, selectedId, (box) => stand(box).isSelectable)

  const byId = useMemo(() => new Map(model.boxes.map((drawn) => [drawn.box.id, drawn])), [model])
  const boxOf = useCallback((boxId: string) => byId.get(boxId)?.box, [byId])
  const sizeOf = useCallback((box: Box) => words.size(box).full, [words])
  const active = activeId === null ? null : (byId.get(activeId) ?? null)

  const activate = ({ box, area }: DrawnBox<Box>): void => {
    setActiveId(box.id)
    setTipId(box.id)
    mover()?.reveal(area)
  }
  const onKeyDown = usePlanKeys({
    boxes: model.boxes,
    activeId: active?.box.id ?? null,
    isSelectable: (box) => stand(box).isSelectable,
    onActive: activate,
    onChoose,
    mover,
  })
  const onClick = (event: MouseEvent): void => {
    if (mover()?.wasDragged() === true) return
    const target = event.target instanceof Element ? event.target.closest<SVGElement>('[data-box]') : null
    const box = boxOf(target?.dataset['box'] ?? '')
    if (box === undefined) return
    setActiveId(box.id)
    if (stand(box).isSelectable) onChoose(box)
  }
  const onFocus = (): void => {
    const first =
      active?.box.id ??
      selectedId ??
      model.boxes.find(({ box }) => stand(box).isSelectable)?.box.id ??
      model.boxes[0]?.box.id ??
      null
    setActiveId(first)
  }

  return (
    <section className={classes.plan} data-paper={paper === undefined ? undefined : ''}>
      {paper !== undefined && <p className={classes.paper}>{paper}</p>}
      <div className={classes.head}>{head}</div>
      <PlanControls
        ratio={ratio}
        onZoom={(factor) => mover()?.zoomBy(factor)}
        onFit={() => mover()?.fit()}
        isPrinted={paper !== undefined}
      />
      <div ref={frame} className={classes.frame} onPointerDown={() => setTipId(null)}>
        {model.boxes.length === 0 && (
          <p className={classes.empty}>{t(objects.length === 0 ? 'empty' : 'noBoxes')}</p>
        )}
        <div ref={stage} className={classes.stage}>
          <div ref={sheet} className={classes.sheet}>
            <PlanDrawing
              id={id}
              model={model}
              words={words}
              sizeGroup={sizeGroup}
              selectedId={selectedId}
              audience={audience}
              floorName={floorName}
              active={active}
              tier={tier}
              onClick={onClick}
              onKeyDown={onKeyDown}
              onFocus={onFocus}
              onBlur={() => setTipId(null)}
            />
          </div>
        </div>
        <PlanTip
          frame={frame}
          byId={boxOf}
          sizeOf={sizeOf}
          stateOf={(box) => stand(box).state}
          activeId={tipId}
          isMoving={isMoving}
          factsOf={facts}
          currency={currency}
        />
      </div>
      <div className={classes.foot}>
        <PlanLegend audience={audience} />
      </div>
      <p id={`${id}keys`} className="st-spoken">
        {t(audience === 'staff' ? 'keysOpen' : 'keys')}
      </p>
      <PlanNews
        boxes={model.boxes}
        selectedId={selectedId}
        stateOf={(box) => stand(box).state}
        numberOf={(box) => words.number(box, model.prefix)}
      />
    </section>
  )
}
