import { Button } from '@mantine/core'
import { IconMailForward, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { listUsers, requestPasswordResetByEmail, searchUsers } from '@stowage/api/accounts'
import { deleteUser } from '@stowage/api/contracts'
import { call, keyOf } from '../../../client/index.ts'
import { accountQuery, type Account } from '../../../features/accounts/index.ts'
import { Payouts } from '../../../features/billing/index.ts'
import { PaymentHistory } from '../../../features/payments/index.ts'
import { EraseCard } from '../../../features/privacy/index.ts'
import { useLanguage } from '../../../i18n/index.ts'
import { AskedSection, BannerStrip, confirm, EmptyState, Section, toast } from '../../../ui/index.ts'
import { AccountStatement } from '../books/account-statement.tsx'
import { emailDay, emailsQuery } from '../emails/emails.ts'
import { EmailsTable } from '../emails/emails-table.tsx'
import { pageIn } from '../page-in.ts'
import { savedMs } from '../saved-ms.ts'
import { UserSms } from '../sms/user-sms.tsx'
import { TableFoot } from '../table-foot.tsx'
import classes from './user.module.css'

interface PartProps {
  readonly account: Account
}

/** What we wrote to this account, five a page (specification 2.10). */
export function UserEmails({ account }: PartProps) {
  const t = useTranslations('people.emails')
  const { language } = useLanguage()
  const navigate = useNavigate()
  const { page: pageText, ...search } = useSearch({ from: '/inside/users/$id' })
  const page = pageIn(pageText)
  const go = (to: number): void =>
    void navigate({
      to: '/users/$id',
      params: { id: account.id },
      search: { ...search, ...(to === 1 ? {} : { page: String(to) }) },
      resetScroll: false,
    })
  const query = useQuery({
    ...emailsQuery({ userId: account.id }, page),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  return (
    <>
      <AskedSection
        query={query}
        title={t('title')}
        flush
        isEmpty={({ total }) => total === 0}
        empty={<EmptyState text={t('empty')} />}
        {...(data === undefined || data.total === 0
          ? {}
          : {
              foot: <TableFoot page={page} pageSize={data.pageSize} total={data.total} onPage={go} />,
            })}
      >
        {({ items, bouncingSince }) => (
          <>
            {bouncingSince != null && (
              <BannerStrip type="warning">
                {t('bouncing', { day: emailDay(bouncingSince, language) })}
              </BannerStrip>
            )}
            <EmailsTable emails={items} />
          </>
        )}
      </AskedSection>
      <UserSms userId={account.id} />
    </>
  )
}

/** His balances, and paying them out. */
export function UserBalances({ account }: PartProps) {
  return <Payouts userId={account.id} />
}

/** What he paid and tried to pay, with the processor's own words. */
export function UserPayments({ account }: PartProps) {
  return <PaymentHistory userId={account.id} />
}

/** The book of this account as a person reads it. */
export function UserStatement({ account }: PartProps) {
  return <AccountStatement userId={account.id} />
}

/** The mail with which the person sets a new password himself. */
export function ResetMail({ account }: PartProps) {
  const t = useTranslations('people.resetMail')
  const { email } = account
  const send = useMutation({
    mutationFn: async () => await call(requestPasswordResetByEmail, { body: { email } }),
    onSuccess: () => toast({ text: t('sent', { email }) }),
  })
  const ask = async (): Promise<void> => {
    if (await confirm({ title: t('title', { email }), text: t('text'), yes: t('yes') })) send.mutate()
  }
  return (
    <Button
      variant="subtle"
      leftSection={<IconMailForward size={18} stroke={1.75} />}
      loading={send.isPending}
      onClick={() => void ask()}
    >
      {t('button')}
    </Button>
  )
}

/** What must not be kept of a person any more goes; afterwards the page knows nobody. */
export function ErasePerson({ account }: PartProps) {
  const leave = useLeaveEnded(account)
  return <EraseCard account={account} onErased={() => void leave()} />
}

/** The account is gone: back to the list, which forgets it too. */
function useLeaveEnded(account: Account): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await navigate({ to: '/users', ignoreBlocker: true })
    client.removeQueries({ queryKey: accountQuery(account.id).queryKey })
    await Promise.all([
      client.invalidateQueries({ queryKey: keyOf(listUsers) }),
      client.invalidateQueries({ queryKey: keyOf(searchUsers) }),
    ])
  }
}

/** Ends an account; what stands in the way is said by the server. */
export function RemoveAccount({ account }: PartProps) {
  const t = useTranslations('people.remove')
  const leave = useLeaveEnded(account)
  const name = account.displayName
  const remove = useMutation({
    mutationFn: async () => await call(deleteUser, { params: { id: account.id } }),
    onSuccess: async () => {
      toast({ text: t('done', { name }), ms: savedMs })
      await leave()
    },
  })
  const ask = async (): Promise<void> => {
    const question = { title: t('askTitle', { name }), text: t('askText'), yes: t('button'), danger: true }
    if (await confirm(question)) remove.mutate()
  }
  return (
    <Section title={t('title')}>
      <p className={classes.note}>{t('text')}</p>
      <Button
        variant="light"
        color="red"
        leftSection={<IconTrash size={18} stroke={1.75} />}
        loading={remove.isPending}
        onClick={() => void ask()}
      >
        {t('button')}
      </Button>
    </Section>
  )
}
