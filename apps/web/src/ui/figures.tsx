import { useFormat, type MoneyValue } from '../i18n/index.ts'
import classes from './figures.module.css'

interface MoneyProps {
  readonly value: MoneyValue
  /** `always` in documents and tables; by default only where there are any. */
  readonly cents?: 'always' | 'some'
  /** Red, for what is owed: its minus and a word beside it say the same. */
  readonly isDebt?: boolean
}

/** An amount by the reader's locale: no-break spaces inside, a true minus, figures of one width. */
export function Money({ value, cents = 'some', isDebt = false }: MoneyProps) {
  const format = useFormat()
  return (
    <span className={classes.figure} data-debt={isDebt || undefined}>
      {cents === 'always' ? format.money(value) : format.price(value)}
    </span>
  )
}
