import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState, NothingFound, type Asked, type DataTableColumn } from '../../../ui/index.ts'
import { TableCard } from '../table-card.tsx'
import type { DeskWanted } from './desk-query.ts'
import { DeskTable } from './desk-table.tsx'
import { DeskTools } from './desk-tools.tsx'
import type { DeskAddress } from './use-desk-address.ts'

interface DeskListProps<Row> {
  readonly label: string
  readonly address: DeskAddress<DeskWanted>
  readonly query: Asked<{
    readonly items: readonly Row[]
    readonly total: number
    readonly pageSize: number
  }> & { readonly isPlaceholderData: boolean }
  readonly columns: DataTableColumn<Row>[]
  /** The order of the call where the address names none. */
  readonly sortedBy: string
  /** What this list has beside the searches of all of them. */
  readonly tools: ReactNode
  /** Why nothing is in it, where nothing was searched for. */
  readonly empty: string
}

/** A list of the desk: searched by client, contract, box and warehouse, sorted by the server, page by page. */
export function DeskList<Row extends { readonly id: string }>(props: DeskListProps<Row>) {
  const { label, address, query, columns, sortedBy, tools, empty } = props
  const t = useTranslations('desk')
  const { page, wanted, go } = address
  const isFiltered = Boolean(wanted.search ?? wanted.stockId ?? wanted.currency) || page > 1
  return (
    <TableCard
      label={label}
      tools={
        <>
          <DeskTools search={wanted.search} stockId={wanted.stockId} onChange={go} />
          {tools}
        </>
      }
      query={query}
      page={page}
      onPage={(to) => go({}, to)}
      empty={
        isFiltered ? (
          <NothingFound onClear={() => go({ search: '', stockId: '', currency: '' })} />
        ) : (
          <EmptyState title={t('noItems')} text={empty} />
        )
      }
    >
      {({ items }) => (
        <DeskTable
          rows={items}
          columns={columns}
          sort={wanted.sort ?? sortedBy}
          onSort={(sort) => go({ sort })}
        />
      )}
    </TableCard>
  )
}
