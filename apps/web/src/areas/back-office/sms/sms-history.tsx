import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { EmptyState, NothingFound } from '../../../ui/index.ts'
import { SearchField } from '../search-field.tsx'
import { TableCard } from '../table-card.tsx'
import { smsQuery } from './sms.ts'
import { SmsTable } from './sms-table.tsx'

interface SmsHistoryProps {
  readonly to: string
  readonly page: number
  readonly onGo: (next: { readonly to?: string; readonly page?: number }) => void
}

/** Every short message we sent, by number; the other channel of /email-history. */
export function SmsHistory({ to, page, onGo }: SmsHistoryProps) {
  const t = useTranslations('sms.history')
  const query = useQuery({ ...smsQuery({ to }, page), placeholderData: keepPreviousData })
  return (
    <TableCard
      label={t('list')}
      tools={
        <SearchField
          isWide
          label={t('search')}
          value={to}
          maxLength={20}
          onSearch={(text) => onGo({ to: text })}
        />
      }
      query={query}
      page={page}
      onPage={(next) => onGo({ page: next })}
      empty={
        to === '' && page === 1 ? (
          <EmptyState text={t('empty')} />
        ) : (
          <NothingFound onClear={() => onGo({ to: '' })} />
        )
      }
    >
      {({ items }) => <SmsTable messages={items} />}
    </TableCard>
  )
}
