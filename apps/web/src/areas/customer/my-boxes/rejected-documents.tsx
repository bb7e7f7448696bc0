import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CurrentUser } from '../../../client/index.ts'
import classes from './rejected-documents.module.css'
import { Modal } from '../../../ui/dialog.tsx'

type Kind = CurrentUser['rejectedDocuments'][number]

/** A document was not accepted: which one, why, and the way to replace it (specification 2.12). Shown once per visit. */
export function RejectedDocuments({ user }: { readonly user: CurrentUser }) {
  const t = useTranslations('mybox.rejected')
  const [isClosed, setClosed] = useState(false)
  const reasons: Readonly<Record<Kind, string | null | undefined>> = {
    passport: user.passportKycRejectionReason,
    selfie: user.selfieKycRejectionReason,
    address: user.addressKycRejectionReason,
    extra: user.extraKycRejectionReason,
  }
  const rejected = user.rejectedDocuments.filter((kind) => reasons[kind] != null)
  if (user.isKycVerified || rejected.length === 0 || user.role !== 'client') return null
  return (
    <Modal opened={!isClosed} onClose={() => setClosed(true)} size={460} title={t('title')}>
      <ul className={classes.list}>
        {rejected.map((kind) => (
          <li key={kind}>
            <strong>{t(`kind.${kind}`)}</strong>
            <span>{reasons[kind]}</span>
          </li>
        ))}
      </ul>
      <p className={classes.text}>{t('text')}</p>
      <div className={classes.deeds}>
        <Button
          size="md"
          data-autofocus
          renderRoot={(props) => <Link to="/users/$id" params={{ id: user.id }} {...props} />}
        >
          {t('upload')}
        </Button>
        <Button size="md" variant="subtle" color="gray" onClick={() => setClosed(true)}>
          {t('later')}
        </Button>
      </div>
    </Modal>
  )
}
