import { Button } from '@mantine/core'
import { IconHistory, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { getSite } from '@stowage/api/sites'
import { queryOf, useUser } from '../../../client/index.ts'
import { allows, needs } from '../../../features/accounts/index.ts'
import { EmptyState, ErrorState, PageHeader, SkeletonCard } from '../../../ui/index.ts'
import type { Stock } from '../stocks/stock.ts'
import { DoorsSection } from './doors-section.tsx'
import { HealthSection } from './health-section.tsx'
import { OpenNow } from './open-now.tsx'
import { SettingsSection } from './settings-section.tsx'
import classes from './site.module.css'

/** /stocks/{id}/site: what is open at a warehouse now; for who sets it up, its locks server, and each lock to try. */
export default function SitePage(): ReactNode {
  const t = useTranslations('site')
  const shell = useTranslations('shell')
  const { id } = useParams({ from: '/inside/stocks/$id/site' })
  const { data: stocks, error, refetch } = useQuery(queryOf(listStocks))
  const stock = stocks?.find((entry) => entry.id === id)
  const crumbs = [
    <Link key="stocks" to="/stocks">
      {shell('nav.stocks')}
    </Link>,
  ]
  if (stock !== undefined) return <Site key={id} stock={stock} crumbs={crumbs} />
  return (
    <>
      <PageHeader title={t('title')} crumbs={crumbs} />
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : stocks === undefined ? (
        <SkeletonCard height={240} />
      ) : (
        <EmptyState title={t('noStock')} text={t('noStockText')} />
      )}
    </>
  )
}

function Site({ stock, crumbs }: { readonly stock: Stock; readonly crumbs: ReactNode[] }) {
  const t = useTranslations('site')
  const user = useUser()
  const maySetUp = allows(user, { permission: 'sites.setup' })
  const mayRead = maySetUp || allows(user, needs.stock)
  const { data: site } = useQuery({
    ...queryOf(getSite, { params: { id: stock.id } }),
    enabled: mayRead,
    meta: { quiet: true },
  })
  // Where nothing has ever told of a door, "every door is shut" would be a guess.
  const isDumb = site?.isPaired === false && site.health == null
  return (
    <>
      <PageHeader
        title={t('titleOf', { stock: stock.name })}
        crumbs={crumbs}
        lead={`${stock.zip} ${stock.city?.city ?? ''}, ${stock.address}`}
        actions={<Ways stockId={stock.id} />}
      />
      <div className={classes.sections}>
        {allows(user, needs.openNow) && !isDumb && <OpenNow stock={stock} />}
        {mayRead && <HealthSection stock={stock} maySetUp={maySetUp} />}
        {maySetUp && <DoorsSection stock={stock} />}
        {maySetUp && <SettingsSection stock={stock} />}
      </div>
    </>
  )
}

function Ways({ stockId }: { readonly stockId: string }) {
  const t = useTranslations('site')
  const user = useUser()
  return (
    <>
      {allows(user, needs.stockHistory) && (
        <Button
          variant="default"
          leftSection={<IconHistory size={18} stroke={1.75} />}
          renderRoot={(props) => <Link to="/stocks/$id/history" params={{ id: stockId }} {...props} />}
        >
          {t('history')}
        </Button>
      )}
      {allows(user, needs.stock) && (
        <Button
          variant="default"
          leftSection={<IconSettings size={18} stroke={1.75} />}
          renderRoot={(props) => <Link to="/stocks/$id" params={{ id: stockId }} hash="network" {...props} />}
        >
          {t('settings')}
        </Button>
      )}
    </>
  )
}
