import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { siteFaults, type SiteRequest, type SiteView } from '@stowage/api/simulators'
import { useDeed } from './console-client.ts'
import classes from './doors.module.css'

const seconds = [5, 10, 20, 40, 60]
const BOXES_NAMED = 10

const shortened = (boxes: readonly string[]): string =>
  boxes.slice(0, BOXES_NAMED).join(', ') + (boxes.length > BOXES_NAMED ? ', …' : '')

/** What a whole site can be given to suffer from, and how long its doors stay open. */
export function SiteTrouble({ site }: { readonly site: SiteView }) {
  const t = useTranslations('simulators.doors')
  const deed = useDeed(t('failed'))
  const act = (body: SiteRequest): void => deed.mutate({ path: `/sites/${site.siteId}`, body })
  const times = seconds.includes(site.closeAfterSeconds)
    ? seconds
    : [...seconds, site.closeAfterSeconds].toSorted((a, b) => a - b)
  return (
    <>
      <NativeSelect
        label={t('fault')}
        data={siteFaults.map((value) => ({ value, label: t(`faults.${value}`) }))}
        value={site.fault}
        onChange={(event) => {
          const fault = siteFaults.find((value) => value === event.currentTarget.value)
          if (fault !== undefined) act({ action: 'fault', fault })
        }}
      />
      <NativeSelect
        label={t('closeAfter')}
        data={times.map((value) => ({ value: String(value), label: t('seconds', { count: value }) }))}
        value={String(site.closeAfterSeconds)}
        onChange={(event) => act({ action: 'closeAfter', seconds: Number(event.currentTarget.value) })}
      />
      <span className={classes.meta}>
        {t('siteMeta', { address: `${site.host}:${site.port}`, unsent: site.unsentEvents })}
      </span>
      {site.lanUrl !== null && (
        <a href={site.lanUrl} target="_blank" rel="noreferrer">
          {t('lanPage')}
        </a>
      )}
      {site.lanUrl !== null && (
        <span className={classes.meta}>
          {t('withPin', { count: site.boxesWithPin.length, boxes: shortened(site.boxesWithPin) })}
        </span>
      )}
    </>
  )
}
