import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listMailKinds } from '@stowage/api/mail-previews'
import { queryOf } from '../../../client/index.ts'
import { languages } from '@stowage/texts/language.ts'
import { useLanguage } from '../../../i18n/index.ts'
import { AskedSection, PageHeader, SkeletonCard } from '../../../ui/index.ts'
import { SmsPreviews } from '../sms/sms-previews.tsx'
import { MailPreview } from './mail-preview.tsx'
import classes from './emails.module.css'
import { useMailKind } from './use-mail-kind.ts'

/** Beside the kinds of mails: all short messages at once. */
const SMS = 'sms'
const groups = ['account', 'booking', 'contract', 'money', 'site'] as const

/** /mail-previews: what people get from us, in every language, as they see it and as plain text. */
export default function MailPreviewsPage(): ReactNode {
  const t = useTranslations('messages.previews')
  const shell = useTranslations('shell')
  const sms = useTranslations('sms.previews')
  const nameOf = useMailKind()
  const { language: own } = useLanguage()
  const navigate = useNavigate({ from: '/mail-previews' })
  const given = useSearch({ from: '/inside/mail-previews' })
  const kinds = useQuery(queryOf(listMailKinds))
  const language = languages.find((one) => one === given.in) ?? own
  const width = given.width === 'phone' ? 'phone' : 'desk'
  const go = (next: { readonly kind?: string; readonly in?: string; readonly width?: string }): void =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        crumbs={[
          <Link key="emails" to="/email-history">
            {shell('nav.emailHistory')}
          </Link>,
        ]}
      />
      <AskedSection title={t('kind')} query={kinds} skeleton={<SkeletonCard height={420} />}>
        {(all) => {
          const kind =
            given.kind === SMS
              ? SMS
              : (all.find((one) => one.kind === given.kind)?.kind ?? all[0]?.kind ?? '')
          return (
            <>
              <div className={classes.choices} role="search">
                <NativeSelect
                  aria-label={t('kind')}
                  value={kind}
                  data={[
                    ...groups.map((group) => ({
                      group: t(`groups.${group}`),
                      items: all
                        .filter((one) => one.group === group)
                        .map((one) => ({ value: one.kind, label: nameOf(one.kind) })),
                    })),
                    { value: SMS, label: sms('title') },
                  ]}
                  onChange={(event) => go({ kind: event.currentTarget.value })}
                />
                <SegmentedControl
                  aria-label={t('language')}
                  data={languages.map((value) => ({ value, label: value.toUpperCase() }))}
                  value={language}
                  onChange={(value) => go({ in: value })}
                />
                {kind !== SMS && (
                  <SegmentedControl
                    aria-label={t('width')}
                    data={(['desk', 'phone'] as const).map((value) => ({ value, label: t(value) }))}
                    value={width}
                    onChange={(value) => go({ width: value })}
                  />
                )}
              </div>
              {kind === SMS && <SmsPreviews language={language} />}
              {kind !== '' && kind !== SMS && <MailPreview kind={kind} language={language} width={width} />}
            </>
          )
        }}
      </AskedSection>
    </>
  )
}
