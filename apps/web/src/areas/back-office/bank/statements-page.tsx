import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listBankAccounts, listBankStatements } from '@stowage/api/bank'
import { queryOf } from '../../../client/index.ts'
import { AskedSection, EmptyState, PageHeader, SkeletonCard } from '../../../ui/index.ts'
import { pageIn } from '../page-in.ts'
import { TableCard } from '../table-card.tsx'
import { StatementsList } from './statements-list.tsx'
import { UploadStatement } from './upload-statement.tsx'
import classes from './bank.module.css'

/** /bank-statements: a file of the bank is looked at and taken in; below, those that were. */
export default function BankStatementsPage(): ReactNode {
  const t = useTranslations('bank')
  const shell = useTranslations('shell')
  const navigate = useNavigate({ from: '/bank-statements' })
  const page = pageIn(useSearch({ from: '/inside/bank-statements' }).page)
  const accounts = useQuery(queryOf(listBankAccounts))
  const query = useQuery({
    ...queryOf(listBankStatements, { query: { page: String(page) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t('statements.title')}
        lead={t('statements.lead')}
        crumbs={[
          <Link key="entries" to="/bank-entries">
            {shell('nav.bankEntries')}
          </Link>,
        ]}
        actions={
          <Button variant="default" renderRoot={(props) => <Link to="/bank-entries" {...props} />}>
            {t('upload.toWaiting')}
          </Button>
        }
      />
      <div className={classes.page}>
        <AskedSection title={t('upload.title')} query={accounts} skeleton={<SkeletonCard height={120} />}>
          {(all) => <UploadStatement accounts={all} />}
        </AskedSection>
        <TableCard
          label={t('statements.list')}
          query={query}
          page={page}
          onPage={(to) =>
            void navigate({ to: '/bank-statements', search: to === 1 ? {} : { page: String(to) } })
          }
          empty={<EmptyState title={t('statements.empty')} text={t('statements.emptyText')} />}
        >
          {({ items }) => <StatementsList statements={items} />}
        </TableCard>
      </div>
    </>
  )
}
