import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconMailForward,
  IconMinus,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { DataTable, Pill, type DataTableColumn, type Tone } from '../../../ui/index.ts'
import { boxColumn } from './box-column.tsx'
import { NoticeMail } from './notice-mail.tsx'
import { Change } from './preview-table.tsx'
import type { Notice } from './rises.ts'
import { WithdrawNotice } from './withdraw-notice.tsx'

const looks: Readonly<Record<Notice['state'], { tone: Tone; icon: typeof IconCheck }>> = {
  announced: { tone: 'gray', icon: IconClock },
  coming: { tone: 'blue', icon: IconMailForward },
  inForce: { tone: 'green', icon: IconCheck },
  withdrawn: { tone: 'gray', icon: IconArrowBackUp },
  lapsed: { tone: 'gray', icon: IconMinus },
  dropped: { tone: 'amber', icon: IconAlertTriangle },
}

interface NoticesTableProps {
  readonly notices: readonly Notice[]
  /** Of the warehouse, for the moments of its mails. */
  readonly timeZone: string
}

export function NoticesTable({ notices, timeZone }: NoticesTableProps) {
  const t = useTranslations('rises.notices')
  const states = useTranslations('rises.state')
  const format = useFormat()
  const columns: DataTableColumn<Notice>[] = [
    boxColumn(t('box')),
    { accessor: 'userName', title: t('tenant') },
    {
      accessor: 'rate',
      title: t('rate'),
      textAlign: 'right',
      noWrap: true,
      render: (one) => <Change before={one.rateBefore} after={one.rate} currency={one.currency} />,
    },
    { accessor: 'from', title: t('from'), noWrap: true, render: (one) => format.day(one.period.from) },
    {
      accessor: 'state',
      title: t('state'),
      noWrap: true,
      render: ({ state }) => (
        <Pill tone={looks[state].tone} icon={looks[state].icon}>
          {states(state)}
        </Pill>
      ),
    },
    {
      accessor: 'mail',
      title: t('mail'),
      render: (one) => <NoticeMail notice={one} timeZone={timeZone} />,
    },
    {
      accessor: 'deeds',
      title: '',
      textAlign: 'right',
      render: (one) => (one.mayWithdraw ? <WithdrawNotice notice={one} /> : null),
    },
  ]
  return (
    <DataTable
      records={[...notices]}
      columns={columns}
      idAccessor="id"
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('title') } }}
    />
  )
}
