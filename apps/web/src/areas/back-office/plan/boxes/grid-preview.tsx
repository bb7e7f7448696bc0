import { PlanDecor } from '../../../../features/maps/index.ts'
import type { Grid } from './use-grid.ts'
import classes from './boxes.module.css'

/** The boxes as they would stand, in the area that was drawn for them. */
export function GridPreview({ grid }: { readonly grid: Grid }) {
  const { plan, area } = grid
  if (plan === null || area === null) return null
  return (
    <>
      <g className={classes.preview}>
        {plan.objects.map((object) => (
          <PlanDecor key={object.boxId} object={object} />
        ))}
      </g>
      <rect {...area} className={classes.area} />
    </>
  )
}
