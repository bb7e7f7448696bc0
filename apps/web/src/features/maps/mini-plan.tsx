/**
 * The plan in small: green where free on a stock's card (picture 03), the own box in yellow with the way to it (picture 13). A handful
 * of elements whatever the size of the house: all boxes of one colour are one path.
 */
import { useId, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { bindBoxes, type BindableBox, type MapObject } from '@stowage/domain/map-object'
import { boundsOf, planBounds, type Box2D } from './shape.ts'
import { wayTo } from './way.ts'
import classes from './mini-plan.module.css'

export interface MiniPlanBox extends BindableBox {
  readonly isFree: boolean
}

interface MiniPlanProps {
  readonly objects: readonly MapObject[]
  readonly boxes: readonly MiniPlanBox[]
  /** The box to point out; then the free ones are not marked. */
  readonly ownId?: string | null
  /** Dotted from the gate to the own box, where the plan says enough. */
  readonly hasWay?: boolean
}

export function MiniPlan({ objects, boxes, ownId = null, hasWay = false }: MiniPlanProps) {
  const t = useTranslations('maps')
  const id = useId()
  const drawn = useMemo(() => {
    const bound = bindBoxes(objects, boxes)
    return objects.flatMap((object) => {
      const box = bound.get(object.uuid)
      return box === undefined ? [] : [{ box, area: boundsOf(object) }]
    })
  }, [objects, boxes])
  const way = useMemo(
    () => (hasWay && ownId !== null ? wayTo(ownId, objects, boxes) : null),
    [hasWay, ownId, objects, boxes],
  )
  const bounds = useMemo(() => planBounds(objects), [objects])

  const own = drawn.find(({ box }) => box.id === ownId)
  const isMarked = ({ box }: { box: MiniPlanBox }): boolean => ownId === null && box.isFree
  const plain = drawn.filter((one) => !isMarked(one) && one !== own).map(({ area }) => area)
  const free = drawn.filter(isMarked).map(({ area }) => area)
  const title =
    own === undefined
      ? t('mini.free', { free: drawn.filter(({ box }) => box.isFree).length, total: drawn.length })
      : t('mini.own', { number: own.box.unitNumber })

  return (
    <svg
      className={classes.mini}
      viewBox={`${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`}
      role="img"
      aria-labelledby={`${id}title`}
    >
      <title id={`${id}title`}>{way === null ? title : `${title}. ${t('mini.way')}`}</title>
      <rect
        className={classes.ground}
        x={bounds.x + 4}
        y={bounds.y + 4}
        width={bounds.width - 8}
        height={bounds.height - 8}
        rx="6"
      />
      <path className={classes.plain} d={rectangles(plain)} />
      <path className={classes.free} d={rectangles(free)} />
      {way !== null && (
        <polyline className={classes.way} points={way.map(({ x, y }) => `${x},${y}`).join(' ')} />
      )}
      {own !== undefined && <OwnBox area={own.area} house={bounds} />}
    </svg>
  )
}

/** Never smaller than it can be seen: in a house of 300 boxes a cupboard is three pixels wide. */
function OwnBox({ area, house }: { readonly area: Box2D; readonly house: Box2D }) {
  const least = house.width / 18
  const width = Math.max(area.width, least)
  const height = Math.max(area.height, least)
  const [x, y] = [area.x + area.width / 2 - width / 2, area.y + area.height / 2 - height / 2]
  const side = Math.min(width, height) * 0.8
  return (
    <>
      <rect
        className={classes.own}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={house.width / 250}
        strokeWidth={house.width / 180}
      />
      <path
        className={classes.tick}
        d="M5 12l5 5l10 -10"
        transform={`translate(${x + width / 2 - side / 2} ${y + height / 2 - side / 2}) scale(${side / 24})`}
      />
    </>
  )
}

/** One path of many rectangles, a hair inside their edges so that neighbours stay apart. */
function rectangles(areas: readonly Box2D[]): string {
  return areas
    .map(
      ({ x, y, width, height }) =>
        `M${x + 1.5} ${y + 1.5}h${Math.max(1, width - 3)}v${Math.max(1, height - 3)}h${-Math.max(1, width - 3)}z`,
    )
    .join('')
}
