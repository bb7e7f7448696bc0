import { ActionIcon } from '@mantine/core'
import { IconFileText, IconLogin2, IconUserEdit } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useLoginAs, type Account } from '../../../features/accounts/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { DataTable, MailAddress, type DataTableColumn } from '../../../ui/index.ts'
import { withSortHeads } from '../sort-head.tsx'
import { useRoleName } from '../use-role-name.ts'
import classes from './users.module.css'

interface UsersTableProps {
  readonly users: readonly Account[]
  readonly isHidden: (accessor: string) => boolean
  /** An order of the call, with `-` for the other way round. */
  readonly sort: string
  readonly onSort: (sort: string) => void
}

/** The columns of specification 2.10; their names are those of the orders. */
export function UsersTable({ users, isHidden, sort, onSort }: UsersTableProps) {
  const t = useTranslations('backoffice.users')
  const people = useTranslations('people.list')
  const format = useFormat()
  const roleName = useRoleName()
  const type = (user: Account): string =>
    user.accountType === 'legal'
      ? t('legal')
      : user.isIndividualEntrepreneur
        ? t('entrepreneur')
        : t('individual')
  const columns: DataTableColumn<Account>[] = [
    {
      accessor: 'email',
      title: t('email'),
      sortable: true,
      render: (user) => (
        <Link to="/users/$id" params={{ id: user.id }} className={classes.email}>
          <MailAddress address={user.email} />
        </Link>
      ),
    },
    {
      accessor: 'name',
      title: t('name'),
      sortable: true,
      hidden: isHidden('name'),
      render: (user) => user.displayName,
    },
    {
      accessor: 'accountType',
      title: t('type'),
      sortable: true,
      hidden: isHidden('accountType'),
      render: type,
    },
    {
      accessor: 'phone',
      title: t('phone'),
      sortable: true,
      hidden: isHidden('phone'),
      render: (user) => (user.phone ? <span className={classes.phone}>{user.phone}</span> : null),
    },
    { accessor: 'role', title: t('role'), sortable: true, hidden: isHidden('role'), render: roleName },
    {
      accessor: 'created',
      title: people('created'),
      sortable: true,
      hidden: isHidden('created'),
      render: (user) => format.day(user.created.slice(0, 10)),
    },
    {
      accessor: 'actions',
      title: <span className="st-spoken">{t('actions')}</span>,
      textAlign: 'right',
      width: 140,
      render: (user) => <Deeds user={user} />,
    },
  ]
  // A hundred rows scroll under their head.
  return (
    <DataTable
      records={[...users]}
      columns={withSortHeads(columns, sort, onSort)}
      idAccessor="id"
      pinLastColumn
    />
  )
}

function Deeds({ user }: { readonly user: Account }) {
  const t = useTranslations('backoffice.users')
  const loginAs = useLoginAs()
  const name = user.displayName
  return (
    <span className={classes.deeds}>
      {loginAs.may(user) && (
        <ActionIcon
          size={30}
          aria-label={t('loginAs', { name })}
          title={t('loginAs', { name })}
          onClick={() => void loginAs.ask(user)}
        >
          <IconLogin2 size={18} stroke={1.75} />
        </ActionIcon>
      )}
      {user.role === 'client' && (
        <ActionIcon
          size={30}
          aria-label={t('contracts', { name })}
          title={t('contracts', { name })}
          renderRoot={(props) => (
            <Link to="/users/$userId/contracts" params={{ userId: user.id }} {...props} />
          )}
        >
          <IconFileText size={18} stroke={1.75} />
        </ActionIcon>
      )}
      <ActionIcon
        size={30}
        aria-label={t('profile', { name })}
        title={t('profile', { name })}
        renderRoot={(props) => <Link to="/users/$id" params={{ id: user.id }} {...props} />}
      >
        <IconUserEdit size={18} stroke={1.75} />
      </ActionIcon>
    </span>
  )
}
