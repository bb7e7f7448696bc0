import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listDebtors } from '@stowage/api/reports'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { PageHeader } from '../../../ui/index.ts'
import { DeskList } from './desk-list.tsx'
import { asPage, debtorsWanted, type DebtorsPage as Page } from './desk-query.ts'
import { ExportDebtors } from './export-debtors.tsx'
import { useDebtorColumns } from './use-debtor-columns.tsx'
import { useDeskAddress } from './use-desk-address.ts'

/** /debtors: who owes what is past its due day, one list per currency, the highest debt first. */
export default function DebtorsPage(): ReactNode {
  const t = useTranslations('desk')
  const shell = useTranslations('shell')
  const format = useFormat()
  const address = useDeskAddress('/debtors', debtorsWanted)
  const { page, wanted, go } = address
  const query = useQuery({
    ...queryOf(listDebtors, { query: { ...wanted, page: String(page) } }),
    placeholderData: keepPreviousData,
    select: asPage,
  })
  const { columns, picker } = useDebtorColumns()
  const { data } = query
  const shown = data?.currencies.find(({ currency }) => currency === data.currency)
  return (
    <>
      <PageHeader
        title={shell('nav.debtors')}
        lead={
          shown === undefined
            ? t('debtors.lead')
            : t('debtors.total', {
                count: shown.count,
                amount: format.money({ amount: shown.debt, currency: shown.currency }),
              })
        }
        actions={<ExportDebtors wanted={wanted} currency={data?.currency ?? null} />}
      />
      <DeskList
        label={t('debtors.list')}
        address={address}
        query={query}
        columns={columns}
        sortedBy="-debt"
        tools={
          <>
            {data !== undefined && data.currencies.length > 1 && (
              <Currencies page={data} onChange={(currency) => go({ currency })} />
            )}
            {picker}
          </>
        }
        empty={t('debtors.empty')}
      />
    </>
  )
}

/** One list per currency: money of different currencies is never ranked together. */
function Currencies({ page, onChange }: { readonly page: Page; readonly onChange: (code: string) => void }) {
  const t = useTranslations('desk.debtors')
  return (
    <SegmentedControl
      aria-label={t('currency')}
      data={page.currencies.map(({ currency, count }) => ({
        value: currency,
        label: t('ofCurrency', { currency, count }),
      }))}
      value={page.currency ?? ''}
      onChange={onChange}
    />
  )
}
