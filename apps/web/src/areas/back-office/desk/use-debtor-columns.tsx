import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { CrateLabel, Money, type DataTableColumn } from '../../../ui/index.ts'
import { useColumns } from '../use-columns.tsx'
import { useDeskColumns } from './desk-columns.tsx'
import type { Debtor } from './desk-query.ts'
import classes from './desk.module.css'

/** Who owes, what for, since when and how much. */
export function useDebtorColumns() {
  const t = useTranslations('desk')
  const format = useFormat()
  const { client, contract, stock } = useDeskColumns()
  const { isHidden, picker } = useColumns('debtors', [
    { accessor: 'box', title: t('box') },
    { accessor: 'stock', title: t('stock') },
    { accessor: 'since', title: t('debtors.since') },
    { accessor: 'unpaid', title: t('debtors.unpaid') },
  ])
  const columns: DataTableColumn<Debtor>[] = [
    client,
    contract,
    {
      accessor: 'box',
      title: t('box'),
      hidden: isHidden('box'),
      render: ({ unitNumber }) => <CrateLabel number={unitNumber} tone="soft" />,
    },
    { ...stock, hidden: isHidden('stock') },
    {
      accessor: 'since',
      title: t('debtors.since'),
      sortable: true,
      noWrap: true,
      hidden: isHidden('since'),
      render: ({ dueDate, daysOverdue }) => (
        <span className={classes.two}>
          <span>{format.day(dueDate)}</span>
          <span>{t('debtors.days', { days: daysOverdue })}</span>
        </span>
      ),
    },
    {
      accessor: 'unpaid',
      title: t('debtors.unpaid'),
      textAlign: 'right',
      noWrap: true,
      hidden: isHidden('unpaid'),
      render: ({ unpaid, currency }) => <Money value={{ amount: unpaid, currency }} cents="always" />,
    },
    {
      accessor: 'debt',
      title: t('debtors.debt'),
      sortable: true,
      textAlign: 'right',
      noWrap: true,
      render: ({ debt, currency }) => <Money value={{ amount: debt, currency }} cents="always" isDebt />,
    },
  ]
  return { columns, picker }
}
