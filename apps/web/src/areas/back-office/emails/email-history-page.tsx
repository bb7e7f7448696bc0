import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { limits } from '@stowage/domain/limits'
import { EmptyState, NothingFound, PageHeader } from '../../../ui/index.ts'
import { pageIn } from '../page-in.ts'
import { SearchField } from '../search-field.tsx'
import { ChannelSwitch, type Channel } from '../sms/channel-switch.tsx'
import { SmsHistory } from '../sms/sms-history.tsx'
import { TableCard } from '../table-card.tsx'
import { emailsQuery } from './emails.ts'
import { EmailsTable } from './emails-table.tsx'

/** /email-history: what we wrote to whom; a search starts above three characters (specification 5). */
export default function EmailHistoryPage(): ReactNode {
  const t = useTranslations('people.emails')
  const previews = useTranslations('messages.previews')
  const shell = useTranslations('shell')
  const navigate = useNavigate()
  const { to = '', page: pageText, channel: asked } = useSearch({ from: '/inside/email-history' })
  const channel: Channel = asked === 'sms' ? 'sms' : 'mail'
  const page = pageIn(pageText)
  const searched = to.length > limits.emailSearchStartsAbove ? to : ''
  const query = useQuery({
    ...emailsQuery({ to: searched }, page),
    placeholderData: keepPreviousData,
    enabled: channel === 'mail',
  })
  const go = (next: { readonly to?: string; readonly page?: number; readonly channel?: Channel }): void => {
    // An address is none of a phone's.
    const text = next.channel === undefined ? (next.to ?? to) : ''
    void navigate({
      to: '/email-history',
      search: {
        ...((next.channel ?? channel) === 'sms' ? { channel: 'sms' } : {}),
        ...(text === '' ? {} : { to: text }),
        ...(next.page === undefined || next.page === 1 ? {} : { page: String(next.page) }),
      },
      replace: next.to !== undefined,
    })
  }
  return (
    <>
      <PageHeader
        title={shell('nav.emailHistory')}
        {...(query.data === undefined || channel === 'sms'
          ? {}
          : { lead: t('count', { count: query.data.total }) })}
        actions={
          <Button variant="default" renderRoot={(props) => <Link to="/mail-previews" {...props} />}>
            {previews('see')}
          </Button>
        }
      />
      <ChannelSwitch channel={channel} onChange={(next) => go({ channel: next })} />
      {channel === 'sms' ? (
        <SmsHistory to={to} page={page} onGo={go} />
      ) : (
        <TableCard
          label={t('list')}
          tools={<SearchField isWide label={t('search')} value={to} onSearch={(text) => go({ to: text })} />}
          query={query}
          page={page}
          onPage={(next) => go({ page: next })}
          empty={
            searched === '' && page === 1 ? (
              <EmptyState text={t('empty')} />
            ) : (
              <NothingFound onClear={() => go({ to: '' })} />
            )
          }
        >
          {({ items }) => <EmailsTable emails={items} />}
        </TableCard>
      )}
    </>
  )
}
