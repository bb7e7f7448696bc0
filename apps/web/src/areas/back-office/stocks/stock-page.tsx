import { Button } from '@mantine/core'
import { IconHistory, IconLockOpen, IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { getStock } from '@stowage/api/stocks'
import { isApiError, queryOf, useUser } from '../../../client/index.ts'
import { allows } from '../../../features/accounts/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { EmptyState, ErrorState, PageHeader, SkeletonCard } from '../../../ui/index.ts'
import { SourceSection } from '../external/source-section.tsx'
import { TasksSection } from '../external/tasks-section.tsx'
import { StockPaymentsSection } from '../processors/stock-payments-section.tsx'
import { ControlSection } from './control-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { PlanSection } from './plan-section.tsx'
import { DiscountSection, FeesSection, InsuranceSection, VatSection } from './price-sections.tsx'
import { SectionNav } from './section-nav.tsx'
import { StockForm } from './stock-form.tsx'
import { boxesOf } from './stock.ts'
import type { Settings } from './stock-values.ts'
import classes from './settings.module.css'

/** /stocks/{id}: all that is set for a stock; a superUser changes it, others with the permission read it. */
export default function StockPage(): ReactNode {
  const t = useTranslations('sites.page')
  const shell = useTranslations('shell')
  const { id } = useParams({ from: '/inside/stocks/$id' })
  const { data: stock, error, refetch } = useQuery(queryOf(getStock, { params: { id } }))
  const back = (
    <Link key="stocks" to="/stocks">
      {shell('nav.stocks')}
    </Link>
  )
  if (stock !== undefined) return <StockSettings key={id} stock={stock} back={back} />
  const isMissing = isApiError(error, 6006)
  return (
    <>
      <PageHeader title={isMissing ? t('notFound') : t('loading')} crumbs={[back]} />
      {isMissing ? (
        <EmptyState size="page" title={t('notFound')} text={t('notFoundText')} action={back} />
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.sections}>
          <SkeletonCard height={180} />
          <SkeletonCard height={420} />
        </div>
      )}
    </>
  )
}

function StockSettings({ stock, back }: { readonly stock: Settings; readonly back: ReactNode }) {
  const t = useTranslations('sites')
  const user = useUser()
  const isReadOnly = user?.role !== 'superUser'
  const reading = { stock, isReadOnly }
  const address = `${stock.address}, ${stock.city?.city ?? ''}`
  return (
    <>
      <PageHeader
        title={t('page.titleOf', { name: stock.name })}
        here={stock.name}
        crumbs={[back]}
        lead={isReadOnly ? `${address}. ${t('page.readOnly')}` : t('page.lead', { address })}
        actions={<Deeds stock={stock} />}
      />
      <div className={classes.page}>
        <SectionNav stockId={stock.id} hasDelete={!isReadOnly} isExternal={stock.isExternal} />
        <div className={classes.sections}>
          <ControlSection stock={stock} />
          <StockForm {...reading} />
          {stock.isExternal && (
            <>
              <SourceSection stockId={stock.id} mayRead={!isReadOnly} />
              {allows(user, { permission: 'contracts.read' }) && <TasksSection stockId={stock.id} />}
            </>
          )}
          <DiscountSection {...reading} />
          <FeesSection {...reading} />
          <InsuranceSection {...reading} />
          <VatSection {...reading} />
          <StockPaymentsSection stockId={stock.id} isReadOnly={isReadOnly} />
          <PlanSection stockId={stock.id} isReadOnly={isReadOnly} />
          {!isReadOnly && <DeleteSection stock={stock} />}
        </div>
      </div>
    </>
  )
}

function Deeds({ stock }: { readonly stock: Settings }) {
  const t = useTranslations('sites.page')
  const format = useFormat()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLockOpen size={18} stroke={1.75} />}
        renderRoot={(props) => <Link to="/stocks/$id/site" params={{ id: stock.id }} {...props} />}
      >
        {t('site')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconHistory size={18} stroke={1.75} />}
        renderRoot={(props) => <Link to="/stocks/$id/history" params={{ id: stock.id }} {...props} />}
      >
        {t('history')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPackage size={18} stroke={1.75} />}
        renderRoot={(props) => <Link to="/boxes" search={{ stockId: stock.id }} {...props} />}
      >
        {t('boxes', { count: format.number(boxesOf(stock).total) })}
      </Button>
    </>
  )
}
