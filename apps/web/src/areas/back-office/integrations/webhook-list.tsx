import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { zone, type Hook } from './integrations.ts'
import { WebhookState } from './webhook-state.tsx'
import classes from './integrations.module.css'

interface WebhookListProps {
  readonly webhooks: readonly Hook[]
  readonly onOpen: (id: string) => void
}

/** Each with where it sends, what, and how it fares. */
export function WebhookList({ webhooks, onOpen }: WebhookListProps) {
  const t = useTranslations('integrations.webhooks')
  const format = useFormat()
  return (
    <ul className={classes.list}>
      {webhooks.map((webhook) => (
        <li key={webhook.id}>
          <div className={classes.name}>
            <strong>{webhook.name}</strong>
            <span className={classes.quiet}>{webhook.url}</span>
            <span className={classes.quiet}>
              {t('events', { count: webhook.events.length })}{' '}
              {webhook.lastDelivered == null
                ? t('nothingYet')
                : t('lastTaken', { when: format.shortInstant(webhook.lastDelivered, zone) })}
            </span>
          </div>
          <WebhookState webhook={webhook} />
          <Button
            variant="light"
            aria-label={t('openNamed', { name: webhook.name })}
            onClick={() => onOpen(webhook.id)}
          >
            {t('open')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
