import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { noConsent } from '../../../../features/booking/index.ts'
import type { Tab } from '../use-book-search.ts'
import { LeasePart } from './lease-part.tsx'
import { Note } from './note.tsx'
import { Papers } from './papers.tsx'
import { TabFoot } from './tab-foot.tsx'
import type { Wizard } from './wizard.ts'
import classes from './drawer.module.css'

const DocumentsDialog = lazy(async () => await import('./documents-dialog.tsx'))

interface DocumentsTabProps {
  readonly wizard: Wizard
  readonly notice: string | null
  readonly onTab: (tab: Tab) => void
}

/** Identity documents, then the lease: read it, tick twice, type the name (decision 26). */
export function DocumentsTab({ wizard, notice, onTab }: DocumentsTabProps) {
  const t = useTranslations('booking.papers')
  const { user, hasDocuments, isAgreed, choices, change, lease } = wizard
  // Who comes here without documents is asked for them at once (specification 2.15).
  const [isUploading, setUploading] = useState(!hasDocuments)
  const [isAsked, setAsked] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const hash = lease.data?.textHash
  // Consent to another text is no consent to this one; the name stays, the ticks do not.
  useEffect(() => {
    if (hash !== undefined && choices.agreed.textHash !== null && choices.agreed.textHash !== hash)
      change({ agreed: { ...noConsent, name: choices.agreed.name } })
  })
  const next = (): void => {
    if (!hasDocuments) return setUploading(true)
    if (isAgreed) return onTab('payment')
    setAsked(true)
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  if (!user) return null
  return (
    <>
      <div className={classes.body} ref={body}>
        {notice !== null && <Note isAlert>{notice}</Note>}
        <section>
          <h3 className={classes.subtitle}>{t('documents')}</h3>
          <Papers user={user} />
          {!hasDocuments && (
            <Button
              fullWidth
              size="md"
              variant="light"
              leftSection={<IconUpload size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => setUploading(true)}
            >
              {t('upload')}
            </Button>
          )}
          {hasDocuments && !user.isKycVerified && <p className={classes.hint}>{t('checking')}</p>}
        </section>
        <LeasePart wizard={wizard} isAsked={isAsked} />
      </div>
      <TabFoot
        next={hasDocuments ? t('toPayment') : t('upload')}
        onNext={next}
        onBack={() => onTab('terms')}
      />
      {isUploading && (
        <Suspense>
          <DocumentsDialog user={user} onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </>
  )
}
