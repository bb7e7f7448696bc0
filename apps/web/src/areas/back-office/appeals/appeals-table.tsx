import { useTranslations } from 'use-intl'
import { DataTable, type DataTableColumn } from '../../../ui/index.ts'
import { AppealDeeds } from './appeal-deeds.tsx'
import {
  AppealEmail,
  AppealName,
  AppealPhone,
  AppealStatus,
  AppealTime,
  AppealWords,
} from './appeal-parts.tsx'
import type { Appeal } from './appeals.ts'

/** Name, number, e-mail, type, status, date and message of each, and what can be done (specification 2.13). */
export function AppealsTable({ appeals }: { readonly appeals: readonly Appeal[] }) {
  const t = useTranslations('support')
  const columns: DataTableColumn<Appeal>[] = [
    {
      accessor: 'name',
      title: t('list.name'),
      render: (appeal) => <AppealName appeal={appeal} />,
    },
    {
      accessor: 'phone',
      title: t('list.phone'),
      noWrap: true,
      render: ({ phone }) => (phone == null ? '–' : <AppealPhone phone={phone} />),
    },
    {
      accessor: 'email',
      title: t('list.email'),
      render: ({ email }) => (email == null ? '–' : <AppealEmail email={email} />),
    },
    { accessor: 'type', title: t('list.type'), render: ({ type }) => t(`type.${type}`) },
    {
      accessor: 'status',
      title: t('list.status'),
      render: (appeal) => <AppealStatus appeal={appeal} />,
    },
    {
      accessor: 'created',
      title: t('list.date'),
      render: ({ created }) => <AppealTime instant={created} />,
    },
    { accessor: 'message', title: t('list.message'), render: (appeal) => <AppealWords appeal={appeal} /> },
    {
      accessor: 'deeds',
      title: t('list.deeds'),
      textAlign: 'right',
      render: (appeal) => <AppealDeeds appeal={appeal} />,
    },
  ]
  return (
    <DataTable
      records={[...appeals]}
      columns={columns}
      idAccessor="id"
      // Eight columns: what can be done is seen in any case.
      pinLastColumn
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('list.list') } }}
    />
  )
}
