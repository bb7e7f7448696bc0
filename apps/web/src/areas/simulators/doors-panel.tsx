import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SitesView, SiteView } from '@stowage/api/simulators'
import { Section } from '../../ui/index.ts'
import { useConsole } from './console-client.ts'
import { DoorControl } from './door-control.tsx'
import { DoorGrid } from './door-grid.tsx'
import { SiteEvents } from './site-events.tsx'
import { SiteTrouble } from './site-trouble.tsx'
import { Unknown } from './unknown.tsx'
import classes from './doors.module.css'

/** The doors of every site, as they really stand; asked every second. */
export function DoorsPanel() {
  const t = useTranslations('simulators.doors')
  const { data, error, refetch } = useConsole<SitesView>('/sites', 1000)
  const [picked, setPicked] = useState<string | null>(null)
  if (data === undefined) return <Unknown error={error} onRetry={refetch} />
  const site = data.sites.find(({ siteId }) => siteId === picked) ?? data.sites[0]
  if (site === undefined) return <p>{t('noSites')}</p>
  return (
    <>
      <div className={classes.site}>
        <NativeSelect
          label={t('site')}
          data={data.sites.map(({ siteId, name }) => ({ value: siteId, label: name }))}
          value={site.siteId}
          onChange={(event) => setPicked(event.currentTarget.value)}
        />
        <SiteTrouble site={site} />
      </div>
      <Site key={site.siteId} site={site} />
    </>
  )
}

function Site({ site }: { readonly site: SiteView }) {
  const t = useTranslations('simulators.doors')
  const [picked, setPicked] = useState<string | null>(null)
  const door =
    site.doors.find(({ id }) => id === picked) ??
    site.doors.find(({ kind }) => kind !== 'box') ??
    site.doors[0]
  const open = site.doors.filter(({ position }) => position === 'opened').length
  return (
    <div className={classes.columns}>
      <Section title={t('title')} aside={t('openNow', { count: open })}>
        <DoorGrid doors={site.doors} chosen={door?.id ?? null} onChoose={setPicked} />
      </Section>
      <div className={classes.side}>
        {door !== undefined && <DoorControl siteId={site.siteId} door={door} />}
        <SiteEvents site={site} />
      </div>
    </div>
  )
}
