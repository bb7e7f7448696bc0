import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listProcessors } from '@stowage/api/processors'
import { queryOf } from '../../../client/index.ts'
import { AttentionNote, AskedSection, PageHeader, SkeletonRows } from '../../../ui/index.ts'
import { OffersDialog } from './offers-dialog.tsx'
import { ProcessorDrawer } from './processor-drawer.tsx'
import { ProcessorList } from './processor-list.tsx'
import { StockList } from './stock-list.tsx'
import classes from './processors.module.css'

/** /payment-processors: who takes payments, and where; what is open stands in the address. */
export default function ProcessorsPage(): ReactNode {
  const t = useTranslations('processors')
  const shell = useTranslations('shell')
  const navigate = useNavigate()
  const { processor: open, stock: openStock } = useSearch({ from: '/inside/payment-processors' })
  const query = useQuery(queryOf(listProcessors))
  const show = (search: { processor?: string; stock?: string }): void =>
    void navigate({ to: '/payment-processors', search })
  // What was typed is saved or gone with its processor: there is nothing to ask.
  const done = (processor?: string): void =>
    void navigate({
      to: '/payment-processors',
      search: processor === undefined ? {} : { processor },
      ignoreBlocker: true,
    })
  const processors = query.data?.processors ?? []
  const unpaid = (query.data?.stocks ?? []).filter(
    ({ isExternal, offers }) => !isExternal && !offers.some(({ isOffered }) => isOffered),
  )
  const stock = query.data?.stocks.find(({ stockId }) => stockId === openStock)
  return (
    <>
      <PageHeader
        title={shell('nav.processors')}
        lead={t('lead')}
        actions={
          <Button
            leftSection={<IconPlus size={18} stroke={1.75} />}
            onClick={() => show({ processor: 'new' })}
          >
            {t('add')}
          </Button>
        }
      />
      <div className={classes.sections}>
        {unpaid.length > 0 && (
          <AttentionNote>
            {t('unpaid', { count: unpaid.length, names: unpaid.map(({ name }) => name).join(', ') })}
          </AttentionNote>
        )}
        <AskedSection
          title={t('list.title')}
          query={query}
          skeleton={<SkeletonRows rows={2} />}
          isEmpty={(data) => data.processors.length === 0}
          empty={<p className={classes.quiet}>{t('list.empty')}</p>}
        >
          {(data) => <ProcessorList processors={data.processors} onOpen={(id) => show({ processor: id })} />}
        </AskedSection>
        <AskedSection
          title={t('stocks.title')}
          query={query}
          skeleton={<SkeletonRows rows={4} />}
          isEmpty={(data) => data.stocks.length === 0}
          empty={<p className={classes.quiet}>{t('stocks.empty')}</p>}
        >
          {(data) => <StockList stocks={data.stocks} onOpen={(id) => show({ stock: id })} />}
        </AskedSection>
      </div>
      <ProcessorDrawer
        open={open}
        processor={processors.find(({ id }) => id === open)}
        onClose={() => show({})}
        onDone={done}
      />
      {stock !== undefined && (
        <OffersDialog
          key={stock.stockId}
          stock={stock}
          processors={processors}
          onClose={() => show({})}
          onDone={() => done()}
        />
      )}
    </>
  )
}
