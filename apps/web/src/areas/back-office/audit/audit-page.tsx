import { Button, NativeSelect } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { isDay } from '@stowage/api/fields'
import { listAudit } from '@stowage/api/reports'
import { queryOf } from '../../../client/index.ts'
import { useToday } from '../../../features/catalog/index.ts'
import { EmptyState, NothingFound, PageHeader } from '../../../ui/index.ts'
import { Drawer } from '../../../ui/dialog.tsx'
import { DayRangeField } from '../day-range-field.tsx'
import { pageIn } from '../page-in.ts'
import { SearchField } from '../search-field.tsx'
import { TableCard } from '../table-card.tsx'
import { AuditDetails } from './audit-details.tsx'
import { AuditTable } from './audit-table.tsx'
import type { AuditEntry } from './audit.ts'
import { EraseByAddress } from './erase-by-address.tsx'
import { ExportAudit } from './export-audit.tsx'
import { useActionOptions } from './use-action-options.ts'
import { useAuditWords } from './use-audit-words.ts'
import { useVerifyChain } from './verify-chain.tsx'

/** Acts are listed by their instants; days in the filter and times in the list are those of Greenwich. */
const timeZone = 'UTC'

interface Filter {
  readonly who?: string
  readonly action?: string
  /** An account: what was done to it. */
  readonly subjectId?: string
  readonly stockId?: string
  readonly from?: string
  readonly to?: string
}

/** /audit: every privileged act, with what it changed; the filter stands in the address. */
export default function AuditPage(): ReactNode {
  const t = useTranslations('registers.audit')
  const shell = useTranslations('shell')
  const navigate = useNavigate({ from: '/audit' })
  const words = useAuditWords()
  const chain = useVerifyChain()
  const actions = useActionOptions()
  const today = useToday(timeZone)
  const [shown, setShown] = useState<AuditEntry | null>(null)
  const { page: pageText, ...given } = useSearch({ from: '/inside/audit' })
  const page = pageIn(pageText)
  const filter = cleaned(given)
  const { data: stocks = [] } = useQuery({ ...queryOf(listStocks), meta: { quiet: true } })
  const query = useQuery({
    ...queryOf(listAudit, { query: { ...asked(filter), page: String(page) } }),
    placeholderData: keepPreviousData,
  })
  const go = (next: { readonly [K in keyof Filter]: Filter[K] | undefined }, to = 1): void =>
    void navigate({
      to: '/audit',
      search: (before) => ({
        ...cleaned({ ...before, ...next }),
        ...(to === 1 ? {} : { page: String(to) }),
      }),
      replace: 'who' in next,
    })
  const isFiltered = Object.keys(filter).length > 0 || page > 1
  return (
    <>
      <PageHeader
        title={shell('nav.audit')}
        lead={t('lead')}
        actions={
          <>
            {chain.button}
            <EraseByAddress />
            <ExportAudit filter={asked(filter)} />
          </>
        }
      />
      {chain.verdict}
      <TableCard
        label={t('list')}
        tools={
          <>
            <SearchField label={t('who')} value={filter.who ?? ''} onSearch={(who) => go({ who })} />
            <NativeSelect
              aria-label={t('action')}
              data={[{ value: '', label: t('allActions') }, ...actions]}
              value={filter.action ?? ''}
              onChange={(event) => go({ action: event.currentTarget.value })}
            />
            <NativeSelect
              aria-label={t('stock')}
              data={[
                { value: '', label: t('allStocks') },
                ...stocks.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={filter.stockId ?? ''}
              onChange={(event) => go({ stockId: event.currentTarget.value })}
            />
            <DayRangeField
              label={t('range')}
              value={[filter.from ?? null, filter.to ?? null]}
              max={today}
              onChange={([from, to]) => go({ from: from ?? undefined, to: to ?? undefined })}
            />
            {filter.subjectId !== undefined && (
              <Button
                variant="light"
                size="sm"
                leftSection={<IconX size={16} stroke={1.75} aria-hidden="true" />}
                title={t('showAll')}
                onClick={() => go({ subjectId: undefined })}
              >
                {t('onlyAccount', { name: query.data?.items[0]?.subjectName ?? '…' })}
              </Button>
            )}
          </>
        }
        query={query}
        page={page}
        onPage={(next) => go({}, next)}
        empty={
          isFiltered ? (
            <NothingFound onClear={() => void navigate({ to: '/audit', search: {} })} />
          ) : (
            <EmptyState title={t('empty')} text={t('emptyText')} />
          )
        }
      >
        {({ items }) => <AuditTable entries={items} timeZone={timeZone} onShow={setShown} />}
      </TableCard>
      <Drawer
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown === null ? '' : words.action(shown.action)}
      >
        {shown !== null && <AuditDetails entry={shown} timeZone={timeZone} />}
      </Drawer>
    </>
  )
}

/** As the call takes it: only accounts lead here with what is theirs. */
function asked(filter: Filter) {
  return filter.subjectId === undefined ? filter : { ...filter, subjectType: 'account' }
}

/** What is set, and makes sense. */
function cleaned(given: { readonly [K in keyof Filter]: Filter[K] | undefined }): Filter {
  const { who, action, subjectId, stockId, from, to } = given
  return {
    ...(who ? { who } : {}),
    ...(action ? { action } : {}),
    ...(subjectId ? { subjectId } : {}),
    ...(stockId ? { stockId } : {}),
    ...(from && isDay(from) ? { from } : {}),
    ...(to && isDay(to) ? { to } : {}),
  }
}
