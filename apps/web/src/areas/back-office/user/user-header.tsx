import { ActionIcon, Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconClock,
  IconFileText,
  IconId,
  IconHistory,
  IconLogin2,
  IconShieldCheck,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { standingOf, useLoginAs, type Account } from '../../../features/accounts/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { PageHeader, Pill } from '../../../ui/index.ts'
import { useRoleName } from '../use-role-name.ts'
import classes from './user.module.css'

const standings = {
  verified: { tone: 'green', icon: IconShieldCheck },
  waiting: { tone: 'amber', icon: IconClock },
  rejected: { tone: 'red', icon: IconAlertTriangle },
  missing: { tone: 'gray', icon: IconId },
} as const

/** Who it is, in one line, and what the reader may do with the account. */
export function UserHeader({ account }: { readonly account: Account }) {
  const t = useTranslations('backoffice.user')
  const shell = useTranslations('shell')
  const format = useFormat()
  const roleName = useRoleName()
  const me = useUser()
  const standing = standingOf(account)
  const isClient = account.role === 'client'
  const type =
    account.accountType === 'legal'
      ? t('legal')
      : account.isIndividualEntrepreneur
        ? t('entrepreneur')
        : t('individual')
  const facts = [
    isClient ? type : roleName(account),
    account.phone && (
      <a key="phone" href={`tel:${account.phone.replace(/[^\d+]/g, '')}`}>
        {account.phone}
      </a>
    ),
    <a key="mail" href={`mailto:${account.email}`}>
      {account.email}
    </a>,
    t('since', { day: format.longDay(account.created.slice(0, 10)) }),
  ]
  const isSuperUser = me?.role === 'superUser'
  return (
    <PageHeader
      title={account.displayName}
      {...(isSuperUser
        ? {
            crumbs: [
              <Link key="users" to="/users">
                {shell('nav.users')}
              </Link>,
            ],
          }
        : {})}
      pills={
        isClient && (
          <Pill tone={standings[standing].tone} icon={standings[standing].icon}>
            {t(`standing.${standing}`)}
          </Pill>
        )
      }
      lead={
        <span className={classes.facts}>
          {facts.map((fact, index) => (
            <span key={index}>{fact}</span>
          ))}
        </span>
      }
      {...(isSuperUser ? { actions: <Deeds account={account} /> } : {})}
    />
  )
}

function Deeds({ account }: { readonly account: Account }) {
  const t = useTranslations('backoffice.user')
  const shell = useTranslations('shell')
  const loginAs = useLoginAs()
  return (
    <>
      <ActionIcon
        size={36}
        variant="default"
        aria-label={shell('nav.audit')}
        title={shell('nav.audit')}
        renderRoot={(props) => <Link to="/audit" search={{ subjectId: account.id }} {...props} />}
      >
        <IconHistory size={18} stroke={1.75} />
      </ActionIcon>
      {account.role === 'client' && (
        <Button
          variant="default"
          leftSection={<IconFileText size={18} stroke={1.75} />}
          renderRoot={(props) => (
            <Link to="/users/$userId/contracts" params={{ userId: account.id }} {...props} />
          )}
        >
          {t('contracts')}
        </Button>
      )}
      {loginAs.may(account) && (
        <Button
          variant="default"
          leftSection={<IconLogin2 size={18} stroke={1.75} />}
          onClick={() => void loginAs.ask(account)}
        >
          {t('loginAs')}
        </Button>
      )}
    </>
  )
}
