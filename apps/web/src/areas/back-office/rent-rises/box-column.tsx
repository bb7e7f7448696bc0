import { Link } from '@tanstack/react-router'
import { CrateLabel, type DataTableColumn } from '../../../ui/index.ts'
import classes from './rises.module.css'

interface OfBox {
  readonly userId: string
  readonly contractId: string
  readonly unitNumber: string
}

/** The box of a contract, which leads to the contract. */
export const boxColumn = <Row extends OfBox>(title: string): DataTableColumn<Row> => ({
  accessor: 'unitNumber',
  title,
  render: ({ userId, contractId, unitNumber }) => (
    <Link
      to="/users/$userId/contracts/$contractId"
      params={{ userId, contractId }}
      className={classes.number}
    >
      <CrateLabel number={unitNumber} />
    </Link>
  ),
})
