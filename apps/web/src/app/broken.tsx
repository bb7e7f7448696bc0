import { Button } from '@mantine/core'
import { IconPhone, IconRefresh } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isApiError } from '../client/index.ts'
import { useCompany } from '../features/catalog/index.ts'
import { useFormat } from '../i18n/index.ts'
import { FallenCrate, StatusPage, useErrorText } from '../ui/index.ts'
import { isLoadFailure } from './load-failure.ts'

interface BrokenProps {
  /** What was thrown; without it this is the page /something-went-wrong itself. */
  readonly error?: unknown
  /** A part of the page did not come: not our mistake. */
  readonly isOffline?: boolean
  readonly onRetry: () => void
}

/** Something went wrong: what is safe, what to do, whom to call, what to quote (picture 22). */
export function Broken({ error, isOffline = false, onRetry }: BrokenProps) {
  const t = useTranslations('shell')
  const format = useFormat()
  const phone = useCompany()?.supportPhone
  const { text, reference } = useErrorText()(error)
  const [when] = useState(() => new Date().toISOString())
  const hasPhone = phone !== undefined && phone !== ''
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <StatusPage
      title={t(isOffline ? 'broken.offline' : 'broken.title')}
      art={<FallenCrate />}
      actions={
        <>
          <Button size="lg" leftSection={<IconRefresh size={20} stroke={1.75} />} onClick={onRetry}>
            {t('retry')}
          </Button>
          {hasPhone ? (
            <Button
              size="lg"
              variant="default"
              component="a"
              href={`tel:${phone.replace(/[^\d+]/g, '')}`}
              leftSection={<IconPhone size={20} stroke={1.75} />}
            >
              {phone}
            </Button>
          ) : (
            <Button size="lg" variant="default" renderRoot={(props) => <Link to="/support" {...props} />}>
              {t('broken.support')}
            </Button>
          )}
          <Button size="lg" variant="subtle" renderRoot={(props) => <Link to="/" {...props} />}>
            {t('home')}
          </Button>
        </>
      }
      foot={`${reference === null ? '' : `${t('failed.reference', { reference })}. `}${t('broken.when', { when: format.instant(when, zone) })}`}
    >
      <p>{isOffline ? t('failed.network') : isApiError(error) ? text : t('broken.safe')}</p>
      <p>{hasPhone ? t('broken.todo') : t('broken.todoNoPhone')}</p>
    </StatusPage>
  )
}

/** For `errorComponent`: tries the page anew. */
export function BrokenRoute({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  const router = useRouter()
  const isOffline = isLoadFailure(error)
  // Browsers remember a part that did not come; the whole page anew asks for it again, at the latest when the network is back.
  useEffect(() => {
    if (!isOffline) return
    const reload = (): void => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [isOffline])
  return (
    <Broken
      error={error}
      isOffline={isOffline}
      onRetry={() => {
        if (isOffline) return location.reload()
        reset()
        void router.invalidate()
      }}
    />
  )
}

export function SomethingWentWrong() {
  return <Broken onRetry={() => location.assign('/')} />
}
