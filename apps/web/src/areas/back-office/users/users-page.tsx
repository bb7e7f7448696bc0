import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { listUsers, searchUsers } from '@stowage/api/accounts'
import { queryOf } from '../../../client/index.ts'
import { EmptyState, PageHeader, SkeletonRows } from '../../../ui/index.ts'
import { pageIn } from '../page-in.ts'
import { SearchField } from '../search-field.tsx'
import { TableCard } from '../table-card.tsx'
import { TableFoot } from '../table-foot.tsx'
import { UsersTable } from './users-table.tsx'

/** /users: all living accounts, 100 a page, found by e-mail, name, company or phone. */
export default function UsersPage() {
  const t = useTranslations('backoffice.users')
  const shell = useTranslations('shell')
  const navigate = useNavigate()
  const { search = '', page: pageText } = useSearch({ from: '/inside/users' })
  const page = pageIn(pageText)
  const list =
    search === ''
      ? queryOf(listUsers, { query: { page: String(page) } })
      : queryOf(searchUsers, { query: { page: String(page), search } })
  const query = useQuery({ ...list, placeholderData: keepPreviousData })
  const go = (next: { search?: string; page?: number }): void => {
    const text = next.search ?? search
    void navigate({
      to: '/users',
      search: {
        ...(text === '' ? {} : { search: text }),
        ...(next.page === undefined || next.page === 1 ? {} : { page: String(next.page) }),
      },
      replace: next.search !== undefined,
    })
  }
  const { data } = query
  return (
    <>
      <PageHeader
        title={shell('nav.users')}
        {...(data === undefined
          ? {}
          : { lead: search === '' ? t('count', { count: data.total }) : t('found', { count: data.total }) })}
      />
      <TableCard
        label={t('title')}
        tools={
          <SearchField isWide label={t('search')} value={search} onSearch={(text) => go({ search: text })} />
        }
        query={query}
        skeleton={<SkeletonRows rows={12} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          search === '' && page === 1 ? (
            <EmptyState text={t('empty')} />
          ) : (
            <EmptyState
              title={shell('empty.nothingFound')}
              action={
                <Button variant="default" onClick={() => go({ search: '' })}>
                  {shell('empty.clear')}
                </Button>
              }
            />
          )
        }
        foot={({ pageSize, total }) => (
          <TableFoot page={page} pageSize={pageSize} total={total} onPage={(next) => go({ page: next })} />
        )}
      >
        {({ items }) => <UsersTable users={items} />}
      </TableCard>
    </>
  )
}
