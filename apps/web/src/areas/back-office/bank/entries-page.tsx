import { Button, SegmentedControl } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listBankEntries } from '@stowage/api/bank'
import { queryOf } from '../../../client/index.ts'
import { EmptyState, NothingFound, PageHeader } from '../../../ui/index.ts'
import { pageIn } from '../page-in.ts'
import { SearchField } from '../search-field.tsx'
import { TableCard } from '../table-card.tsx'
import { entryStates } from './bank.ts'
import { EntriesTable } from './entries-table.tsx'
import { EntryDialog } from './entry-dialog.tsx'

interface Wish {
  readonly state?: string | undefined
  readonly search?: string | undefined
  readonly importId?: string | undefined
  readonly page?: string | undefined
  readonly entry?: string | undefined
}

/** /bank-entries: movements of the company's accounts; what waits for a decision first, each with what it may be for. */
export default function BankEntriesPage(): ReactNode {
  const t = useTranslations('bank')
  const shell = useTranslations('shell')
  const navigate = useNavigate({ from: '/bank-entries' })
  const given = useSearch({ from: '/inside/bank-entries' })
  const state = entryStates.find((one) => one === given.state) ?? 'open'
  const page = pageIn(given.page)
  const { search = '', importId } = given
  const query = useQuery({
    ...queryOf(listBankEntries, {
      query: {
        state,
        page: String(page),
        ...(search === '' ? {} : { search }),
        ...(importId === undefined ? {} : { importId }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const go = (change: Wish, replace = false): void =>
    void navigate({
      search: (before: Wish) =>
        Object.fromEntries(
          Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined && value !== ''),
        ),
      replace,
      resetScroll: false,
    })
  const isPlain = search === '' && importId === undefined
  return (
    <>
      <PageHeader
        title={shell('nav.bankEntries')}
        lead={
          state === 'open' && query.data !== undefined ? t('waiting', { count: query.data.total }) : t('lead')
        }
        actions={
          <>
            <Button
              leftSection={<IconFileImport size={18} stroke={1.75} />}
              renderRoot={(props) => <Link to="/bank-statements" {...props} />}
            >
              {t('import')}
            </Button>
          </>
        }
      />
      <TableCard
        label={t('list')}
        tools={
          <>
            <SegmentedControl
              aria-label={t('state.label')}
              data={entryStates.map((value) => ({ value, label: t(`state.${value}`) }))}
              value={state}
              onChange={(value) => go({ state: value, page: undefined })}
            />
            <SearchField
              isWide
              label={t('search')}
              value={search}
              maxLength={100}
              onSearch={(text) => go({ search: text, page: undefined }, true)}
            />
          </>
        }
        query={query}
        page={page}
        onPage={(to) => go({ page: to === 1 ? undefined : String(to) })}
        empty={
          isPlain ? (
            <EmptyState
              title={state === 'open' ? t('empty') : t('emptyOther')}
              text={state === 'open' ? t('emptyText') : undefined}
            />
          ) : (
            <NothingFound onClear={() => go({ search: undefined, importId: undefined, page: undefined })} />
          )
        }
      >
        {({ items }) => <EntriesTable entries={items} onOpen={(entry) => go({ entry })} />}
      </TableCard>
      {given.entry !== undefined && (
        <EntryDialog key={given.entry} id={given.entry} onClose={() => go({ entry: undefined })} />
      )}
    </>
  )
}
