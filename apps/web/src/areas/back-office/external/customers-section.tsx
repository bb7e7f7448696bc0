import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCheck, IconLink, IconPlus, IconUserOff, IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { importExternalUsers, listExternalUsers } from '@stowage/api/management-system'
import { call, queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import {
  AskedSection,
  confirm,
  DataTable,
  EmptyState,
  MailAddress,
  Pill,
  toast,
  type DataTableColumn,
} from '../../../ui/index.ts'
import { useReadAnew } from '../use-read-anew.ts'
import classes from './external.module.css'

type Customer = Answer<typeof listExternalUsers>[number]

/** Below, seven columns do not stand side by side. */
const WIDE = '(min-width: 64em)'

/** The customers of a site, and the button that makes accounts of them (specification 2.14). */
export function CustomersSection({ siteId }: { readonly siteId: string }) {
  const t = useTranslations('sources.customers')
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false })
  const query = useQuery(queryOf(listExternalUsers, { query: { siteId } }))
  const due = query.data?.filter(({ userId, skipped }) => userId == null && skipped == null) ?? []
  const joining = due.filter(({ joins }) => joins).length
  return (
    <AskedSection
      title={t('title')}
      flush
      query={query}
      isEmpty={(customers) => customers.length === 0}
      empty={<EmptyState text={t('empty')} />}
      {...(query.data === undefined || query.data.length === 0
        ? {}
        : { aside: <Import siteId={siteId} fresh={due.length - joining} joining={joining} /> })}
    >
      {(customers) => (isWide ? <Table customers={customers} /> : <Cards customers={customers} />)}
    </AskedSection>
  )
}

function Table({ customers }: { readonly customers: readonly Customer[] }) {
  const t = useTranslations('sources.customers')
  const columns: DataTableColumn<Customer>[] = [
    { accessor: 'customerId', title: t('id'), noWrap: true },
    { accessor: 'name', title: t('name'), render: (customer) => <Name customer={customer} /> },
    {
      accessor: 'email',
      title: t('email'),
      render: ({ email }) => (email == null ? '–' : <MailAddress address={email} />),
    },
    {
      accessor: 'phone',
      title: t('phone'),
      render: ({ phone, otherPhonesAndEmails }) => (
        <span className={classes.two}>
          <span>{phone ?? '–'}</span>
          {otherPhonesAndEmails.map((contact) => (
            <span key={contact}>
              <MailAddress address={contact} />
            </span>
          ))}
        </span>
      ),
    },
    { accessor: 'created', title: t('created'), noWrap: true, render: (one) => <Since customer={one} /> },
    {
      accessor: 'openContracts',
      title: t('contracts'),
      textAlign: 'right',
      render: (customer) => <Contracts customer={customer} />,
    },
    { accessor: 'fate', title: t('here'), noWrap: true, render: (customer) => <Fate customer={customer} /> },
  ]
  return (
    <DataTable
      records={[...customers]}
      columns={columns}
      idAccessor="customerId"
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('title') } }}
    />
  )
}

function Cards({ customers }: { readonly customers: readonly Customer[] }) {
  return (
    <ul className={classes.cards}>
      {customers.map((customer) => (
        <li key={customer.customerId}>
          <div className={classes.cardHead}>
            <strong>
              <Name customer={customer} />
            </strong>
            <Fate customer={customer} />
          </div>
          <span className={classes.dim}>
            {[customer.email, customer.phone, ...customer.otherPhonesAndEmails].filter(Boolean).join(', ')}
          </span>
          <span className={classes.dim}>
            <Contracts customer={customer} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Name({ customer }: { readonly customer: Customer }) {
  const { userId, company, firstName, lastName, customerId } = customer
  const name = company ?? [firstName, lastName].filter(Boolean).join(' ')
  const shown = name === '' ? customerId : name
  return userId == null ? (
    shown
  ) : (
    <Link to="/users/$userId/contracts" params={{ userId }}>
      {shown}
    </Link>
  )
}

function Since({ customer }: { readonly customer: Customer }) {
  const format = useFormat()
  return <time dateTime={customer.created}>{format.day(customer.created.slice(0, 10))}</time>
}

function Contracts({ customer }: { readonly customer: Customer }) {
  const t = useTranslations('sources.customers')
  const format = useFormat()
  const { openContracts, debt, currency } = customer
  return (
    <span className={classes.two}>
      <span>{t('open', { count: openContracts })}</span>
      {debt > 0 && currency != null && (
        <span className={classes.debt}>
          {t('debt', { amount: format.money({ amount: debt, currency }) })}
        </span>
      )}
    </span>
  )
}

function Fate({ customer }: { readonly customer: Customer }) {
  const t = useTranslations('sources.customers.fate')
  const { userId, skipped, twinId, joins } = customer
  if (userId != null)
    return (
      <Pill tone="teal" icon={IconCheck}>
        {t('known')}
      </Pill>
    )
  if (skipped == null)
    return (
      <Pill tone="gray" icon={joins ? IconLink : IconPlus}>
        {t(joins ? 'joins' : 'new')}
      </Pill>
    )
  return (
    <Pill tone="amber" icon={IconUserOff}>
      {twinId == null ? t(skipped) : t('twin', { id: twinId })}
    </Pill>
  )
}

interface ImportProps {
  readonly siteId: string
  /** Who gets an account. */
  readonly fresh: number
  /** Who joins one that is there. */
  readonly joining: number
}

function Import({ siteId, fresh, joining }: ImportProps) {
  const t = useTranslations('sources.customers')
  const readAnew = useReadAnew()
  const importing = useMutation({
    mutationFn: async () => await call(importExternalUsers, { query: { siteId } }),
    onSuccess: ({ imported, linked, skipped, contracts }) =>
      toast({
        text: t('imported', { imported, linked, contracts, skipped: skipped.length }),
        ms: 8000,
      }),
    onSettled: async () => await readAnew(),
  })
  const ask = async (): Promise<void> => {
    const yes = await confirm({
      title: t('askTitle', { count: fresh }),
      text: [joining > 0 && t('askJoining', { count: joining }), t('askText')].filter(Boolean).join(' '),
      yes: t('import'),
    })
    if (yes) importing.mutate()
  }
  return (
    <Button
      size="xs"
      leftSection={<IconUserPlus size={16} stroke={1.75} />}
      disabled={fresh + joining === 0}
      loading={importing.isPending}
      onClick={() => void ask()}
    >
      {t('import')}
    </Button>
  )
}
