import { useTranslations } from 'use-intl'
import { listSubscriptions } from '@stowage/api/reports'
import { call } from '../../../client/index.ts'
import { csvMoney } from '../export-csv.ts'
import { DeskExport, useExportColumns } from './desk-export.tsx'
import type { Subscription, SubscriptionsWanted } from './desk-query.ts'

export function ExportSubscriptions({ wanted }: { readonly wanted: SubscriptionsWanted }) {
  const t = useTranslations('debits')
  const { client, contract, box, stock } = useExportColumns()
  const amountOf = (what: string): string => t('amount', { what })
  return (
    <DeskExport<Subscription>
      name={t('title')}
      ask={async (part, signal) =>
        await call(listSubscriptions, { query: { ...wanted, ...part } }, { signal })
      }
      columns={[
        client,
        contract,
        box,
        stock,
        { title: t('statusTitle'), cell: ({ status }) => t(`status.${status}`) },
        { title: t('card'), cell: ({ card }) => card },
        { title: t('since'), cell: ({ since }) => since },
        { title: t('until'), cell: ({ until }) => until },
        { title: t('lastDay'), cell: ({ last }) => last?.day },
        { title: t('lastState'), cell: ({ last }) => (last == null ? null : t(`tryState.${last.status}`)) },
        {
          title: amountOf(t('last')),
          cell: ({ last }) => (last == null ? null : csvMoney(last.amount)),
        },
        { title: t('nextDayTitle'), cell: ({ next }) => next?.day },
        {
          title: amountOf(t('next')),
          cell: ({ next }) => (next?.amount == null ? null : csvMoney(next.amount)),
        },
        { title: t('currency'), cell: ({ currency }) => currency },
      ]}
    />
  )
}
