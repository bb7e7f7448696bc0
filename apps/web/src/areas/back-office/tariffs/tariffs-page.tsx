import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'
import { EmptyState, ErrorState, PageHeader, QuietSelect, SkeletonRows } from '../../../ui/index.ts'
import { TariffDialog } from './tariff-dialog.tsx'
import { TariffsOfStock } from './tariffs-of-stock.tsx'

/** /tariffs?stockId=: what may be chosen at a warehouse instead of terms of whole months (decision 16). */
export default function TariffsPage(): ReactNode {
  const t = useTranslations('tariffs')
  const shell = useTranslations('shell')
  const navigate = useNavigate({ from: '/tariffs' })
  const { stockId } = useSearch({ from: '/inside/tariffs' })
  const { data: stocks, error, refetch } = useQuery(queryOf(listStocks))
  const [isMaking, setMaking] = useState(false)
  const stock = stocks?.find(({ id }) => id === stockId) ?? stocks?.[0]
  if (stock === undefined)
    return (
      <>
        <PageHeader title={shell('nav.tariffs')} />
        {stocks !== undefined ? (
          <EmptyState
            size="page"
            title={t('noStocks')}
            action={<Link to="/stocks">{shell('nav.stocks')}</Link>}
          />
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
        title={shell('nav.tariffs')}
        actions={
          <>
            <QuietSelect
              label={t('stock')}
              value={stock.id}
              options={(stocks ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => void navigate({ to: '/tariffs', search: { stockId: id } })}
            />
            <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => setMaking(true)}>
              {t('add')}
            </Button>
          </>
        }
      />
      <TariffsOfStock key={stock.id} stock={stock} />
      {isMaking && <TariffDialog stock={stock} tariff={null} onClose={() => setMaking(false)} />}
    </>
  )
}
