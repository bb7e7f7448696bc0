import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { getUser } from '@stowage/api/accounts'
import { listUserContracts } from '@stowage/api/contracts'
import { queryOf } from '../../../client/index.ts'
import { ContractsTable } from '../../../features/contracts/index.ts'
import { AskedSection, EmptyState, PageHeader } from '../../../ui/index.ts'
import classes from './user-contracts.module.css'

const from = '/inside/users/$userId/contracts'
const filters = ['all', 'opened', 'closed'] as const
type Filter = (typeof filters)[number]

function filterOf(status: string | undefined): Filter {
  return filters.find((filter) => filter === status) ?? 'all'
}

/** All contracts of an account; the filter lives in the address (specification 2.11). */
export default function UserContractsPage(): ReactNode {
  const { userId } = useParams({ from })
  const status = filterOf(useSearch({ from }).status)
  const t = useTranslations('contracts')
  const nav = useTranslations('shell.nav')
  const navigate = useNavigate()
  const user = useQuery({ ...queryOf(getUser, { params: { id: userId } }), meta: { quiet: true } }).data
  const query = useQuery(queryOf(listUserContracts, { params: { userId }, query: { status } }))
  const name =
    user === undefined
      ? ''
      : ((user.accountType === 'legal' ? user.company : null) ??
        (user.displayName === '' ? user.email : user.displayName))
  const filterBy = (wanted: Filter): void =>
    void navigate({
      to: '/users/$userId/contracts',
      params: { userId },
      search: wanted === 'all' ? {} : { status: wanted },
    })
  return (
    <>
      <PageHeader
        title={t('title')}
        crumbs={[
          <Link key="users" to="/users">
            {nav('users')}
          </Link>,
          ...(name === ''
            ? []
            : [
                <Link key="user" to="/users/$id" params={{ id: userId }}>
                  {name}
                </Link>,
              ]),
        ]}
        lead={
          <Link to="/users/$id" params={{ id: userId }}>
            {name}
          </Link>
        }
      />
      <AskedSection
        query={query}
        title={t('title')}
        flush
        aside={
          <SegmentedControl
            size="xs"
            aria-label={t('filter.label')}
            value={status}
            onChange={(value) => filterBy(filterOf(value))}
            data={filters.map((filter) => ({ value: filter, label: t(`filter.${filter}`) }))}
          />
        }
        foot={<p className={classes.note}>{t('closeNote')}</p>}
        isEmpty={(contracts) => contracts.length === 0}
        empty={
          status === 'all' ? (
            <EmptyState text={t('empty')} />
          ) : (
            <EmptyState
              text={t('emptyFiltered')}
              action={
                <Button variant="default" onClick={() => filterBy('all')}>
                  {t('showAll')}
                </Button>
              }
            />
          )
        }
      >
        {(contracts) => <ContractsTable contracts={contracts} userId={userId} />}
      </AskedSection>
    </>
  )
}
