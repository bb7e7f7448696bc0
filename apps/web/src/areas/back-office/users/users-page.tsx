import { Button, NativeSelect } from '@mantine/core'
import { IconPlus, IconTableImport } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listUsers, searchUsers } from '@stowage/api/accounts'
import { queryOf } from '../../../client/index.ts'
import { EmptyState, NothingFound, PageHeader } from '../../../ui/index.ts'
import { pageIn } from '../page-in.ts'
import { SearchField } from '../search-field.tsx'
import { TableCard } from '../table-card.tsx'
import { useColumns } from '../use-columns.tsx'
import { ExportUsers } from './export-users.tsx'
import { listQuery, wantedIn, type UsersWanted } from './users-query.ts'
import { UsersTable } from './users-table.tsx'

/** /users: all living accounts, 100 a page, found by e-mail, name, company or phone. */
export default function UsersPage(): ReactNode {
  const t = useTranslations('backoffice.users')
  const people = useTranslations('people')
  const shell = useTranslations('shell')
  const navigate = useNavigate({ from: '/users' })
  const { page: pageText, ...given } = useSearch({ from: '/inside/users' })
  const page = pageIn(pageText)
  const wanted = wantedIn(given)
  const { search = '', role = '' } = wanted
  const query = useQuery({
    ...(search === ''
      ? queryOf(listUsers, { query: { ...listQuery(wanted), page: String(page) } })
      : queryOf(searchUsers, { query: { ...listQuery(wanted), page: String(page) } })),
    placeholderData: keepPreviousData,
  })
  const { isHidden, picker } = useColumns('users', [
    { accessor: 'name', title: t('name') },
    { accessor: 'accountType', title: t('type') },
    { accessor: 'phone', title: t('phone') },
    { accessor: 'role', title: t('role') },
    { accessor: 'created', title: people('list.created') },
  ])
  const go = (next: UsersWanted & { readonly page?: number }): void => {
    const { page: to = 1, ...rest } = next
    void navigate({
      to: '/users',
      search: (before) => ({
        ...wantedIn({ ...before, ...rest }),
        ...(to === 1 ? {} : { page: String(to) }),
      }),
      replace: 'search' in next,
    })
  }
  const { data } = query
  const isFiltered = search !== '' || role !== ''
  return (
    <>
      <PageHeader
        title={shell('nav.users')}
        {...(data === undefined ? {} : { lead: t(isFiltered ? 'found' : 'count', { count: data.total }) })}
        actions={
          <>
            <ExportUsers wanted={wanted} />
            <Button
              variant="default"
              leftSection={<IconTableImport size={18} stroke={1.75} />}
              renderRoot={(props) => <Link to="/table-import" {...props} />}
            >
              {people('list.fromTable')}
            </Button>
            <Button
              leftSection={<IconPlus size={18} stroke={1.75} />}
              renderRoot={(props) => <Link to="/users/add" {...props} />}
            >
              {people('list.add')}
            </Button>
          </>
        }
      />
      <TableCard
        label={t('title')}
        tools={
          <>
            <SearchField
              isWide
              label={t('search')}
              value={search}
              onSearch={(text) => go({ search: text })}
            />
            <NativeSelect
              aria-label={people('list.ofRole')}
              data={[
                { value: '', label: people('list.allRoles') },
                ...(['client', 'staff', 'superUser'] as const).map((value) => ({
                  value,
                  label: shell(`role.${value}`),
                })),
              ]}
              value={role}
              onChange={(event) => go({ role: event.currentTarget.value })}
            />
            {picker}
          </>
        }
        query={query}
        page={page}
        onPage={(to) => go({ page: to })}
        empty={
          isFiltered || page > 1 ? (
            <NothingFound onClear={() => go({ search: '', role: '' })} />
          ) : (
            <EmptyState text={t('empty')} />
          )
        }
      >
        {({ items }) => (
          <UsersTable
            users={items}
            isHidden={isHidden}
            sort={wanted.sort ?? '-created'}
            onSort={(sort) => go({ sort })}
          />
        )}
      </TableCard>
    </>
  )
}
