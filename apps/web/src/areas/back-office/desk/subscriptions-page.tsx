import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listSubscriptions } from '@stowage/api/reports'
import { subscriptionStatuses } from '@stowage/domain/subscription-life'
import { queryOf } from '../../../client/index.ts'
import { PageHeader } from '../../../ui/index.ts'
import { DeskList } from './desk-list.tsx'
import { asPage, subscriptionsWanted } from './desk-query.ts'
import { ExportSubscriptions } from './export-subscriptions.tsx'
import { useDeskAddress } from './use-desk-address.ts'
import { useSubscriptionColumns } from './use-subscription-columns.tsx'

/** /subscriptions: whose cards are debited, how the last try went and when the next one is due; the latest first. */
export default function SubscriptionsPage(): ReactNode {
  const t = useTranslations('debits')
  const address = useDeskAddress('/subscriptions', subscriptionsWanted)
  const { page, wanted, go } = address
  const query = useQuery({
    ...queryOf(listSubscriptions, { query: { ...wanted, page: String(page) } }),
    placeholderData: keepPreviousData,
    select: asPage,
  })
  const { columns, picker } = useSubscriptionColumns()
  const { data } = query
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={data === undefined ? t('lead') : t('count', { count: data.total })}
        actions={<ExportSubscriptions wanted={wanted} />}
      />
      <DeskList
        label={t('list')}
        address={address}
        query={query}
        columns={columns}
        sortedBy="-since"
        tools={
          <>
            <NativeSelect
              aria-label={t('which')}
              data={[
                { value: '', label: t('all') },
                ...subscriptionStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
              ]}
              value={wanted.status ?? ''}
              onChange={(event) => go({ status: event.currentTarget.value })}
            />
            {picker}
          </>
        }
        empty={t(wanted.status === undefined ? 'empty' : 'emptyState')}
      />
    </>
  )
}
