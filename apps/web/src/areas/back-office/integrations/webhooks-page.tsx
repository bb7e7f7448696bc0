import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listWebhooks } from '@stowage/api/webhooks'
import { queryOf } from '../../../client/index.ts'
import { AskedSection, EmptyState, PageHeader, SkeletonRows } from '../../../ui/index.ts'
import { WebhookDrawer } from './webhook-drawer.tsx'
import { WebhookList } from './webhook-list.tsx'
import classes from './integrations.module.css'

export interface WebhookSearch {
  readonly webhook?: string
  readonly state?: string
  readonly page?: string
  readonly delivery?: string
}

const lookAgainMs = 5000

/** /webhooks: which addresses are told of what; which one is open, and what of it, stands in the address. */
export default function WebhooksPage(): ReactNode {
  const t = useTranslations('integrations.webhooks')
  const shell = useTranslations('shell')
  const navigate = useNavigate()
  const search = useSearch({ from: '/inside/webhooks' })
  const query = useQuery({
    ...queryOf(listWebhooks),
    // What is on its way ends by itself.
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ waiting }) => waiting > 0) ? lookAgainMs : false,
    meta: { quiet: true },
  })
  const show = (wanted: WebhookSearch): void => void navigate({ to: '/webhooks', search: wanted })
  // What was typed is saved or gone with its webhook: there is nothing to ask.
  const done = (id?: string): void =>
    void navigate({ to: '/webhooks', search: id === undefined ? {} : { webhook: id }, ignoreBlocker: true })
  return (
    <>
      <PageHeader
        title={shell('nav.webhooks')}
        lead={
          <span className={classes.lead}>
            {t('lead')} <Link to="/developers">{t('docs')}</Link>
          </span>
        }
        actions={
          <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => show({ webhook: 'new' })}>
            {t('add')}
          </Button>
        }
      />
      <AskedSection
        title={t('title')}
        query={query}
        skeleton={<SkeletonRows rows={3} />}
        isEmpty={(webhooks) => webhooks.length === 0}
        empty={<EmptyState title={t('emptyTitle')} text={t('empty')} />}
      >
        {(webhooks) => <WebhookList webhooks={webhooks} onOpen={(id) => show({ webhook: id })} />}
      </AskedSection>
      <WebhookDrawer
        search={search}
        webhook={query.data?.find(({ id }) => id === search.webhook)}
        onShow={show}
        onDone={done}
      />
    </>
  )
}
