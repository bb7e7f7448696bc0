import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listBalances } from '@stowage/api/billing'
import type { Answer } from '@stowage/api/endpoint'
import { listContractTransactions, listUserTransactions } from '@stowage/api/transactions'
import { queryOf, useUser } from '../../client/index.ts'
import { AskedSection, EmptyState, Money, type Asked } from '../../ui/index.ts'
import { TransactionRow } from './transaction-row.tsx'
import { useExportTransactions } from './use-export-transactions.ts'
import classes from './transactions.module.css'

export type Transaction = Answer<typeof listContractTransactions>[number]

const shownRows = 8

/** Payments, refunds, uses of the balance and payouts of one contract (specification 2.11). */
export function ContractTransactions({
  contractId,
  number,
}: {
  readonly contractId: string
  readonly number: string
}) {
  const query = useQuery(queryOf(listContractTransactions, { params: { contractId } }))
  return <Transactions query={query} name={number} />
}

/** The same of an account, with what its balances are now: one per seller and currency, they never cross. */
export function UserTransactions({ userId, name }: { readonly userId: string; readonly name: string }) {
  const query = useQuery(queryOf(listUserTransactions, { params: { userId } }))
  const { data: balances = [] } = useQuery({
    ...queryOf(listBalances, { params: { userId } }),
    meta: { quiet: true },
  })
  return <Transactions query={query} name={name} balances={balances} hasHistory />
}

interface TransactionsProps {
  readonly query: Asked<readonly Transaction[]>
  /** What the file is called behind its word. */
  readonly name: string
  readonly balances?: Answer<typeof listBalances>
  /** Tries that came to nothing stand on a page of their own, for the tenant himself. */
  readonly hasHistory?: boolean
}

function Transactions({ query, name, balances = [], hasHistory = false }: TransactionsProps) {
  const t = useTranslations('transactions')
  const user = useUser()
  const download = useExportTransactions(name)
  const [showsAll, setShowsAll] = useState(false)
  const all = query.data ?? []
  const mayExport = user !== null && user?.role !== 'client' && all.length > 0
  return (
    <AskedSection
      query={query}
      title={t('title')}
      flush
      id="transactions"
      aside={
        mayExport ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} />}
            onClick={() => download(all)}
          >
            {t('csv')}
          </Button>
        ) : (
          hasHistory && user?.role === 'client' && <Link to="/payments">{t('history')}</Link>
        )
      }
      isEmpty={(deeds) => deeds.length === 0 && balances.every(({ accountBalance }) => accountBalance === 0)}
      empty={<EmptyState title={t('emptyTitle')} text={t('empty')} />}
    >
      {(deeds) => (
        <>
          {balances.length > 0 && (
            <ul className={classes.balances}>
              {balances.map(({ sellerId, sellerName, currency, accountBalance }) => (
                <li key={`${sellerId} ${currency}`}>
                  <span>{balances.length > 1 ? t('balanceWith', { seller: sellerName }) : t('balance')}</span>
                  <strong>
                    <Money value={{ amount: accountBalance, currency }} cents="always" />
                  </strong>
                </li>
              ))}
            </ul>
          )}
          <ul className={classes.list}>
            {(showsAll ? deeds : deeds.slice(0, shownRows)).map((deed) => (
              <TransactionRow key={deed.id} deed={deed} />
            ))}
          </ul>
          {deeds.length > shownRows && !showsAll && (
            <div className={classes.more}>
              <Button size="xs" variant="subtle" onClick={() => setShowsAll(true)}>
                {t('more', { count: deeds.length - shownRows })}
              </Button>
            </div>
          )}
        </>
      )}
    </AskedSection>
  )
}
