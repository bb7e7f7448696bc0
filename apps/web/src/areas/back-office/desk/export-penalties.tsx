import { useTranslations } from 'use-intl'
import { listPenalties } from '@stowage/api/reports'
import { call } from '../../../client/index.ts'
import { csvMoney } from '../export-csv.ts'
import { DeskExport, useExportColumns } from './desk-export.tsx'
import type { LateContract, PenaltiesWanted } from './desk-query.ts'

export function ExportPenalties({ wanted }: { readonly wanted: PenaltiesWanted }) {
  const t = useTranslations('desk')
  const shell = useTranslations('shell')
  const { client, contract, box, stock } = useExportColumns()
  return (
    <DeskExport<LateContract>
      name={shell('nav.penalties')}
      ask={async (part, signal) => await call(listPenalties, { query: { ...wanted, ...part } }, { signal })}
      columns={[
        client,
        contract,
        box,
        stock,
        { title: t('debtors.since'), cell: ({ dueDate }) => dueDate },
        { title: t('debtors.daysOverdue'), cell: ({ daysOverdue }) => daysOverdue },
        { title: t('debtors.debt'), cell: ({ overdue }) => csvMoney(overdue) },
        { title: t('penalties.freeDays'), cell: ({ freeDaysLeft }) => freeDaysLeft },
        {
          title: t('penalties.next'),
          cell: ({ nextPenalty }) => (nextPenalty == null ? null : csvMoney(nextPenalty.amount)),
        },
        { title: t('penalties.nextDay'), cell: ({ nextPenalty }) => nextPenalty?.day },
        { title: t('penalties.notices'), cell: ({ notices }) => notices },
        { title: t('penalties.lastNotice'), cell: ({ lastNotice }) => lastNotice },
        { title: t('penalties.penalties'), cell: ({ penaltiesAmount }) => csvMoney(penaltiesAmount) },
        { title: t('debtors.currency'), cell: ({ currency }) => currency },
      ]}
    />
  )
}
