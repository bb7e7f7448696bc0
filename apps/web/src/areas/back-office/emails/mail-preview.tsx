import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { previewMail, previewMailPage } from '@stowage/api/mail-previews'
import { addressOf, queryOf } from '../../../client/index.ts'
import type { Language } from '@stowage/texts/language.ts'
import { ErrorState, SkeletonCard } from '../../../ui/index.ts'
import classes from './emails.module.css'
import { useMailKind } from './use-mail-kind.ts'

interface MailPreviewProps {
  readonly kind: string
  readonly language: Language
  readonly width: 'desk' | 'phone'
}

/** One sample: its subject, its page in a frame where nothing runs, and the text part that goes along. */
export function MailPreview({ kind, language, width }: MailPreviewProps) {
  const t = useTranslations('messages.previews')
  const nameOf = useMailKind()
  const { data, error, refetch } = useQuery({
    ...queryOf(previewMail, { params: { kind }, query: { language } }),
    // The token in it works for a minute: what is kept longer would open nothing.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  })
  if (data === undefined)
    return error === null ? (
      <SkeletonCard height={420} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  const { subject, text, preview, token } = data
  return (
    <div className={classes.preview} lang={data.language}>
      <p className={classes.subject}>
        <span lang={undefined}>{t('subject')}: </span>
        <strong>{subject}</strong>
      </p>
      <div className={classes.parts}>
        <section className={classes.half}>
          <h3 className={classes.part}>{t('html')}</h3>
          <iframe
            key={preview}
            className={classes.frame}
            data-width={width}
            sandbox="allow-popups"
            referrerPolicy="no-referrer"
            src={addressOf(previewMailPage, { query: { preview, token } })}
            title={t('frame', { name: nameOf(data.kind) })}
          />
        </section>
        <section className={classes.half}>
          <h3 className={classes.part}>{t('text')}</h3>
          <pre className={classes.text}>{text}</pre>
        </section>
      </div>
    </div>
  )
}
