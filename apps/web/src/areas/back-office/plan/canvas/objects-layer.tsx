import { memo } from 'react'
import type { MapObject } from '@stowage/domain/map-object'
import { defaultFill, isPolygon, pathData, PlanDecor, transformOf } from '../../../../features/maps/index.ts'
import classes from './canvas.module.css'

interface ObjectsLayerProps {
  readonly objects: readonly MapObject[]
  /** Lifted out while they are moved: they are drawn in a layer of their own. */
  readonly without: ReadonlySet<string>
}

/** The drawing as it stands. Memoised per object: a step draws what it changed. */
export const ObjectsLayer = memo(function ObjectsLayer({ objects, without }: ObjectsLayerProps) {
  return objects.map((object) =>
    without.has(object.uuid) ? null : <DrawnObject key={object.uuid} object={object} />,
  )
})

const DrawnObject = memo(function DrawnObject({ object }: { readonly object: MapObject }) {
  return (
    <g data-uuid={object.uuid} className={object.locked === true ? classes.locked : classes.object}>
      <PlanDecor object={object} />
      {isLine(object) && (
        <path d={pathData(object) ?? ''} transform={transformOf(object)} className={classes.grip} />
      )}
      {object.type === 'image' && object.xlinkHref == null && <NoImage object={object} />}
    </g>
  )
})

/** Nothing but a thin line could be pressed on. */
const isLine = (object: MapObject): boolean =>
  isPolygon(object) && (object.fill ?? defaultFill(object.type)) === 'none'

/** An image whose picture is still to be chosen. */
function NoImage({ object }: { readonly object: MapObject }) {
  const { x, y, width, height } = object
  return <rect x={x} y={y} width={width ?? 0} height={height ?? 0} className={classes.noImage} />
}
