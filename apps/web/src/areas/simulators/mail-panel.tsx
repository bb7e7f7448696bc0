import { Button, NativeSelect } from '@mantine/core'
import { IconPaperclip, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MailboxView, MailSummary } from '@stowage/api/simulators'
import { useFormat } from '../../i18n/index.ts'
import { confirm, EmptyState, Section } from '../../ui/index.ts'
import { useConsole, useDeed } from './console-client.ts'
import { MailView } from './mail-view.tsx'
import { Unknown } from './unknown.tsx'
import { useZone } from './use-zone.ts'
import classes from './mail.module.css'

const faults = ['none', 'refuse', 'busy', 'down'] as const

/** Every mail the product has sent, and a mail server that can be in trouble. */
export function MailPanel() {
  const t = useTranslations('simulators.mail')
  const { data, error, refetch } = useConsole<MailboxView>('/mails', 2000)
  const deed = useDeed(t('failed'))
  const [picked, setPicked] = useState<string | null>(null)
  if (data === undefined) return <Unknown error={error} onRetry={refetch} />
  const opened = data.mails.find(({ id }) => id === picked) ?? data.mails[0]
  const clear = async (): Promise<void> => {
    if (await confirm({ title: t('clearTitle'), text: t('clearText'), yes: t('clear') }))
      deed.mutate({ path: '/mails' })
  }
  return (
    <div className={classes.columns}>
      <Section
        title={t('title')}
        aside={t('count', { count: data.mails.length })}
        flush
        foot={
          <div className={classes.tools}>
            <NativeSelect
              label={t('server')}
              size="xs"
              data={faults.map((value) => ({ value, label: t(`faults.${value}`) }))}
              value={data.fault.kind}
              onChange={(event) =>
                deed.mutate({ path: '/mail-fault', body: { kind: event.currentTarget.value } })
              }
            />
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              disabled={data.mails.length === 0}
              leftSection={<IconTrash size={16} stroke={1.75} />}
              onClick={() => void clear()}
            >
              {t('clear')}
            </Button>
          </div>
        }
      >
        {data.mails.length === 0 ? (
          <div className={classes.pad}>
            <EmptyState title={t('empty')} text={t('emptyText')} />
          </div>
        ) : (
          <ul className={classes.list}>
            {data.mails.map((mail) => (
              <MailRow
                key={mail.id}
                mail={mail}
                isOpen={mail.id === opened?.id}
                onOpen={() => setPicked(mail.id)}
              />
            ))}
          </ul>
        )}
      </Section>
      {opened !== undefined && <MailView key={opened.id} id={opened.id} />}
    </div>
  )
}

interface MailRowProps {
  readonly mail: MailSummary
  readonly isOpen: boolean
  readonly onOpen: () => void
}

function MailRow({ mail, isOpen, onOpen }: MailRowProps) {
  const t = useTranslations('simulators.mail')
  const format = useFormat()
  const zone = useZone()
  return (
    <li>
      <button type="button" className={classes.row} aria-current={isOpen || undefined} onClick={onOpen}>
        <span className={classes.to}>
          {mail.to.join(', ')}
          <time dateTime={mail.receivedAt}>{format.shortInstant(mail.receivedAt, zone)}</time>
        </span>
        <span className={classes.subject}>{mail.subject}</span>
        {mail.attachments > 0 && (
          <span className={classes.clip}>
            <IconPaperclip size={14} stroke={2} aria-hidden="true" />
            {t('files', { count: mail.attachments })}
          </span>
        )}
      </button>
    </li>
  )
}
