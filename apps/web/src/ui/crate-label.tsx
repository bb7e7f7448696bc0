import classes from './crate-label.module.css'

interface CrateLabelProps {
  /** As written on the door: YA108. */
  readonly number: string
  readonly size?: 'xs' | 'sm' | 'lg' | 'xl'
  /** `soft` where many stand in a list, `chosen` for what the reader picked. */
  readonly tone?: 'plain' | 'soft' | 'chosen'
}

/** A box number, always in the same bordered tag: on plan, table, card, mail and paper. */
export function CrateLabel({ number, size = 'xs', tone = 'plain' }: CrateLabelProps) {
  return (
    <span className={classes.label} data-size={size} data-tone={tone}>
      {number}
    </span>
  )
}
