import { useTranslations } from 'use-intl'
import type { DataTableColumn } from '../../../ui/index.ts'
import { ClientLink, ContractLink } from './desk-cells.tsx'
import type { DeskRow } from './desk-query.ts'

/** The columns that the lists of the desk have in common, by which all of them are sorted in the same way. */
export function useDeskColumns() {
  const t = useTranslations('desk')
  const client: DataTableColumn<DeskRow> = {
    accessor: 'client',
    title: t('client'),
    sortable: true,
    render: ({ userInfo }) => <ClientLink client={userInfo} />,
  }
  const contract: DataTableColumn<DeskRow> = {
    accessor: 'number',
    title: t('contract'),
    sortable: true,
    noWrap: true,
    render: ({ id, userInfo, contractNumber }) => (
      <ContractLink client={userInfo} contractId={id}>
        {contractNumber}
      </ContractLink>
    ),
  }
  const stock: DataTableColumn<DeskRow> = {
    accessor: 'stock',
    title: t('stock'),
    sortable: true,
    render: (row) => row.stock.name,
  }
  return { client, contract, stock }
}
