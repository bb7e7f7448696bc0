import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { bookMonth } from '@stowage/api/months'
import type { Answer } from '@stowage/api/endpoint'
import classes from './books.module.css'

/** What has to be in order before a month is closed, each with a sign and a word, never by colour alone. */
export function MonthChecks({ checks }: { readonly checks: Answer<typeof bookMonth>['checks'] }) {
  const t = useTranslations('books.months')
  return (
    <ul className={classes.checks} aria-label={t('checks')}>
      {checks.map(({ name, isGreen, count, details }) => (
        <li key={name} data-green={isGreen || undefined}>
          {isGreen ? (
            <IconCheck size={18} stroke={2} aria-hidden="true" />
          ) : (
            <IconAlertTriangle size={18} stroke={2} aria-hidden="true" />
          )}
          <span>
            {t(isGreen ? `green.${name}` : `red.${name}`, { count })}
            {details.map((detail) => (
              <span key={detail} className={classes.detail}>
                {detail}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
