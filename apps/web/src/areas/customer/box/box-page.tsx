import { Button } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { getBox } from '@stowage/api/catalog'
import { queryOf, useUser, type CurrentUser } from '../../../client/index.ts'
import {
  BoxHistory,
  ConnectionLost,
  LockPill,
  useAvailability,
  useLockUpdates,
} from '../../../features/access/index.ts'
import { allows } from '../../../features/accounts/index.ts'
import { useStock } from '../../../features/catalog/index.ts'
import { CrateLabel, ErrorState, PageHeader, SkeletonCard } from '../../../ui/index.ts'
import { WhereIsBox } from '../my-boxes/where-is-box.tsx'
import { BoxEquipment } from './box-equipment.tsx'
import { BoxFacts } from './box-facts.tsx'
import { BoxLock } from './box-lock.tsx'
import type { ShownBox } from './shown-box.ts'
import classes from './box-page.module.css'

/** One box: what it is, whose, its lock with the button, the doors of its stock, every try so far (specification 2.8). */
export default function BoxPage(): ReactNode {
  const { id } = useParams({ from: '/inside/boxes/$id' })
  const user = useUser()
  const query = useQuery(queryOf(getBox, { params: { id } }))
  useLockUpdates()
  if (!user) return null
  if (query.data !== undefined) return <KnownBox box={query.data} user={user} />
  if (query.error !== null) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className={classes.columns}>
      <SkeletonCard height={220} />
      <SkeletonCard height={220} />
    </div>
  )
}

function KnownBox({ box, user }: { readonly box: ShownBox; readonly user: CurrentUser }) {
  const t = useTranslations('mybox')
  const nav = useTranslations('shell.nav')
  const isClient = user.role === 'client'
  const stock = useStock(box.stockId)
  const timeZone = stock?.timeZone ?? 'UTC'
  const isOwn = box.userInfo?.id === user.id
  const isOk = useAvailability(
    isOwn || allows(user, { permission: 'stocks.availability' }) ? box.stockId : undefined,
  )
  const seesHistory = isOwn || allows(user, { permission: 'boxes.history' })
  const place = { name: box.stockName ?? stock?.name ?? '', address: stock?.address ?? '' }
  return (
    <>
      <PageHeader
        title={<CrateLabel number={box.unitNumber} size="xl" />}
        here={t('page.title', { number: box.unitNumber })}
        crumbs={[
          isClient ? (
            <Link key="up" to="/my-boxes">
              {t('title')}
            </Link>
          ) : (
            <Link key="up" to="/boxes" search={{ stockId: box.stockId }}>
              {nav('boxes')}
            </Link>
          ),
        ]}
        pills={
          <>
            <LockPill status={box.lockStatus} since={box.lockSince} timeZone={timeZone} />
            {allows(user, { permission: 'stocks.availability' }) && <ConnectionLost stockId={box.stockId} />}
          </>
        }
        lead={place.name}
        {...(user.role === 'superUser'
          ? {
              actions: (
                <Button
                  variant="default"
                  leftSection={<IconEdit size={18} stroke={1.75} />}
                  renderRoot={(props) => <Link to="/boxes/$id/edit" params={{ id: box.id }} {...props} />}
                >
                  {t('page.edit')}
                </Button>
              ),
            }
          : {})}
      />
      <div className={classes.columns}>
        <div className={classes.column}>
          <BoxLock box={box} place={place} isOk={isOk} isOwn={isOwn} />
          <BoxFacts box={box} isClient={isClient} />
        </div>
        <div className={classes.column}>
          <WhereIsBox stockId={box.stockId} boxId={box.id} floor={box.floor ?? null} isOwn={isOwn} />
          {(isOwn || allows(user, { permission: 'equipment.open' })) && (
            <BoxEquipment box={box} place={place} isOk={isOk} />
          )}
        </div>
        {seesHistory && (
          <div className={classes.whole}>
            <BoxHistory boxId={box.id} timeZone={timeZone} />
          </div>
        )}
      </div>
    </>
  )
}
