import { IconMoon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { previewSms } from '@stowage/api/sms'
import type { Language } from '@stowage/texts/language.ts'
import type { UiTexts } from '@stowage/texts'
import { queryOf } from '../../../client/index.ts'
import { ErrorState, Pill, SkeletonCard } from '../../../ui/index.ts'
import classes from './sms.module.css'

type Kind = keyof UiTexts['sms']['kinds']
const encodings = { gsm7: 'GSM-7', ucs2: 'UCS-2' } as const

/** Every short message in a language, as a phone shows it, and what it costs. */
export function SmsPreviews({ language }: { readonly language: Language }) {
  const t = useTranslations('sms.previews')
  const kinds = useTranslations('sms.kinds')
  const { data, error, refetch } = useQuery(queryOf(previewSms, { query: { language } }))
  if (data === undefined)
    return error === null ? (
      <SkeletonCard height={320} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  return (
    <>
      <p className={classes.lead}>{t('lead')}</p>
      <ul className={classes.phones}>
        {data.map(({ kind, body, encoding, units, segments, isUrgent }) => (
          <li key={kind}>
            <h3 className={classes.name}>
              {kinds.has(kind as Kind) ? kinds(kind as Kind) : kind}
              {isUrgent && (
                <Pill tone="gray" icon={IconMoon}>
                  {t('night')}
                </Pill>
              )}
            </h3>
            <p className={classes.bubble} lang={language}>
              {body}
            </p>
            <p className={classes.size}>{t('size', { encoding: encodings[encoding], units, segments })}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
