import type { MapObject } from '@stowage/domain/map-object'
import { boundsOf, finite } from '../../../../features/maps/index.ts'
import { frameOf, handles, ownFrame, pivotOf } from '../model/geometry.ts'
import type { Guide } from '../model/guides.ts'
import type { Preview } from './gesture.ts'
import { handFactor } from './hand.ts'
import classes from './canvas.module.css'

interface SelectionProps {
  readonly chosen: readonly MapObject[]
  readonly scale: number
}

/** Frames around what is chosen; one alone, or all together, with handles. Measures are of the screen, whatever the zoom. */
export function Selection({ chosen, scale }: SelectionProps) {
  const [only] = chosen
  if (only === undefined) return null
  const px = 1 / scale
  const isFree = chosen.some(({ locked }) => locked !== true)
  if (chosen.length === 1) {
    const frame = ownFrame(only)
    const pivot = pivotOf(only)
    return (
      <g transform={`rotate(${finite(only.rotate)} ${pivot.x} ${pivot.y})`}>
        <rect {...frame} className={classes.frame} strokeWidth={1.5 * px} />
        {isFree && <Handles frame={frame} px={px} />}
      </g>
    )
  }
  const frame = frameOf(chosen)
  return (
    <>
      {chosen.length <= 500 &&
        chosen.map((object) => (
          <rect key={object.uuid} {...boundsOf(object)} className={classes.frame} strokeWidth={px} />
        ))}
      {frame !== null && (
        <>
          <rect {...frame} className={classes.frame} strokeWidth={1.5 * px} strokeDasharray={`${4 * px}`} />
          {isFree && <Handles frame={frame} px={px} />}
        </>
      )}
    </>
  )
}

const cursors = ['nwse', 'ns', 'nesw', 'ew', 'nwse', 'ns', 'nesw', 'ew']

function Handles({
  frame,
  px,
}: {
  readonly frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly px: number
}) {
  const middle = frame.x + frame.width / 2
  const hand = px * handFactor()
  const knob = frame.y - 24 * hand
  // Of something small the handles stand a little outside, or they would cover it.
  const out = Math.max(0, (34 * hand - Math.min(frame.width, frame.height)) / 2)
  return (
    <>
      <line
        x1={middle}
        x2={middle}
        y1={frame.y - out}
        y2={knob}
        className={classes.frame}
        strokeWidth={1.5 * px}
      />
      <circle
        cx={middle}
        cy={knob}
        r={6 * hand}
        className={classes.handle}
        strokeWidth={1.5 * px}
        data-handle="turn"
        style={{ cursor: 'grab' }}
      />
      {handles.map(({ x, y }, index) => (
        <rect
          key={index}
          data-handle={index}
          x={frame.x - out + ((frame.width + 2 * out) * (x + 1)) / 2 - 5 * hand}
          y={frame.y - out + ((frame.height + 2 * out) * (y + 1)) / 2 - 5 * hand}
          width={10 * hand}
          height={10 * hand}
          rx={2 * px}
          className={classes.handle}
          strokeWidth={1.5 * px}
          style={{ cursor: `${cursors[index] ?? 'nwse'}-resize` }}
        />
      ))}
    </>
  )
}

/** Lines that hold what is moved, and the marquee. */
export function GestureMarks({
  preview,
  scale,
  bounds,
}: {
  readonly preview: Preview
  readonly scale: number
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}) {
  const px = 1 / scale
  const line = ({ along, at }: Guide) =>
    along === 'x'
      ? { x1: at, x2: at, y1: bounds.y, y2: bounds.y + bounds.height }
      : { x1: bounds.x, x2: bounds.x + bounds.width, y1: at, y2: at }
  return (
    <>
      {preview.guides?.map((guide) => (
        <line
          key={`${guide.along}${guide.at}`}
          {...line(guide)}
          className={classes.guide}
          strokeWidth={px}
          strokeDasharray={`${4 * px}`}
        />
      ))}
      {preview.marquee && <rect {...preview.marquee} className={classes.marquee} strokeWidth={px} />}
    </>
  )
}
