import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { listConsents } from '@stowage/api/sessions'
import { queryOf } from '../../client/index.ts'
import { useFormat, useLanguage } from '../../i18n/index.ts'
import { AskedSection, Pill, SkeletonRows } from '../../ui/index.ts'
import { useCompany } from '../catalog/index.ts'
import { useDeviceName } from './use-device-name.ts'
import classes from './security.module.css'

type Consent = Answer<typeof listConsents>[number]
const SHOWN = 5

/** Each consent that was given or taken back, with version, time, address and device. */
export function ConsentsCard({ accountId }: { readonly accountId: string }) {
  const t = useTranslations('security.consents')
  const [isWhole, setWhole] = useState(false)
  const query = useQuery(queryOf(listConsents, { params: { id: accountId } }))
  return (
    <AskedSection
      title={t('title')}
      query={query}
      skeleton={<SkeletonRows rows={3} />}
      isEmpty={(records) => records.length === 0}
      empty={<p className={classes.text}>{t('none')}</p>}
    >
      {(records) => (
        <>
          <ul className={classes.list}>
            {(isWhole ? records : records.slice(0, SHOWN)).map((one) => (
              <OneConsent key={one.id} consent={one} />
            ))}
          </ul>
          {!isWhole && records.length > SHOWN && (
            <div className={classes.actions}>
              <Button variant="default" size="xs" onClick={() => setWhole(true)}>
                {t('all', { count: records.length })}
              </Button>
            </div>
          )}
        </>
      )}
    </AskedSection>
  )
}

function OneConsent({ consent }: { readonly consent: Consent }) {
  const t = useTranslations('security.consents')
  const format = useFormat()
  const { language } = useLanguage()
  const nameOf = useDeviceName()
  const documents = useCompany()?.legalDocuments ?? []
  const title = documents.find(({ key }) => key === consent.kind)?.title
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const from = [
    consent.address,
    consent.browser || consent.system ? nameOf(consent) : null,
    consent.language?.toUpperCase(),
  ].filter(Boolean)
  return (
    <li>
      <div>
        <span className={classes.what}>
          {consent.kind === 'advertising' || consent.kind === 'sms'
            ? t(consent.kind)
            : (title?.[language] ?? title?.['en'] ?? consent.kind)}
        </span>
        <span className={classes.small}>
          {t('version')} {consent.version} · {format.instant(consent.at, zone)}
        </span>
        <span className={classes.small}>
          {t('from')}: {from.length > 0 ? from.join(', ') : t('unknown')}
          {consent.byName ? ` · ${t('by', { name: consent.byName })}` : ''}
        </span>
      </div>
      <Pill tone={consent.isGiven ? 'green' : 'gray'} icon={consent.isGiven ? IconCheck : IconX}>
        {consent.isGiven ? t('given') : t('withdrawn')}
      </Pill>
    </li>
  )
}
