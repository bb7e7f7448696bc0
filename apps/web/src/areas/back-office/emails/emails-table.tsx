import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { UiTexts } from '@stowage/texts'
import { DataTable, Pill, type DataTableColumn } from '../../../ui/index.ts'
import { emailDay, type Email } from './emails.ts'

type Kind = keyof UiTexts['people']['emails']['kinds']

const looks = {
  waiting: { tone: 'amber', icon: IconClock },
  sent: { tone: 'green', icon: IconCheck },
  failed: { tone: 'red', icon: IconAlertTriangle },
} as const

/** To, subject, kind and day of mails (specification 2.10), and whether they went out. */
export function EmailsTable({ emails }: { readonly emails: readonly Email[] }) {
  const t = useTranslations('people.emails')
  const columns: DataTableColumn<Email>[] = [
    { accessor: 'to', title: t('to') },
    { accessor: 'subject', title: t('subject'), render: ({ subject }) => subject ?? '–' },
    {
      accessor: 'kind',
      title: t('kind'),
      render: ({ kind }) => (t.has(`kinds.${kind as Kind}`) ? t(`kinds.${kind as Kind}`) : kind),
    },
    { accessor: 'created', title: t('created'), render: ({ created }) => emailDay(created), width: 116 },
    {
      accessor: 'status',
      title: t('status'),
      render: ({ status }) => (
        <Pill tone={looks[status].tone} icon={looks[status].icon}>
          {t(`statuses.${status}`)}
        </Pill>
      ),
    },
  ]
  return (
    <DataTable
      records={[...emails]}
      columns={columns}
      idAccessor="id"
      // Without a link in it, who has no mouse could not move a wide table on a narrow screen.
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('list') } }}
    />
  )
}
