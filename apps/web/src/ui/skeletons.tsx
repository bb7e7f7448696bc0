import classes from './skeletons.module.css'

interface RowsProps {
  readonly rows?: number
  /** Height of a row in px: 38 in tables, 50 with two lines. */
  readonly height?: number
}

/** Rows that are on their way, in the shape of rows. Appear after 150 ms; a quick answer never flickers. */
export function SkeletonRows({ rows = 5, height = 38 }: RowsProps) {
  return (
    <div className={classes.rows} aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes.row} style={{ height }}>
          <span className={classes.bar} style={{ width: `${[38, 27, 33, 22, 30][index % 5]}%` }} />
          <span className={classes.bar} style={{ width: '12%' }} />
        </div>
      ))}
    </div>
  )
}

/** A card that is on its way. */
export function SkeletonCard({ height = 160 }: { readonly height?: number }) {
  return <div className={classes.card} style={{ height }} aria-hidden="true" />
}
