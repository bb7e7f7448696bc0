import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState, NothingFound, PageHeader } from '../../../ui/index.ts'
import { pageIn } from '../page-in.ts'
import { TableCard } from '../table-card.tsx'
import { appealsQuery, said, wantedOf, type Wanted } from './appeals.ts'
import { AppealCards } from './appeal-cards.tsx'
import { AppealsTable } from './appeals-table.tsx'
import { AppealsTools } from './appeals-tools.tsx'
import { WaitingCard } from './waiting-card.tsx'
import classes from './appeals.module.css'

/** Below, eight columns do not stand side by side. */
const WIDE = '(min-width: 64em)'

/** /appeal: what people ask of us, and who waits for a box (specification 2.13). */
export default function AppealsPage(): ReactNode {
  const t = useTranslations('support.list')
  const shell = useTranslations('shell')
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false })
  const navigate = useNavigate()
  const address = useSearch({ from: '/inside/appeal' })
  const page = pageIn(address.page)
  const wanted = wantedOf({ ...empty, ...address })
  const query = useQuery({ ...appealsQuery(wanted, page), placeholderData: keepPreviousData })
  const isFiltered = Object.keys(said(wanted)).length > 0
  const go = (next: Wanted, toPage = 1): void => {
    void navigate({
      to: '/appeal',
      search: { ...said({ ...wanted, ...next }), ...(toPage === 1 ? {} : { page: String(toPage) }) },
      replace: toPage === page,
    })
  }
  return (
    <div className={classes.page}>
      <PageHeader
        title={shell('nav.appeals')}
        {...(query.data === undefined ? {} : { lead: t('count', { count: query.data.total }) })}
      />
      <WaitingCard />
      <TableCard
        label={t('list')}
        tools={<AppealsTools wanted={wanted} onChange={(next) => go(next)} />}
        query={query}
        page={page}
        onPage={(next) => go({}, next)}
        empty={
          isFiltered || page > 1 ? (
            <NothingFound onClear={() => void navigate({ to: '/appeal', search: {} })} />
          ) : (
            <EmptyState text={t('empty')} />
          )
        }
      >
        {({ items }) => (isWide ? <AppealsTable appeals={items} /> : <AppealCards appeals={items} />)}
      </TableCard>
    </div>
  )
}

const empty = {
  status: undefined,
  type: undefined,
  stockId: undefined,
  size: undefined,
  search: undefined,
}
