import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isApiError, useUser } from '../../../client/index.ts'
import {
  AccountForm,
  AccountSecurity,
  accountQuery,
  BlockCard,
  ConsentCard,
  KycCard,
  PasswordForm,
  PinForm,
  type Account,
} from '../../../features/accounts/index.ts'
import { UserInvoices, UserTransactions } from '../../../features/billing/index.ts'
import { PushCard, SmsCard } from '../../../features/messaging/index.ts'
import { EmptyState, ErrorState, PageHeader, SkeletonCard } from '../../../ui/index.ts'
import {
  ErasePerson,
  PersonData,
  RemoveAccount,
  ResetMail,
  UserBalances,
  UserEmails,
  UserPayments,
  UserStatement,
} from './late-parts.tsx'
import { UserHeader } from './user-header.tsx'
import classes from './user.module.css'

/** /users/{id}: one's own profile, or any account for a superUser; others are led home (specification 2.1). */
export default function UserPage(): ReactNode {
  const { id } = useParams({ from: '/inside/users/$id' })
  const me = useUser()
  if (!me) return null
  if (me.role !== 'superUser' && me.id !== id) return <Navigate to="/" replace />
  return <AskedUser key={id} id={id} />
}

function AskedUser({ id }: { readonly id: string }) {
  const t = useTranslations('backoffice.user')
  const shell = useTranslations('shell')
  const { data, error, refetch } = useQuery(accountQuery(id))
  if (data !== undefined) return <User account={data} />
  if (isApiError(error) && error.status === 404)
    return (
      <>
        <PageHeader title={t('notFound')} />
        <EmptyState
          size="page"
          title={t('notFound')}
          text={t('notFoundText')}
          action={<Link to="/users">{shell('nav.users')}</Link>}
        />
      </>
    )
  if (error !== null)
    return (
      <>
        <PageHeader title={shell('account')} />
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    )
  return (
    <div className={classes.columns}>
      <SkeletonCard height={480} />
      <SkeletonCard height={360} />
    </div>
  )
}

function User({ account }: { readonly account: Account }) {
  const me = useUser()
  const isOwn = me?.id === account.id
  const mayPassword = me?.impersonatedBy == null
  const isSuperUser = me?.role === 'superUser'
  const isOthers = isSuperUser && !isOwn
  return (
    <>
      <UserHeader account={account} />
      <div className={classes.columns}>
        <div className={classes.stack}>
          {account.role === 'client' && <UserInvoices userId={account.id} />}
          {account.role === 'client' && <UserTransactions userId={account.id} name={account.displayName} />}
          <AccountForm account={account} />
          {mayPassword && (
            <PasswordForm account={account} other={isOthers && <ResetMail account={account} />} />
          )}
          <AccountSecurity account={account} />
          {isSuperUser && <UserBalances account={account} />}
          {isSuperUser && account.role === 'client' && <UserPayments account={account} />}
          {isSuperUser && <UserStatement account={account} />}
          {isSuperUser && <UserEmails account={account} />}
          {isOthers && <RemoveAccount account={account} />}
          {isOthers && <ErasePerson account={account} />}
        </div>
        <div className={classes.stack}>
          {account.role === 'client' && <BlockCard account={account} />}
          {account.role === 'client' && <KycCard account={account} />}
          {account.role === 'client' && <ConsentCard account={account} />}
          {isOwn && mayPassword && <PinForm account={account} />}
          {isOwn && mayPassword && account.role === 'client' && <PushCard />}
          {isOwn && mayPassword && account.role === 'client' && <SmsCard phone={account.phone ?? ''} />}
          {mayPassword && <PersonData account={account} />}
        </div>
      </div>
    </>
  )
}
