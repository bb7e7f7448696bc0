import { Button } from '@mantine/core'
import { IconCashBanknote } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listPayouts, listWaitingPayouts } from '@stowage/api/payouts'
import type { Answer } from '@stowage/api/endpoint'
import { call, queryOf } from '../../../client/index.ts'
import { PayoutDialog } from '../../../features/billing/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { AskedSection, EmptyState, Money, PageHeader } from '../../../ui/index.ts'
import { ExportButton } from '../export-button.tsx'
import { csvMoney } from '../export-csv.ts'
import { pageIn } from '../page-in.ts'
import { TableFoot } from '../table-foot.tsx'
import { BookTable } from './month-tables.tsx'
import classes from './books.module.css'

type Waiting = Answer<typeof listWaitingPayouts>[number]
type Payout = Answer<typeof listPayouts>['items'][number]

/** /payouts: balances of tenants who have left, waiting to be paid out, and what was paid out. */
export default function PayoutsPage(): ReactNode {
  const t = useTranslations('books.payouts')
  const shell = useTranslations('shell')
  const waiting = useQuery(queryOf(listWaitingPayouts))
  const [paying, setPaying] = useState<Waiting | null>(null)
  return (
    <>
      <PageHeader title={shell('nav.payouts')} lead={t('lead')} actions={<ExportPayouts />} />
      <div className={classes.page}>
        <AskedSection
          query={waiting}
          title={t('waiting')}
          isEmpty={(rows) => rows.length === 0}
          empty={<EmptyState text={t('noneWaiting')} />}
        >
          {(rows) => <WaitingTable rows={rows} onPay={setPaying} />}
        </AskedSection>
        <Recorded />
      </div>
      {paying !== null && (
        <PayoutDialog
          userId={paying.accountId}
          tenant={paying.accountName}
          balance={{ currency: paying.currency, accountBalance: paying.balance }}
          stockId={paying.stockId}
          contractId={paying.contractId}
          onClose={() => setPaying(null)}
        />
      )}
    </>
  )
}

function WaitingTable({
  rows,
  onPay,
}: {
  readonly rows: readonly Waiting[]
  readonly onPay: (row: Waiting) => void
}) {
  const t = useTranslations('books.payouts')
  const format = useFormat()
  return (
    <BookTable title={t('waiting')} isTitled>
      <thead>
        <tr>
          <th scope="col">{t('tenant')}</th>
          <th scope="col" className={classes.words}>
            {t('contract')}
          </th>
          <th scope="col" className={classes.words}>
            {t('closed')}
          </th>
          <th scope="col" className={classes.words}>
            {t('seller')}
          </th>
          <th scope="col">{t('balance')}</th>
          <th scope="col">
            <span className="st-spoken">{t('deed')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.accountId} ${row.sellerId} ${row.currency}`}>
            <th scope="row">
              <Link to="/users/$id" params={{ id: row.accountId }}>
                {row.accountName}
              </Link>
            </th>
            <td className={classes.words}>
              {row.contractId == null ? (
                '–'
              ) : (
                <Link
                  to="/users/$userId/contracts/$contractId"
                  params={{ userId: row.accountId, contractId: row.contractId }}
                >
                  {row.contractNumber}
                </Link>
              )}
            </td>
            <td className={classes.words}>{row.closedAt == null ? '–' : format.day(row.closedAt)}</td>
            <td className={classes.words}>{row.sellerName}</td>
            <td>
              <Money value={{ amount: row.balance, currency: row.currency }} cents="always" />
            </td>
            <td>
              <Button
                size="xs"
                variant="light"
                leftSection={<IconCashBanknote size={18} stroke={1.75} />}
                aria-label={t('payNamed', { name: row.accountName })}
                onClick={() => onPay(row)}
              >
                {t('pay')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </BookTable>
  )
}

function Recorded() {
  const t = useTranslations('books.payouts')
  const method = useTranslations('people.payouts.method')
  const format = useFormat()
  const navigate = useNavigate()
  const { page: pageText } = useSearch({ from: '/inside/payouts' })
  const page = pageIn(pageText)
  const query = useQuery({
    ...queryOf(listPayouts, { query: { page: String(page) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <AskedSection
      title={t('recorded')}
      query={query}
      isEmpty={({ total }) => total === 0}
      empty={<EmptyState text={t('noneRecorded')} />}
      {...(query.data !== undefined && query.data.total > 0
        ? {
            foot: (
              <TableFoot
                page={page}
                pageSize={query.data.pageSize}
                total={query.data.total}
                onPage={(to) =>
                  void navigate({
                    to: '/payouts',
                    search: to === 1 ? {} : { page: String(to) },
                    resetScroll: false,
                  })
                }
              />
            ),
          }
        : {})}
    >
      {({ items }) => (
        <BookTable title={t('recorded')} isTitled>
          <thead>
            <tr>
              <th scope="col">{t('tenant')}</th>
              <th scope="col" className={classes.words}>
                {t('paidOn')}
              </th>
              <th scope="col" className={classes.words}>
                {t('how')}
              </th>
              <th scope="col" className={classes.words}>
                {t('reference')}
              </th>
              <th scope="col" className={classes.words}>
                {t('seller')}
              </th>
              <th scope="col">{t('amount')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <Link to="/users/$id" params={{ id: row.accountId }}>
                    {row.accountName}
                  </Link>
                </th>
                <td className={classes.words}>{format.day(row.paidOn)}</td>
                <td className={classes.words}>{method(row.method)}</td>
                <td className={classes.words}>{row.reference ?? '–'}</td>
                <td className={classes.words}>{row.sellerName}</td>
                <td>
                  <Money value={{ amount: row.amount, currency: row.currency }} cents="always" />
                </td>
              </tr>
            ))}
          </tbody>
        </BookTable>
      )}
    </AskedSection>
  )
}

/** All payouts that were recorded, as a file. */
function ExportPayouts() {
  const t = useTranslations('books.payouts')
  const shell = useTranslations('shell')
  const method = useTranslations('people.payouts.method')
  return (
    <ExportButton<Payout>
      name={shell('nav.payouts')}
      idOf={({ id }) => id}
      page={async (page, signal) => await call(listPayouts, { query: { page: String(page) } }, { signal })}
      columns={[
        { title: t('paidOn'), cell: ({ paidOn }) => paidOn },
        { title: t('tenant'), cell: ({ accountName }) => accountName },
        { title: t('contract'), cell: ({ contractNumber }) => contractNumber },
        { title: t('seller'), cell: ({ sellerName }) => sellerName },
        { title: t('how'), cell: (row) => method(row.method) },
        { title: t('reference'), cell: ({ reference }) => reference },
        { title: t('amount'), cell: ({ amount }) => csvMoney(amount) },
        { title: t('currency'), cell: ({ currency }) => currency },
      ]}
    />
  )
}
