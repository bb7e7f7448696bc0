import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OpenApiDocument } from '../../../client/index.ts'
import { CodeBlock } from './code-block.tsx'
import classes from './developers.module.css'

/** What holds for every call, and how webhooks are checked. */
export function Guide({
  document,
  isOpen,
}: {
  readonly document: OpenApiDocument
  readonly isOpen: boolean
}) {
  const t = useTranslations('integrations.developers.guide')
  const [opened, setOpened] = useState(isOpen)
  const event = document.webhooks['contract.booked']?.post.requestBody?.content['application/json']
  return (
    <details
      className={classes.guide}
      open={opened}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>{t('summary')}</summary>
      <h3>{t('keys')}</h3>
      <p>
        {t('keysText')} <Link to="/api-keys">{t('makeKey')}</Link>
      </p>
      <CodeBlock label={t('keys')} code={`curl '${location.origin}/api/stocks' -H 'X-API-Key: stw_…'`} />
      <h3>{t('once')}</h3>
      <p>{t('onceText')}</p>
      <h3>{t('errors')}</h3>
      <p>{t('errorsText')}</p>
      <CodeBlock
        label={t('errors')}
        code={JSON.stringify(
          {
            errors: [
              { errorCode: 6001, message: document['x-error-codes']['6001']?.message, field: 'boxId' },
            ],
          },
          null,
          2,
        )}
      />
      <h3>{t('webhooks')}</h3>
      <p>
        {t('webhooksText')} <Link to="/webhooks">{t('makeWebhook')}</Link>
      </p>
      <CodeBlock label={t('webhooks')} code={JSON.stringify(event?.example ?? {}, null, 2)} />
      <p>{t('signature')}</p>
      <CodeBlock
        label={t('signature')}
        code={
          "signature = 'v1,' + base64(hmac_sha256(\n  base64_decode(secret without 'whsec_'),\n  webhook-id + '.' + webhook-timestamp + '.' + body))"
        }
      />
      <p>{t('events', { names: Object.keys(document.webhooks).join(', ') })}</p>
      <h3>{t('client')}</h3>
      <p>{t('clientText')}</p>
    </details>
  )
}
