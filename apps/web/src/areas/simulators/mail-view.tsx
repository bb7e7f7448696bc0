import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { MailDetail } from '@stowage/api/simulators'
import { useFormat } from '../../i18n/index.ts'
import { Section } from '../../ui/index.ts'
import { useConsole } from './console-client.ts'
import { Unknown } from './unknown.tsx'
import { useZone } from './use-zone.ts'
import classes from './mail.module.css'

/** A mail does not change any more; only a mailbox that was emptied takes it away. */
const everyMs = 60_000

/**
 * One mail as its reader sees it. The HTML stands in a frame without scripts, in an origin of its own and under a policy
 * of its own: a mail may do what it likes and reaches nothing of ours.
 */
export function MailView({ id }: { readonly id: string }) {
  const t = useTranslations('simulators.mail')
  const format = useFormat()
  const zone = useZone()
  const { data, error, refetch } = useConsole<MailDetail>(`/mails/${id}`, everyMs)
  if (data === undefined) return <Unknown error={error} onRetry={refetch} />
  const files = data.attachments.filter(({ inline }) => !inline)
  return (
    <Section
      title={data.subject}
      foot={
        data.htmlUrl !== null && (
          <a href={data.htmlUrl} target="_blank" rel="noreferrer" className={classes.link}>
            <IconExternalLink size={16} stroke={1.75} aria-hidden="true" />
            {t('newTab')}
          </a>
        )
      }
    >
      <dl className={classes.facts}>
        <dt>{t('from')}</dt>
        <dd>{data.from}</dd>
        <dt>{t('to')}</dt>
        <dd>{data.to.join(', ')}</dd>
        <dt>{t('at')}</dt>
        <dd>{format.instant(data.receivedAt, zone)}</dd>
      </dl>
      {files.length > 0 && (
        <ul className={classes.files} aria-label={t('attachments')}>
          {files.map((file) => (
            <li key={file.url}>
              <a href={file.url} download={file.fileName} className={classes.link}>
                <IconDownload size={16} stroke={1.75} aria-hidden="true" />
                {file.fileName},{' '}
                {t('kilobytes', { size: format.number(Math.max(1, Math.round(file.size / 1024))) })}
              </a>
            </li>
          ))}
        </ul>
      )}
      {data.htmlUrl === null ? (
        <pre className={classes.plain}>{data.text}</pre>
      ) : (
        <iframe
          className={classes.frame}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          src={data.htmlUrl}
          title={data.subject}
        />
      )}
    </Section>
  )
}
