import { useTranslations } from 'use-intl'
import { ContractStatusPill } from '../../../features/contracts/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { CrateLabel, type DataTableColumn } from '../../../ui/index.ts'
import { useColumns } from '../use-columns.tsx'
import { EndDay, LeavingDay } from './desk-cells.tsx'
import { useDeskColumns } from './desk-columns.tsx'
import type { DeskContract, DeskStatus } from './desk-query.ts'
import classes from './desk.module.css'

/** Whose contract, where, and when it ends; its status only where there is more than one. */
export function useContractColumns(status: DeskStatus) {
  const t = useTranslations('desk')
  const format = useFormat()
  const isEnding = status === 'ending'
  const { client, contract, stock } = useDeskColumns()
  const { isHidden, picker } = useColumns('ending-contracts', [
    { accessor: 'stock', title: t('ending.place') },
    { accessor: 'leaving', title: t('ending.leaving') },
    { accessor: 'status', title: t('ending.status') },
  ])
  const columns: DataTableColumn<DeskContract>[] = [
    client,
    contract,
    {
      ...stock,
      title: t('ending.place'),
      hidden: isHidden('stock'),
      render: (row) => (
        <span className={classes.where}>
          {row.stock.name} <CrateLabel number={row.unitNumber} tone="soft" />
        </span>
      ),
    },
    {
      accessor: 'end',
      title: t('ending.end'),
      sortable: true,
      noWrap: true,
      render: (row) => <EndDay contract={row} />,
    },
    {
      accessor: 'leaving',
      title: t('ending.leaving'),
      noWrap: true,
      hidden: isHidden('leaving'),
      render: (row) => <LeavingDay contract={row} />,
    },
    {
      accessor: 'partPaid',
      title: t('ending.missing'),
      noWrap: true,
      hidden: status !== 'partPaid',
      render: ({ partPaid }) =>
        partPaid == null
          ? null
          : t('ending.missingUntil', {
              missing: format.price({ amount: partPaid.missing, currency: partPaid.currency }),
              came: format.price({ amount: partPaid.came, currency: partPaid.currency }),
              until: partPaid.holdUntil == null ? '' : format.instant(partPaid.holdUntil, partPaid.timeZone),
            }),
    },
    {
      accessor: 'status',
      title: t('ending.status'),
      noWrap: true,
      hidden: isEnding || isHidden('status'),
      render: ({ status }) => <ContractStatusPill status={status} />,
    },
  ]
  return { columns, picker }
}
