import { useTranslations } from 'use-intl'
import { listDeskContracts } from '@stowage/api/reports'
import { call } from '../../../client/index.ts'
import { DeskExport, useExportColumns } from './desk-export.tsx'
import type { ContractsWanted, DeskContract } from './desk-query.ts'

export function ExportContracts({ asked }: { readonly asked: ContractsWanted }) {
  const t = useTranslations('desk')
  const status = useTranslations('contracts.status')
  const { client, contract, box, stock } = useExportColumns()
  return (
    <DeskExport<DeskContract>
      name={t(asked.status === 'ending' ? 'ending.title' : 'ending.list')}
      ask={async (part, signal) =>
        await call(listDeskContracts, { query: { ...asked, ...part } }, { signal })
      }
      columns={[
        client,
        contract,
        box,
        stock,
        { title: t('ending.start'), cell: ({ startDate }) => startDate },
        { title: t('ending.end'), cell: ({ endDate }) => endDate },
        { title: t('ending.leaving'), cell: ({ noticeLeaveDate }) => noticeLeaveDate },
        { title: t('ending.status'), cell: (row) => status(row.status) },
      ]}
    />
  )
}
