import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { DataTable, type DataTableColumn } from '../../../ui/index.ts'
import type { Notification } from './notification.ts'
import { ActivePill, Both, EditButton, Editor, TypePill } from './notification-parts.tsx'

interface NotificationsTableProps {
  readonly notifications: readonly Notification[]
  readonly onEdit: (id: string) => void
}

/** Number, type, words in both languages, active, for all, editor, edit (specification 2.14). */
export function NotificationsTable({ notifications, onEdit }: NotificationsTableProps) {
  const t = useTranslations('messages.notifications')
  const shell = useTranslations('shell')
  const format = useFormat()
  const columns: DataTableColumn<Notification>[] = [
    { accessor: 'number', title: '#', width: 56, render: (_one, index) => format.number(index + 1) },
    {
      accessor: 'type',
      title: t('type'),
      render: ({ type }) => <TypePill type={type} />,
    },
    {
      accessor: 'title',
      title: t('titles'),
      render: ({ titleDe, titleEn }) => <Both de={titleDe} en={titleEn} />,
    },
    {
      accessor: 'description',
      title: t('descriptions'),
      render: ({ descriptionDe, descriptionEn }) => <Both de={descriptionDe} en={descriptionEn} />,
    },
    {
      accessor: 'isActive',
      title: t('active'),
      render: ({ isActive }) => <ActivePill isActive={isActive} />,
    },
    {
      accessor: 'isGlobal',
      title: t('forAll'),
      render: ({ isGlobal }) => t(isGlobal ? 'everybody' : 'signedIn'),
    },
    { accessor: 'userId', title: t('editor'), render: ({ userId }) => <Editor editor={userId} /> },
    {
      accessor: 'options',
      title: '',
      textAlign: 'right',
      render: (notification) => <EditButton notification={notification} onEdit={onEdit} />,
    },
  ]
  return (
    <DataTable
      records={[...notifications]}
      columns={columns}
      idAccessor="id"
      scrollAreaProps={{
        viewportProps: { tabIndex: 0, role: 'region', 'aria-label': shell('nav.notifications') },
      }}
    />
  )
}
