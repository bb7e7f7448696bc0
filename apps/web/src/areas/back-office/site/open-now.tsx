import { IconAlertTriangle, IconClockExclamation, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { openNow } from '@stowage/api/sites'
import { keyOf, queryOf, useRealtime } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { AskedSection, CrateLabel, Pill } from '../../../ui/index.ts'
import type { Stock } from '../stocks/stock.ts'
import { openFor } from './open-for.ts'
import classes from './site.module.css'

type Open = Answer<typeof openNow>['doors'][number]

/** Doors of equipment move without a message of their own to everybody; minutes pass as well. */
const againMs = 15_000

/** What stands open at a warehouse now, longest first; alarms above all. Moves as the doors move. */
export function OpenNow({ stock }: { readonly stock: Stock }) {
  const t = useTranslations('site.open')
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf(openNow, { params: { id: stock.id } }),
    refetchInterval: againMs,
    meta: { quiet: true },
  })
  const moved = ({ stockId }: { readonly stockId: string }): void => {
    if (stockId === stock.id) void client.invalidateQueries({ queryKey: keyOf(openNow) })
  }
  useRealtime('BOX_OPENED', moved)
  useRealtime('BOX_CLOSED', moved)
  useRealtime('BOX_FORCED', moved)
  useRealtime('RECONNECTED', () => moved({ stockId: stock.id }))
  const { data } = query
  return (
    <AskedSection
      id="open"
      title={t('title')}
      {...(data?.doors.some(({ isForced }) => isForced) === true ? { tone: 'red' as const } : {})}
      aside={
        data !== undefined && (
          <span role="status" className={classes.count}>
            {data.isOk && (data.doors.length > 0 || data.outOfSight === 0)
              ? t('count', { count: data.doors.length })
              : t('unknown')}
          </span>
        )
      }
      query={query}
      isEmpty={({ doors }) => doors.length === 0}
      empty={<Nothing isOk={data?.isOk !== false} outOfSight={data?.outOfSight ?? 0} />}
    >
      {({ doors, now, isOk, outOfSight }) => (
        <>
          {isOk && outOfSight > 0 && <p className={classes.away}>{t('outOfSight', { count: outOfSight })}</p>}
          {!isOk && <p className={classes.away}>{t('awayText')}</p>}
          <ul className={classes.open}>
            {doors.map((door) => (
              <OpenDoor
                key={door.boxId ?? door.equipmentId ?? door.name}
                door={door}
                now={now}
                timeZone={stock.timeZone}
              />
            ))}
          </ul>
        </>
      )}
    </AskedSection>
  )
}

/** That all is shut is said only where every door is seen. */
function Nothing({ isOk, outOfSight }: { readonly isOk: boolean; readonly outOfSight: number }) {
  const t = useTranslations('site.open')
  const isSeen = isOk && outOfSight === 0
  const Sign = isSeen ? IconLock : IconPlugConnectedX
  return (
    <p className={classes.nothing}>
      <Sign size={20} stroke={1.75} aria-hidden="true" />
      {isSeen
        ? t('allShut')
        : isOk
          ? `${t('noneSeen')} ${t('outOfSight', { count: outOfSight })}`
          : t('awayNothing')}
    </p>
  )
}

function OpenDoor({
  door,
  now,
  timeZone,
}: {
  readonly door: Open
  readonly now: string
  readonly timeZone: string
}) {
  const t = useTranslations('site.open')
  const roles = useTranslations('shell.role')
  const format = useFormat()
  const { hours, minutes } = openFor(door.since, now)
  const by = door.openedBy
  return (
    <li data-tone={door.isForced ? 'red' : door.isLong ? 'amber' : undefined}>
      <span className={classes.door}>
        {door.boxId === null || door.boxId === undefined ? (
          <strong>{door.name}</strong>
        ) : (
          <Link to="/boxes/$id" params={{ id: door.boxId }}>
            <CrateLabel number={door.name} tone="soft" />
          </Link>
        )}
        {door.isForced ? (
          <Pill tone="red" icon={IconAlertTriangle}>
            {t('forced')}
          </Pill>
        ) : (
          door.isLong && (
            <Pill tone="amber" icon={IconClockExclamation}>
              {t('long')}
            </Pill>
          )
        )}
      </span>
      <span className={classes.when}>
        <time dateTime={door.since}>{format.shortInstant(door.since, timeZone)}</time>
        <span>{hours > 0 ? t('hours', { hours, minutes }) : t('minutes', { minutes })}</span>
      </span>
      <span className={classes.who}>
        {by != null && (
          <span>
            {t('by', {
              email: by.email,
              role:
                by.role === 'superUser' || by.role === 'staff' || by.role === 'client'
                  ? roles(by.role)
                  : by.role,
            })}
          </span>
        )}
        {door.tenant != null && (
          <Link to="/users/$id" params={{ id: door.tenant.id }}>
            {door.tenant.fullName}
          </Link>
        )}
      </span>
    </li>
  )
}
