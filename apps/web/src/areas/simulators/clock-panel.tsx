import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconClockPlay, IconRefresh, IconRestore } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import type { ClockRequest, ClockView } from '@stowage/api/simulators'
import { queryOf } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { confirm, dayIn, Section } from '../../ui/index.ts'
import { useConsole, useDeed } from './console-client.ts'
import { instantAt } from './local-time.ts'
import { Unknown } from './unknown.tsx'
import { useOffsetWords } from './use-offset-words.ts'
import { useZone } from './use-zone.ts'
import classes from './clock.module.css'

const hourMs = 3_600_000
const openingHour = 10

/** The business clock: what time the product believes it is, and the ways to move it. */
export function ClockPanel() {
  const t = useTranslations('simulators.clock')
  const { data, error, refetch } = useConsole<ClockView>('/clock', 5000)
  if (data === undefined) return <Unknown error={error} onRetry={refetch} />
  if (data.now === null) return <p>{t('noClock')}</p>
  return (
    <div className={classes.cards}>
      <Clock now={data.now} machineNow={data.machineNow} />
      <Refill />
    </div>
  )
}

function Clock({ now, machineNow }: { readonly now: string; readonly machineNow: string }) {
  const t = useTranslations('simulators.clock')
  const format = useFormat()
  const offsetWords = useOffsetWords()
  const own = useZone()
  const client = useQueryClient()
  const deed = useDeed(t('failed'))
  const { data: stocks = [] } = useQuery({ ...queryOf(listStocks), meta: { quiet: true } })
  const zones = [...new Set([own, ...stocks.map(({ timeZone }) => timeZone)])]
  const [picked, setZone] = useState<string | null>(null)
  const zone = picked ?? own
  const [day, setDay] = useState<string | null>(null)
  const wanted = day ?? dayIn(Date.parse(now), zone)
  const offsetMs = Date.parse(now) - Date.parse(machineNow)
  const move = (body: ClockRequest | object, path = '/clock'): void =>
    // Everything on every screen may look different at another time, the bar at the top first.
    deed.mutate({ path, body, said: t('moved') }, { onSettled: () => void client.invalidateQueries() })
  const later = (ms: number): string => new Date(Date.parse(now) + ms).toISOString()
  return (
    <Section
      title={t('title')}
      aside={offsetWords(offsetMs)}
      {...(Math.abs(offsetMs) > 60_000 ? { tone: 'amber' as const } : {})}
    >
      <p className={classes.now}>
        <time dateTime={now}>{format.instant(now, zone)}</time>
      </p>
      <p className={classes.dim}>{t('zoneNow', { zone, machine: format.instant(machineNow, zone) })}</p>
      <div className={classes.deeds}>
        <Button variant="light" disabled={deed.isPending} onClick={() => move({ to: later(hourMs) })}>
          {t('hour')}
        </Button>
        <Button variant="light" disabled={deed.isPending} onClick={() => move({ days: 1 })}>
          {t('day')}
        </Button>
        <Button variant="light" disabled={deed.isPending} onClick={() => move({ days: 7 })}>
          {t('week')}
        </Button>
        <Button variant="light" disabled={deed.isPending} onClick={() => move({ months: 1 })}>
          {t('month')}
        </Button>
      </div>
      <div className={classes.to}>
        <TextInput
          label={t('dayLabel')}
          type="date"
          value={wanted}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('zoneLabel')}
          data={zones}
          value={zone}
          onChange={(event) => setZone(event.currentTarget.value)}
        />
        <Button
          size="md"
          leftSection={<IconClockPlay size={18} stroke={1.75} />}
          disabled={wanted === '' || deed.isPending}
          onClick={() => move({ to: instantAt(wanted, openingHour, zone) })}
        >
          {t('toOpening')}
        </Button>
        <Button
          size="md"
          variant="default"
          leftSection={<IconRestore size={18} stroke={1.75} />}
          disabled={deed.isPending || Math.abs(offsetMs) < 1000}
          onClick={() => move({}, '/clock/reset')}
        >
          {t('reset')}
        </Button>
      </div>
      <p className={classes.dim}>{deed.isPending ? t('moving') : t('hint')}</p>
    </Section>
  )
}

function Refill() {
  const t = useTranslations('simulators.refill')
  const client = useQueryClient()
  const deed = useDeed(t('failed'))
  const ask = async (): Promise<void> => {
    if (!(await confirm({ title: t('askTitle'), text: t('askText'), yes: t('do'), danger: true }))) return
    deed.mutate(
      { path: '/refill', body: {}, said: t('done') },
      { onSettled: () => void client.invalidateQueries() },
    )
  }
  return (
    <Section title={t('title')}>
      <p className={classes.dim}>{deed.isPending ? t('working') : t('text')}</p>
      <Button
        variant="default"
        mt={14}
        color="red"
        loading={deed.isPending}
        leftSection={<IconRefresh size={18} stroke={1.75} />}
        onClick={() => void ask()}
      >
        {t('do')}
      </Button>
    </Section>
  )
}
