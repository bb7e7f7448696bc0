import classes from './dashboard.module.css'

const columns = 20
const rows = 5
const step = 10

/** 5 × 20 crates, filled column by column; the figure beside it says the same in words. */
export function CrateChart({ percent }: { readonly percent: number }) {
  const crates = Array.from({ length: columns * rows }, (_, index) => ({
    x: Math.floor(index / rows) * step,
    y: (index % rows) * step,
    isTaken: index < percent,
  }))
  return (
    <svg className={classes.crates} viewBox={`0 0 ${columns * step} ${rows * step}`} aria-hidden="true">
      {crates.map(({ x, y, isTaken }) => (
        <rect
          key={`${x} ${y}`}
          x={x + 1}
          y={y + 1}
          width={8}
          height={8}
          rx={1.5}
          data-taken={isTaken || undefined}
        />
      ))}
    </svg>
  )
}
