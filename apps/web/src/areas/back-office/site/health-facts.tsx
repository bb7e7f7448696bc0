import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import type { getSite } from '@stowage/api/sites'
import { useFormat } from '../../../i18n/index.ts'
import classes from './site.module.css'

type Setup = Answer<typeof getSite>

interface HealthFactsProps {
  readonly site: Setup
  readonly health: NonNullable<Setup['health']>
  readonly timeZone: string
}

/** What a site said of itself at its last contact. */
export function HealthFacts({ site, health, timeZone }: HealthFactsProps) {
  const t = useTranslations('site.fact')
  const format = useFormat()
  const when = (instant: string | null | undefined): string =>
    instant == null ? '–' : format.shortInstant(instant, timeZone)
  const facts: readonly (readonly [string, string])[] = [
    [t('lastContact'), when(health.lastContactAt)],
    [t('way'), t(health.carrier)],
    [t('address'), health.address ?? site.directAddress ?? '–'],
    [t('version'), health.version],
    [t('started'), when(health.startedAt)],
    [t('paired'), when(site.pairedAt)],
    [t('clock'), t('skew', { seconds: format.number(Math.abs(Math.round(health.skewMs / 100)) / 10) })],
    [
      t('list'),
      health.listVersion === 0 ? t('noList') : t('listUntil', { when: when(health.listValidUntil) }),
    ],
    [t('unsent'), format.number(health.unsentEvents)],
  ]
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {health.buses.length > 0 && (
        <ul className={classes.buses} aria-label={t('buses')}>
          {health.buses
            .toSorted((a, b) => a.bus - b.bus)
            .map((bus) => (
              <li key={bus.bus} data-tone={bus.isOk ? undefined : 'amber'}>
                <strong>{t('bus', { bus: bus.bus })}</strong>
                <span>{bus.isOk ? t('busOk') : t('busDown')}</span>
                <span className={classes.quiet}>
                  {t('polled', { when: when(bus.lastPollAt), errors: bus.errorCount })}
                </span>
              </li>
            ))}
        </ul>
      )}
    </>
  )
}
