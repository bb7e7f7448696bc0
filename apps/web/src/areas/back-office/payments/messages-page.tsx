import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listPaymentMessages } from '@stowage/api/payments'
import { queryOf } from '../../../client/index.ts'
import { EmptyState, NothingFound, PageHeader } from '../../../ui/index.ts'
import { Drawer } from '../../../ui/dialog.tsx'
import { pageIn } from '../page-in.ts'
import { SearchField } from '../search-field.tsx'
import { TableCard } from '../table-card.tsx'
import { MessageDetails } from './message-details.tsx'
import { MessagesTable } from './messages-table.tsx'
import { usePaymentWords } from './use-payment-words.ts'

interface Wanted {
  /** Without one: those that somebody should look at; `all`: every one. */
  readonly verdict?: string
  readonly cabinet?: string
  readonly search?: string
  /** The message that is looked at. */
  readonly id?: string
}

/** /payment-messages: what processors have told us and what we made of it; first what wants a look. */
export default function PaymentMessagesPage(): ReactNode {
  const t = useTranslations('payments.messages')
  const shell = useTranslations('shell')
  const words = usePaymentWords()
  const navigate = useNavigate({ from: '/payment-messages' })
  const { page: pageText, ...given } = useSearch({ from: '/inside/payment-messages' })
  const page = pageIn(pageText)
  const { verdict = 'attention', cabinet, search, id } = cleaned(given)
  const asked = {
    ...(verdict === 'all' ? {} : { verdict }),
    ...(cabinet === undefined ? {} : { cabinet }),
    ...(search === undefined ? {} : { search }),
  }
  const query = useQuery({
    ...queryOf(listPaymentMessages, { query: { ...asked, page: String(page) } }),
    placeholderData: keepPreviousData,
  })
  const go = (next: { readonly [K in keyof Wanted]: Wanted[K] | undefined }, to = 1): void =>
    void navigate({
      to: '/payment-messages',
      search: (before) => ({
        ...cleaned({ ...before, ...next }),
        ...(to === 1 ? {} : { page: String(to) }),
      }),
      replace: 'search' in next,
      resetScroll: !('id' in next),
    })
  const { data } = query
  const isNarrow =
    cabinet !== undefined || search !== undefined || page > 1 || !['attention', 'all'].includes(verdict)
  return (
    <>
      <PageHeader
        title={shell('nav.paymentMessages')}
        lead={data === undefined ? t('lead') : t('count', { count: data.attention })}
      />
      <TableCard
        label={t('list')}
        tools={
          <>
            <SearchField
              isWide
              label={t('search')}
              value={search ?? ''}
              onSearch={(text) => go({ search: text })}
            />
            <NativeSelect
              aria-label={t('verdict')}
              data={[
                { value: 'attention', label: t('attention') },
                { value: 'all', label: t('all') },
                ...(data?.verdicts ?? []).map((value) => ({ value, label: words.verdict(value) })),
              ]}
              value={verdict}
              onChange={({ currentTarget: { value } }) =>
                go({ verdict: value === 'attention' ? undefined : value })
              }
            />
            {((data?.cabinets.length ?? 0) > 1 || cabinet !== undefined) && (
              <NativeSelect
                aria-label={t('cabinet')}
                data={[
                  { value: '', label: t('allCabinets') },
                  ...(data?.cabinets ?? []).map((value) => ({ value, label: value })),
                ]}
                value={cabinet ?? ''}
                onChange={(event) => go({ cabinet: event.currentTarget.value })}
              />
            )}
          </>
        }
        query={query}
        page={page}
        onPage={(to) => go({}, to)}
        empty={
          isNarrow ? (
            <NothingFound onClear={() => void navigate({ to: '/payment-messages', search: {} })} />
          ) : verdict === 'attention' ? (
            <EmptyState title={t('quietTitle')} text={t('quiet')} />
          ) : (
            <EmptyState text={t('empty')} />
          )
        }
      >
        {({ items }) => <MessagesTable messages={items} onShow={(message) => go({ id: message.id }, page)} />}
      </TableCard>
      <Drawer
        opened={id !== undefined}
        onClose={() => go({ id: undefined }, page)}
        position="right"
        size="lg"
        title={t('one')}
      >
        {id !== undefined && <MessageDetails id={id} />}
      </Drawer>
    </>
  )
}

/** What is set. */
function cleaned(given: { readonly [K in keyof Wanted]: Wanted[K] | undefined }): Wanted {
  const { verdict, cabinet, search, id } = given
  return {
    ...(verdict ? { verdict } : {}),
    ...(cabinet ? { cabinet } : {}),
    ...(search ? { search: search.slice(0, 129) } : {}),
    ...(id ? { id } : {}),
  }
}
