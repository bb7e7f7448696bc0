import { Button } from '@mantine/core'
import { IconCheck, IconClock, IconFileUpload, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { Pill } from '../../ui/index.ts'
import { DocumentPreview } from './document-preview.tsx'
import type { Account, AccountDocument } from './documents.ts'
import { KycUpload } from './kyc-upload.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import type { KeptFile } from './use-kept-files.ts'
import type { Photo } from './use-photos.ts'
import classes from './kyc.module.css'

const looks = {
  missing: { tone: 'gray', icon: IconFileUpload },
  waiting: { tone: 'amber', icon: IconClock },
  rejected: { tone: 'red', icon: IconX },
  accepted: { tone: 'green', icon: IconCheck },
} as const

interface KycDocumentProps {
  readonly account: Account
  readonly document: AccountDocument
  readonly photo: Photo | null | undefined
  /** Until when its file is kept, as far as that was read. */
  readonly kept: KeptFile | undefined
  readonly isOwner: boolean
  readonly mayDecide: boolean
  readonly onDecided: (account: Account) => void
  readonly onUploaded: () => void
}

/** One document: what it is, where it stands, and the next deed of who looks at it. */
export function KycDocument({
  account,
  document,
  photo,
  kept,
  isOwner,
  mayDecide,
  onDecided,
  onUploaded,
}: KycDocumentProps) {
  const t = useTranslations('backoffice.kyc')
  const { day } = useFormat()
  const [isRejecting, setRejecting] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const { kind, state, reason } = document
  return (
    <li className={classes.document}>
      <DocumentPreview kind={kind} photo={state === 'missing' ? null : photo} />
      <div className={classes.facts}>
        <div className={classes.name}>
          <strong>{t(`kinds.${kind}`)}</strong>
          <Pill tone={looks[state].tone} icon={looks[state].icon}>
            {t(`states.${state}`)}
          </Pill>
        </div>
        <p className={classes.hint}>{reason === null ? t(`hints.${kind}`) : t('because', { reason })}</p>
        {kept?.shredded != null && (
          <p className={classes.hint}>{t('shredded', { day: day(kept.shredded.slice(0, 10)) })}</p>
        )}
        {kept?.keptUntil != null && (
          <p className={classes.hint}>{t('keptUntil', { day: day(kept.keptUntil.slice(0, 10)) })}</p>
        )}
        {mayDecide && (state === 'waiting' || state === 'accepted') && (
          <Button
            variant="default"
            size="xs"
            mt={8}
            leftSection={<IconX size={16} stroke={1.75} />}
            onClick={() => setRejecting(true)}
          >
            {t('reject')}
          </Button>
        )}
        {isOwner && state === 'waiting' && !isReplacing && (
          <Button variant="subtle" size="compact-sm" mt={4} ms={-8} onClick={() => setReplacing(true)}>
            {t('uploadAnew')}
          </Button>
        )}
      </div>
      {isOwner && (state === 'missing' || state === 'rejected' || (state === 'waiting' && isReplacing)) && (
        <div className={classes.upload}>
          <KycUpload
            account={account}
            kind={kind}
            isAnew={state !== 'missing'}
            onUploaded={() => {
              setReplacing(false)
              onUploaded()
            }}
          />
        </div>
      )}
      {isRejecting && (
        <RejectDialog
          account={account}
          kind={kind}
          onDecided={onDecided}
          onClose={() => setRejecting(false)}
        />
      )}
    </li>
  )
}
