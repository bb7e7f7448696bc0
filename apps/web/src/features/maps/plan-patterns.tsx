/** Hatch and dots of the states that cannot be chosen (theme.md 5), in the colours of the scheme. Defined once per plan. */
import classes from './plan-box.module.css'

/** @param id the plan's own prefix: two plans on one page must not share pattern ids */
export function PlanPatterns({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern
        id={`${id}-hatch`}
        width="10"
        height="10"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect className={classes.hatchGround} width="10" height="10" />
        <rect className={classes.hatchLine} width="2.4" height="10" />
      </pattern>
      <pattern id={`${id}-dots`} width="11" height="11" patternUnits="userSpaceOnUse">
        <rect className={classes.dotsGround} width="11" height="11" />
        <circle className={classes.dot} cx="3" cy="3" r="1.3" />
      </pattern>
    </defs>
  )
}
