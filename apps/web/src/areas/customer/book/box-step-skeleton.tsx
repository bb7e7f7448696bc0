import { SkeletonCard } from '../../../ui/index.ts'
import classes from './box-step.module.css'

/** In the shape of what is coming: sizes, then plan and list. */
export function BoxStepSkeleton() {
  return (
    <div className={classes.step} aria-busy="true">
      <div className={classes.bar} />
      <div className={classes.sizesSkeleton}>
        {[1, 2, 3, 4].map((card) => (
          <SkeletonCard key={card} height={66} />
        ))}
      </div>
      <SkeletonCard height={520} />
    </div>
  )
}
