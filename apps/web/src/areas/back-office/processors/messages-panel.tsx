import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { changeStripe } from '@stowage/api/processors'
import { call } from '../../../client/index.ts'
import { toast } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import type { Processor } from './processor.ts'
import classes from './processors.module.css'

/** Where the processor sends its messages, and which. */
export function MessagesPanel({ processor }: { readonly processor: Processor }) {
  const t = useTranslations('processors.hook')
  const { kind, messageUrl, events, secrets, origin } = processor
  const isFormerKept = secrets.some(({ name }) => name === 'formerWebhookSecret')
  return (
    <section className={classes.panel} aria-label={t('title')}>
      <h3>{t('title')}</h3>
      <p className={classes.quiet}>{t(kind)}</p>
      <div className={classes.address}>
        <code aria-label={t('address')}>{messageUrl}</code>
        <Copy value={messageUrl} label={t('copy')} />
      </div>
      {events.length > 0 && (
        <details className={classes.events}>
          <summary>{t('events', { count: events.length })}</summary>
          <ul>
            {events.map((event) => (
              <li key={event}>
                <code>{event}</code>
              </li>
            ))}
          </ul>
          <Copy value={events.join('\n')} label={t('copyEvents')} />
        </details>
      )}
      {isFormerKept && origin === 'database' && <FormerSecret processorId={processor.id} />}
    </section>
  )
}

function Copy({ value, label }: { readonly value: string; readonly label: string }) {
  const t = useTranslations('processors.hook')
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={copy}
        >
          {copied ? t('copied') : label}
        </Button>
      )}
    </CopyButton>
  )
}

/** After a change of the webhook secret both count, until somebody ends that. */
function FormerSecret({ processorId }: { readonly processorId: string }) {
  const t = useTranslations('processors.hook')
  const readAnew = useReadAnew()
  const dropping = useMutation({
    mutationFn: async () =>
      await call(changeStripe, { params: { id: processorId }, body: { formerWebhookSecret: null } }),
    onSuccess: () => toast({ text: t('dropped'), ms: savedMs }),
    onSettled: readAnew,
  })
  return (
    <div className={classes.result} data-tone="amber">
      <div>
        <p>{t('former')}</p>
        <Button
          size="compact-sm"
          variant="default"
          loading={dropping.isPending}
          onClick={() => dropping.mutate()}
        >
          {t('dropFormer')}
        </Button>
      </div>
    </div>
  )
}
