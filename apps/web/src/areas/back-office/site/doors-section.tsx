import { Button } from '@mantine/core'
import { IconAlertTriangle, IconBolt } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { siteDoors } from '@stowage/api/sites'
import { keyOf, queryOf, useRealtime } from '../../../client/index.ts'
import { LockPill } from '../../../features/access/index.ts'
import { AskedSection, DataTable, Pill, type DataTableColumn } from '../../../ui/index.ts'
import type { Stock } from '../stocks/stock.ts'
import { isSilence } from './silent-controllers.ts'
import { useTestLock } from './use-test-lock.ts'
import classes from './site.module.css'

type Door = Answer<typeof siteDoors>['doors'][number]

/** Every lock number of the warehouse against those of its site, and a button to try each behind which nobody keeps anything. */
export function DoorsSection({ stock }: { readonly stock: Stock }) {
  const t = useTranslations('site.doors')
  const client = useQueryClient()
  const query = useQuery({ ...queryOf(siteDoors, { params: { id: stock.id } }), meta: { quiet: true } })
  const moved = ({ stockId }: { readonly stockId: string }): void => {
    if (stockId === stock.id) void client.invalidateQueries({ queryKey: keyOf(siteDoors) })
  }
  useRealtime('BOX_OPENED', moved)
  useRealtime('BOX_CLOSED', moved)
  useRealtime('SITE_CHANGED', moved)
  return (
    <AskedSection
      id="locks"
      title={t('title')}
      flush
      query={query}
      isEmpty={({ doors }) => doors.length === 0}
      empty={<p className={classes.lead}>{t('none')}</p>}
      aside={
        query.data?.isLive === false &&
        query.data.doors.length > 0 && <span className={classes.quiet}>{t('lastKnown')}</span>
      }
    >
      {({ doors }) => <Doors doors={doors} stock={stock} />}
    </AskedSection>
  )
}

function Doors({ doors, stock }: { readonly doors: readonly Door[]; readonly stock: Stock }) {
  const t = useTranslations('site.doors')
  const kinds = useTranslations('site.kind')
  const { ask, busyId, results } = useTestLock(stock)
  const columns: DataTableColumn<Door>[] = [
    { accessor: 'lockId', title: t('lock'), noWrap: true },
    {
      accessor: 'name',
      title: t('door'),
      render: ({ name, kind, nameAtSite }) => (
        <span className={classes.two}>
          <strong>{name ?? nameAtSite ?? '–'}</strong>
          <span>{kind == null ? t('ofNothing') : kinds(kind)}</span>
        </span>
      ),
    },
    {
      accessor: 'isAtSite',
      title: t('atSite'),
      render: (door) => <AtSite door={door} />,
    },
    {
      accessor: 'lockStatus',
      title: t('state'),
      noWrap: true,
      render: ({ lockStatus, isBlind, since, lastError }) => (
        <span className={classes.two}>
          {isBlind ? (
            <span className={classes.quiet} title={t('noContactTitle')}>
              {t('noContact')}
            </span>
          ) : (
            <LockPill status={lockStatus} since={since} timeZone={stock.timeZone} />
          )}
          {lastError != null && (
            <span title={lastError}>{t(isSilence(lastError) ? 'silent' : 'trouble')}</span>
          )}
        </span>
      ),
    },
    {
      accessor: 'mayTest',
      title: t('try'),
      textAlign: 'right',
      render: (door) => {
        const result = results.get(door.lockId)
        return (
          <span className={classes.try}>
            {result !== undefined && <span role="status">{result}</span>}
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconBolt size={16} stroke={1.75} />}
              disabled={!door.mayTest || door.isAtSite === false}
              title={door.mayTest ? undefined : t('mayNot')}
              loading={busyId === door.lockId}
              aria-label={t('tryDoor', { door: door.name ?? door.lockId })}
              onClick={() => void ask(door)}
            >
              {t('tryIt')}
            </Button>
          </span>
        )
      },
    },
  ]
  const viewportProps = { tabIndex: 0, role: 'group', 'aria-label': t('title') }
  return (
    <DataTable
      records={[...doors]}
      columns={columns}
      idAccessor="lockId"
      scrollAreaProps={{ viewportProps }}
      height={doors.length > 12 ? 560 : 'auto'}
    />
  )
}

function AtSite({ door }: { readonly door: Door }) {
  const t = useTranslations('site.doors')
  if (door.isAtSite == null) return <span className={classes.quiet}>–</span>
  if (door.isAtSite) return <span>{door.nameAtSite ?? t('there')}</span>
  return (
    <Pill tone="amber" icon={IconAlertTriangle}>
      {t('missing')}
    </Pill>
  )
}
