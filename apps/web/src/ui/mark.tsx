import classes from './mark.module.css'

interface MarkProps {
  readonly size?: number
  /** On teal the crates are white. */
  readonly onTeal?: boolean
}

/** Four crates stowed in a ring, in the middle yours. Decorative: the word beside it, or the link around it, says the name. */
export function Mark({ size = 22, onTeal = false }: MarkProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      className={classes.mark}
      data-on-teal={onTeal || undefined}
    >
      <rect className={classes.crate} x="6" y="0" width="10" height="5" rx="1.3" />
      <rect className={classes.crate} x="0" y="0" width="5" height="10" rx="1.3" />
      <rect className={classes.crate} x="11" y="6" width="5" height="10" rx="1.3" />
      <rect className={classes.crate} x="0" y="11" width="10" height="5" rx="1.3" />
      <rect className={classes.yours} x="6" y="6" width="4" height="4" rx="1" />
    </svg>
  )
}

interface WordmarkProps extends MarkProps {
  /** Instead of the product's own name; an empty one leaves the mark alone. */
  readonly name?: string
}

export function Wordmark({ size = 22, onTeal = false, name = 'Stowage' }: WordmarkProps) {
  return (
    <span className={classes.wordmark} style={{ fontSize: size }} data-on-teal={onTeal || undefined}>
      <Mark size={size} onTeal={onTeal} />
      {name !== '' && (
        <span className={classes.name} title={name}>
          {name}
        </span>
      )}
    </span>
  )
}

/** One crate fell out: the picture of the error page. */
export function FallenCrate() {
  return (
    <svg viewBox="-1 -3 18 20" className={classes.fallen} aria-hidden="true">
      <rect className={classes.hole} x="6" y="0" width="10" height="5" rx="1.3" />
      <rect className={classes.crate} x="0" y="0" width="5" height="10" rx="1.3" />
      <rect className={classes.crate} x="11" y="6" width="5" height="10" rx="1.3" />
      <rect className={classes.crate} x="0" y="11" width="10" height="5" rx="1.3" />
      <rect className={classes.yours} x="6" y="6" width="4" height="4" rx="1" />
      <rect
        className={classes.loose}
        x="6.2"
        y="-2"
        width="10"
        height="5"
        rx="1.3"
        transform="rotate(8 11 0.5)"
      />
    </svg>
  )
}
