/** Everything on a plan that is not a box: ground, walls, rooms, names, pictures. Drawn as stored, read aloud by nobody. */
import { memo, type CSSProperties } from 'react'
import type { MapObject } from '@stowage/domain/map-object'
import { placeWords } from './place-words.ts'
import {
  blend,
  defaultFill,
  finite,
  fontFamily,
  imageSource,
  isPolygon,
  paint,
  pathData,
  transformOf,
} from './shape.ts'
import classes from './plan-box.module.css'

export const PlanDecor = memo(function PlanDecor({ object }: { readonly object: MapObject }) {
  const mode = blend(object.blendMode)
  return (
    <g
      aria-hidden="true"
      className={classes.decor}
      {...(mode === 'normal' ? {} : { style: { mixBlendMode: mode as CSSProperties['mixBlendMode'] } })}
    >
      <Figure object={object} />
      {(object.type === 'rectangle-with-text' || object.type === 'polygon-with-text') && (
        <Words object={object} />
      )}
    </g>
  )
})

function Figure({ object }: { readonly object: MapObject }) {
  const [x, y, width, height] = [
    finite(object.x),
    finite(object.y),
    Math.max(0, finite(object.width)),
    Math.max(0, finite(object.height)),
  ]
  const transform = transformOf(object)
  const strokeWidth = Math.max(0, finite(object.strokeWidth, object.stroke == null ? 0 : 1))
  const style: CSSProperties = {
    fill: paint(object.fill, defaultFill(object.type)),
    stroke: strokeWidth === 0 ? 'none' : paint(object.stroke, 'none'),
    strokeWidth,
  }
  if (isPolygon(object)) {
    const d = pathData(object)
    return d === null ? null : (
      <path
        d={d}
        transform={transform}
        style={{ ...style, strokeLinecap: 'round', strokeLinejoin: 'round' }}
      />
    )
  }
  switch (object.type) {
    case 'rectangle':
    case 'rectangle-with-text':
      return (
        <rect
          x={x}
          y={y}
          width={width}
          height={height}
          rx={Math.max(0, finite(object.radius))}
          transform={transform}
          style={style}
        />
      )
    case 'circle':
      return (
        <ellipse
          cx={x + width / 2}
          cy={y + height / 2}
          rx={width / 2}
          ry={height / 2}
          transform={transform}
          style={style}
        />
      )
    case 'image': {
      const source = imageSource(object.xlinkHref)
      return source === null ? null : (
        <image
          href={source}
          x={x}
          y={y}
          width={width}
          height={height}
          preserveAspectRatio="none"
          transform={transform}
        />
      )
    }
    case 'text':
      return <Words object={object} />
    default:
      return null
  }
}

/** In the middle of its area; a text drawn without one begins at its place. */
function Words({ object }: { readonly object: MapObject }) {
  const fontSize = Math.min(400, Math.max(1, finite(object.fontSize, 20)))
  const isBold = object.fontWeight === 'bold' || Number(object.fontWeight) >= 600
  const style: CSSProperties = {
    // Names written in the editor's default face follow the page, which has it in every language; others stay as chosen.
    fontFamily:
      object.fontFamily == null || object.fontFamily === 'Open Sans'
        ? 'inherit'
        : fontFamily(object.fontFamily),
    fontWeight: isBold ? 600 : 500,
    fontStyle: slants.find((one) => one === object.fontStyle) ?? 'normal',
    textDecoration: lines.find((one) => one === object.textDecoration) ?? 'none',
    fill: paint(object.textColor ?? (object.type === 'text' ? object.fill : null), 'var(--plan-ink)'),
  }
  const placed = placeWords(object, fontSize)
  const { x } = placed
  const [first, ...others] = placed.lines
  return (
    <text
      x={x}
      y={first?.y}
      {...(placed.isCentred ? { textAnchor: 'middle' } : {})}
      fontSize={fontSize}
      transform={transformOf(object)}
      style={style}
    >
      {others.length === 0
        ? first?.text
        : placed.lines.map(({ y, text }) => (
            <tspan key={y} x={x} y={y}>
              {text}
            </tspan>
          ))}
    </text>
  )
}

const slants = ['italic', 'oblique'] as const
const lines = ['underline', 'line-through', 'overline'] as const
