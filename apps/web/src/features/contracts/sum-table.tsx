import { useFormat } from '../../i18n/index.ts'
import classes from './sum-table.module.css'

export interface SumRow {
  readonly key: string
  readonly label: string
  /** How it was computed, where that is not said by the label. */
  readonly why: string | null
  readonly amount: number
}

interface SumTableProps {
  /** Spoken only: what stands around the table says it to the eye. */
  readonly caption: string
  readonly rows: readonly SumRow[]
  readonly outcome: string
  readonly sum: number
  readonly currency: string
  readonly note: string
}

/** Amounts one below the other, each with its reason, and what is then left. */
export function SumTable({ caption, rows, outcome, sum, currency, note }: SumTableProps) {
  const format = useFormat()
  return (
    <>
      <table className={classes.table}>
        <caption className="st-spoken">{caption}</caption>
        <tbody>
          {rows.map(({ key, label, why, amount }) => (
            <tr key={key}>
              <th scope="row">
                {label}
                {why !== null && <span className={classes.why}>{why}</span>}
              </th>
              <td>{format.money({ amount, currency })}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{outcome}</th>
            <td>{format.money({ amount: sum, currency })}</td>
          </tr>
        </tfoot>
      </table>
      <p className={classes.note}>{note}</p>
    </>
  )
}
