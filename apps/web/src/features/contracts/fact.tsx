import type { ReactNode } from 'react'
import classes from './contract-facts.module.css'

interface FactProps {
  readonly label: string
  readonly note: string | null
  readonly isDebt?: boolean
  readonly children: ReactNode
}

/** One fact of a contract with what is to be said of it. */
export function Fact({ label, note, isDebt = false, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd className={classes.value} data-debt={isDebt || undefined}>
        {children}
      </dd>
      {note !== null && <dd className={classes.note}>{note}</dd>}
    </div>
  )
}
