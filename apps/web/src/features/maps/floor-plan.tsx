/**
 * The floor plan one chooses a box on (specification 2.15, 2.7; theme.md 5), with what one
 * moves it by and what its colours mean. The list beside it is the equal alternative.
 */
import { useCallback, useId, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { SizeGroup } from '@stowage/domain/box'
import type { MapObject } from '@stowage/domain/map-object'
import type { Audience, PlanBox } from './box-state.ts'
import { PlanControls } from './plan-controls.tsx'
import { PlanDrawing } from './plan-drawing.tsx'
import { PlanLegend } from './plan-legend.tsx'
import { PlanNews } from './plan-news.tsx'
import { PlanTip } from './plan-tip.tsx'
import { usePlanFocus } from './use-plan-focus.ts'
import { standing, usePlanModel, usePlanWords } from './use-plan-model.ts'
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
  const stand = (box: Box) => standing(box, sizeGroup, selectedId, audience)
  const isSelectable = (box: Box): boolean => stand(box).isSelectable
  const { stage, sheet, mover, ratio, tier, isMoving } = usePlanMover(frame, model, {
    selectedId,
    isWanted: isSelectable,
  })
  useFollowing(mover, model, sizeGroup, selectedId, isSelectable)
  const { active, tipId, boxOf, hideTip, onClick, onPlan } = usePlanFocus({
    model,
    selectedId,
    isSelectable,
    onChoose,
    mover,
  })
  const sizeOf = useCallback((box: Box) => words.size(box).full, [words])

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
      <div
        ref={frame}
        role="presentation"
        className={classes.frame}
        onPointerDown={hideTip}
        onClick={onClick}
      >
        {model.boxes.length === 0 && (
          <p className={classes.empty}>{t(objects.length === 0 ? 'empty' : 'noBoxes')}</p>
        )}
        <div ref={stage} className={classes.stage}>
          <div ref={sheet} className={classes.sheet}>
            {tier !== null && (
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
                {...onPlan}
              />
            )}
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
      {/* Said with the plan, not once more after it. */}
      <p id={`${id}keys`} hidden>
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
