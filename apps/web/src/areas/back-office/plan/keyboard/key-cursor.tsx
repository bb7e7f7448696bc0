import { usePlan } from '../use-plan.ts'
import classes from './keyboard.module.css'

/** The cross where the keys draw next; as thick on the screen whatever the zoom. */
export function KeyCursor() {
  const cursor = usePlan((state) => state.cursor)
  if (cursor === null) return null
  const { x, y } = cursor
  return (
    <g className={classes.cross} data-cross={`${x} ${y}`}>
      <path d={`M${x - 16} ${y}H${x + 16}M${x} ${y - 16}V${y + 16}`} className={classes.halo} />
      <path d={`M${x - 16} ${y}H${x + 16}M${x} ${y - 16}V${y + 16}`} className={classes.line} />
    </g>
  )
}
