import classes from './empty-plan.module.css'

const places = [
  [0, 0, 104, 77],
  [108, 0, 77, 77],
  [189, 0, 77, 77],
  [270, 0, 158, 77],
  [0, 109, 77, 103],
  [351, 109, 77, 103],
  [0, 243, 131, 77],
  [135, 243, 104, 77],
  [243, 243, 77, 77],
  [324, 243, 104, 77],
] as const

/** The plan before its first crates: dashed places, the mark waiting in the middle (picture 21). */
export function EmptyPlan() {
  return (
    <svg viewBox="-2 -2 432 324" className={classes.plan} aria-hidden="true">
      {places.map(([x, y, width, height]) => (
        <rect key={`${x} ${y}`} className={classes.place} x={x} y={y} width={width} height={height} rx="6" />
      ))}
      <g transform="translate(157 104) scale(7.1)">
        <rect className={classes.crate} x="6" y="0" width="10" height="5" rx="0.9" />
        <rect className={classes.crate} x="0" y="0" width="5" height="10" rx="0.9" />
        <rect className={classes.crate} x="11" y="6" width="5" height="10" rx="0.9" />
        <rect className={classes.crate} x="0" y="11" width="10" height="5" rx="0.9" />
        <rect className={classes.yours} x="6" y="6" width="4" height="4" rx="0.7" />
      </g>
    </svg>
  )
}
