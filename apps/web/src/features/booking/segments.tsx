import { useId, type ReactNode } from 'react'
import classes from './segments.module.css'

interface SegmentsProps<V extends string> {
  readonly label: string
  readonly value: V | null
  readonly options: readonly {
    readonly value: V
    readonly label: ReactNode
    readonly name?: string | undefined
  }[]
  readonly onChange: (value: V) => void
  /** Over the whole width, or as wide as its words. */
  readonly fill?: boolean
  /** Shows the label above; else it is only spoken. */
  readonly isLabelShown?: boolean
}

/** One of a few, side by side: radio buttons in a sunk rail. */
export function Segments<V extends string>({
  label,
  value,
  options,
  onChange,
  fill = false,
  isLabelShown = false,
}: SegmentsProps<V>) {
  const name = useId()
  return (
    <fieldset className={classes.set} data-fill={fill || undefined}>
      <legend className={isLabelShown ? classes.label : 'st-spoken'}>{label}</legend>
      <div className={classes.rail}>
        {options.map((option) => (
          <label key={option.value} className={classes.option}>
            <input
              type="radio"
              className="st-spoken"
              name={name}
              value={option.value}
              checked={option.value === value}
              aria-label={option.name}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
