import { useTranslations } from 'use-intl'
import type { SiteView } from '@stowage/api/simulators'
import { useFormat } from '../../i18n/index.ts'
import { Section } from '../../ui/index.ts'
import { useZone } from './use-zone.ts'
import classes from './doors.module.css'

const shown = 12

/** What the site has told, newest first, in the words of its protocol. */
export function SiteEvents({ site }: { readonly site: SiteView }) {
  const t = useTranslations('simulators.doors')
  const format = useFormat()
  const zone = useZone()
  const nameOf = (lockId: string | null): string =>
    site.doors.find(({ id }) => id === lockId)?.name ?? lockId ?? ''
  return (
    <Section title={t('events')}>
      {site.events.length === 0 ? (
        <p className={classes.quiet}>{t('noEvents')}</p>
      ) : (
        <ol className={classes.events}>
          {site.events.slice(0, shown).map(({ seq, type, at, lockId }) => (
            <li key={seq}>
              <time dateTime={at}>{format.shortInstant(at, zone)}</time>
              <span>
                <code>{type}</code> {nameOf(lockId)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
