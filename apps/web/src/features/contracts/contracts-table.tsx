import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { CrateLabel, DataTable, dayIn, PaidLine, type DataTableColumn } from '../../ui/index.ts'
import { useStockFacts } from '../billing/index.ts'
import { CloseButton } from './close-button.tsx'
import { ContractPills } from './contract-pills.tsx'
import { daysAhead, daysOwed, hasEnded, paidLineOf, type Contract } from './contract.ts'
import { LeavingField } from './leaving-field.tsx'
import classes from './contracts-table.module.css'

/** Contracts of an account for staff, the newest number first (specification 2.11). */
export function ContractsTable({
  contracts,
  userId,
}: {
  readonly contracts: readonly Contract[]
  readonly userId: string
}) {
  const t = useTranslations('contracts')
  const people = useTranslations('people.contracts')
  const format = useFormat()
  const factsOf = useStockFacts()
  const records = contracts.toSorted((a, b) => b.contractNumber.localeCompare(a.contractNumber))
  const columns: DataTableColumn<Contract>[] = [
    {
      accessor: 'contractNumber',
      title: t('column.contract'),
      render: ({ id, contractNumber, boxId }) => (
        <Link
          className={classes.number}
          to="/users/$userId/contracts/$contractId"
          params={{ userId, contractId: id }}
          search={{ boxId }}
        >
          {contractNumber}
        </Link>
      ),
    },
    {
      accessor: 'unitNumber',
      title: t('column.box'),
      render: ({ unitNumber, boxId, physicalSize, unit }) => (
        <span className={classes.pair}>
          <Link to="/boxes/$id" params={{ id: boxId }} className={classes.box}>
            <CrateLabel number={unitNumber} tone="soft" />
          </Link>
          {format.size(physicalSize, unit)}
        </span>
      ),
    },
    {
      accessor: 'stockId',
      title: t('column.stock'),
      render: ({ stockId, stock }) => (
        <Link to="/boxes" search={{ stockId }}>
          {stock?.name ?? t('column.stock')}
        </Link>
      ),
    },
    {
      accessor: 'startDate',
      title: t('column.period'),
      render: (contract) => (
        <div className={classes.term}>
          {contract.endDate == null
            ? t('fact.termOpen', { from: format.day(contract.startDate) })
            : t('fact.span', { from: format.day(contract.startDate), to: format.day(contract.endDate) })}
          {!hasEnded(contract) && (
            <PaidLine {...paidLineOf(contract, factsOf(contract.stockId).today)} size="mini" />
          )}
        </div>
      ),
    },
    {
      accessor: 'status',
      title: t('column.status'),
      render: (contract) => (
        <span className={classes.pills}>
          <ContractPills contract={contract} />
        </span>
      ),
    },
    {
      accessor: 'paidAhead',
      title: t('column.paidAhead'),
      textAlign: 'right',
      render: (contract) => (
        <span className={daysOwed(contract) > 0 ? classes.late : undefined}>
          {t('days', { n: daysAhead(contract) })}
        </span>
      ),
    },
    {
      accessor: 'closed',
      title: t('column.closed'),
      textAlign: 'right',
      render: ({ closed, stock }) =>
        closed == null ? '–' : format.day(dayIn(Date.parse(closed), stock?.timeZone ?? 'UTC')),
    },
    {
      accessor: 'noticeLeaveDate',
      title: t('column.leaving'),
      render: (contract) =>
        contract.mayPlanLeaving ? (
          <LeavingField contract={contract} />
        ) : contract.noticeLeaveDate == null ? (
          '–'
        ) : (
          format.day(contract.noticeLeaveDate)
        ),
    },
    {
      accessor: 'deeds',
      title: <span className={classes.hidden}>{people('deeds')}</span>,
      textAlign: 'right',
      render: (contract) => <CloseButton contract={contract} />,
    },
  ]
  // On a narrow desk the row is longer than the page: what is done with a contract stays in sight.
  return <DataTable<Contract> records={records} columns={columns} idAccessor="id" pinLastColumn />
}
