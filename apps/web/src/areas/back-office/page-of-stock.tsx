import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { queryOf } from '../../client/index.ts'
import type { ListedStock } from '../../features/catalog/index.ts'
import { EmptyState, ErrorState, PageHeader, QuietSelect, SkeletonRows } from '../../ui/index.ts'
import classes from './page-of-stock.module.css'

interface PageOfStockProps {
  readonly title: string
  /** The name of the choice. */
  readonly label: string
  readonly noStocks: string
  /** What the address asks for; the first warehouse where it is not there. */
  readonly stockId: string | undefined
  readonly onChoose: (stockId: string) => void
  /** Which warehouses have such a page; all of them. */
  readonly isListed?: (stock: ListedStock) => boolean
  readonly deed?: ReactNode
  readonly children: (stock: ListedStock) => ReactNode
}

/** A page about one warehouse at a time, chosen in its head. */
export function PageOfStock(props: PageOfStockProps) {
  const { title, label, noStocks, stockId, onChoose, isListed, deed, children } = props
  const shell = useTranslations('shell')
  const { data, error, refetch } = useQuery(queryOf(listStocks))
  const stocks = isListed === undefined ? data : data?.filter(isListed)
  const stock = stocks?.find(({ id }) => id === stockId) ?? stocks?.[0]
  if (stock === undefined)
    return (
      <>
        <PageHeader title={title} />
        {stocks !== undefined ? (
          <EmptyState size="page" title={noStocks} action={<Link to="/stocks">{shell('nav.stocks')}</Link>} />
        ) : error === null ? (
          <SkeletonRows rows={6} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </>
    )
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <QuietSelect
              label={label}
              value={stock.id}
              options={(stocks ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={onChoose}
            />
            {deed}
          </>
        }
      />
      {children(stock)}
    </>
  )
}

/** How things stand at this warehouse, above its lists. */
export function StockLead({ children }: { readonly children: ReactNode }) {
  return <p className={classes.lead}>{children}</p>
}
