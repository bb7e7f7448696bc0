import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listApiKeys } from '@stowage/api/api-keys'
import { queryOf } from '../../../client/index.ts'
import { AskedSection, EmptyState, PageHeader, SkeletonRows } from '../../../ui/index.ts'
import { Drawer } from '../../../ui/dialog.tsx'
import { KeyList } from './key-list.tsx'
import { NewKey } from './new-key.tsx'
import classes from './integrations.module.css'

/** /api-keys: programs that may call the API, and what each of them may do. */
export default function ApiKeysPage(): ReactNode {
  const t = useTranslations('integrations.keys')
  const shell = useTranslations('shell')
  const navigate = useNavigate()
  const { key } = useSearch({ from: '/inside/api-keys' })
  const query = useQuery(queryOf(listApiKeys))
  const show = (open: boolean, ignoreBlocker = false): void =>
    void navigate({ to: '/api-keys', search: open ? { key: 'new' } : {}, ignoreBlocker })
  const make = (
    <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => show(true)}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={shell('nav.apiKeys')}
        lead={
          <span className={classes.lead}>
            {t('lead')} <Link to="/developers">{t('docs')}</Link>
          </span>
        }
        actions={make}
      />
      <AskedSection
        title={t('title')}
        query={query}
        skeleton={<SkeletonRows rows={3} />}
        isEmpty={(keys) => keys.length === 0}
        empty={<EmptyState title={t('emptyTitle')} text={t('empty')} />}
      >
        {(keys) => <KeyList keys={keys} />}
      </AskedSection>
      <Drawer opened={key === 'new'} onClose={() => show(false)} size={620} title={t('newTitle')}>
        {key === 'new' && <NewKey onDone={() => show(false, true)} />}
      </Drawer>
    </>
  )
}
