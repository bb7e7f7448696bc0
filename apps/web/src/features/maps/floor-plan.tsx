/**
 * The floor plan one chooses a box on (specification 2.15, 2.7; theme.md 5): plain SVG, one element per box, a listbox to
 * assistive technology. The list beside it is the equal alternative.
 */
import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { useTranslations } from 'use-intl'
import type { SizeGroup } from '@stowage/domain/box'
import type { MapObject } from '@stowage/domain/map-object'
import type { Audience, PlanBox } from './box-state.ts'
import { PlanBoxShape } from './plan-box.tsx'
import { PlanControls } from './plan-controls.tsx'
import { PlanDecor } from './plan-decor.tsx'
import { PlanLegend } from './plan-legend.tsx'
import { createPlanMover, type PlanMover } from './plan-mover.ts'
import { PlanPatterns } from './plan-patterns.tsx'
import { PlanTip } from './plan-tip.tsx'
import { usePlanKeys } from './use-plan-keys.ts'
import { standing, usePlanModel, usePlanWords, type DrawnBox, type PlanModel } from './use-plan-model.ts'
import { openingView, phoneWidth, type Frame } from './view.ts'
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
  } = props
  const t = useTranslations('maps')
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const model = usePlanModel(objects, boxes)
  const words = usePlanWords()
  const [activeId, setActiveId] = useState<string | null>(null)
  // The tip follows the keyboard only while the keyboard leads.
  const [tipId, setTipId] = useState<string | null>(null)
  const stand = (box: Box) => standing(box, sizeGroup, selectedId, audience)

  const { stage, mover, ratio, isMoving } = usePlanMover(frame, model, {
    selectedId,
    isWanted: (box) => stand(box).isSelectable,
  })
  useFollowing(mover, model, sizeGroup, selectedId, (box) => stand(box).isSelectable)

  const byId = useMemo(() => new Map(model.boxes.map((drawn) => [drawn.box.id, drawn])), [model])
  const boxOf = useCallback((boxId: string) => byId.get(boxId)?.box, [byId])
  const sizeOf = useCallback((box: Box) => words.size(box).full, [words])
  const active = activeId !== null && byId.has(activeId) ? activeId : null
  const elementId = (boxId: string): string => `${id}box-${boxId}`

  const activate = ({ box, area }: DrawnBox<Box>): void => {
    setActiveId(box.id)
    setTipId(box.id)
    mover()?.reveal(area)
  }
  const onKeyDown = usePlanKeys({
    boxes: model.boxes,
    activeId: active,
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
      active ??
      selectedId ??
      model.boxes.find(({ box }) => stand(box).isSelectable)?.box.id ??
      model.boxes[0]?.box.id ??
      null
    setActiveId(first)
  }

  return (
    <section className={classes.plan}>
      <div className={classes.head}>{head}</div>
      <PlanControls ratio={ratio} onZoom={(factor) => mover()?.zoomBy(factor)} onFit={() => mover()?.fit()} />
      <div ref={frame} className={classes.frame} onPointerDown={() => setTipId(null)}>
        {model.boxes.length === 0 && <p className={classes.empty}>{t('empty')}</p>}
        <div ref={stage} className={classes.stage}>
          <svg
            className={classes.drawing}
            style={patternStyle(id)}
            width={model.bounds.width}
            height={model.bounds.height}
            viewBox={`${model.bounds.x} ${model.bounds.y} ${model.bounds.width} ${model.bounds.height}`}
            role="listbox"
            tabIndex={0}
            aria-label={t('plan', { floor: floorName })}
            aria-describedby={`${id}keys`}
            {...(active === null ? {} : { 'aria-activedescendant': elementId(active) })}
            onClick={onClick}
            onKeyDown={onKeyDown}
            onFocus={onFocus}
            onBlur={() => setTipId(null)}
          >
            <PlanPatterns id={id} />
            {model.entries.map(({ object, drawn }) => {
              if (drawn === null) return <PlanDecor key={object.uuid} object={object} />
              const { box } = drawn
              const { state, isChosen, isSelectable } = stand(box)
              return (
                <PlanBoxShape
                  key={object.uuid}
                  object={object}
                  boxId={box.id}
                  elementId={elementId(box.id)}
                  state={state}
                  isChosen={isChosen}
                  isSelectable={isSelectable}
                  isActive={box.id === active}
                  name={words.name(box, state, model.prefix)}
                  number={box.unitNumber.slice(model.prefix.length)}
                  {...words.size(box)}
                  textFactor={model.textFactor}
                />
              )
            })}
          </svg>
        </div>
        <PlanTip
          frame={frame}
          byId={boxOf}
          sizeOf={sizeOf}
          stateOf={(box) => stand(box).state}
          activeId={tipId}
          isMoving={isMoving}
          currency={currency}
        />
      </div>
      <div className={classes.foot}>
        <PlanLegend audience={audience} />
      </div>
      <p id={`${id}keys`} className="st-spoken">
        {t('keys')}
      </p>
    </section>
  )
}

/** `url(#…)` in a style sheet would point into the sheet; set on the element it points into the page. */
function patternStyle(id: string): CSSProperties {
  return { '--plan-hatch': `url(#${id}-hatch)`, '--plan-dots': `url(#${id}-dots)` } as CSSProperties
}

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

/** Hands the frame to a mover; a new drawing (another floor) begins with a new first look. */
function usePlanMover<Box extends PlanBox>(
  frame: RefObject<HTMLDivElement | null>,
  model: PlanModel<Box>,
  wanted: Wanted<Box>,
) {
  const stage = useRef<HTMLDivElement>(null)
  const current = useRef<PlanMover | null>(null)
  const latest = useRef({ model, wanted })
  const [ratio, setRatio] = useState(1)
  const [isMoving, setMoving] = useState(false)
  useEffect(() => {
    latest.current = { model, wanted }
  })
  const { x, y, width, height } = model.bounds
  useEffect(() => {
    if (frame.current === null || stage.current === null) return
    const mover = createPlanMover({
      frame: frame.current,
      stage: stage.current,
      bounds: { x, y, width, height },
      opening: (size) => openingOf(latest.current.model, size, latest.current.wanted),
      onMove: (moving) => {
        setMoving(moving)
        if (!moving) setRatio(mover.zoomRatio())
      },
    })
    current.current = mover
    return () => {
      current.current = null
      mover.destroy()
    }
  }, [frame, x, y, width, height])
  return { stage, mover: useCallback(() => current.current, []), ratio, isMoving }
}

/** Another size group on a phone looks for its boxes; a box chosen in the list comes into sight. */
function useFollowing<Box extends PlanBox>(
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
