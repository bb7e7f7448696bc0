import { Button } from '@mantine/core'
import { IconCheck, IconClock, IconFileUpload, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { updateUser } from '@stowage/api/accounts'
import { call } from '../../client/index.ts'
import { FileField, Pill, toast, type PickedFile } from '../../ui/index.ts'
import { DocumentPreview } from './document-preview.tsx'
import { documentFields, type Account, type AccountDocument } from './documents.ts'
import { RejectDialog } from './reject-dialog.tsx'
import type { Photo } from './use-photos.ts'
import { useKeepAccount } from './account-query.ts'
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
  readonly isOwner: boolean
  readonly mayDecide: boolean
  readonly onUploaded: () => void
}

/** One document: what it is, where it stands, and the next deed of who looks at it. */
export function KycDocument({ account, document, photo, isOwner, mayDecide, onUploaded }: KycDocumentProps) {
  const t = useTranslations('backoffice.kyc')
  const keep = useKeepAccount()
  const [isRejecting, setRejecting] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const { kind, state, reason } = document
  const upload = useMutation({
    mutationFn: async ({ type, base64 }: PickedFile) =>
      await call(updateUser, {
        params: { id: account.id },
        body: { [documentFields[kind].file]: { type, base64 } },
      }),
    onSuccess: (changed) => {
      keep(changed)
      setReplacing(false)
      toast({ text: t('uploaded', { name: t(`kinds.${kind}`) }) })
      onUploaded()
    },
  })
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
          <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setReplacing(true)}>
            {t('uploadAnew')}
          </Button>
        )}
      </div>
      {isOwner && (state === 'missing' || state === 'rejected' || (state === 'waiting' && isReplacing)) && (
        <div className={classes.upload}>
          <FileField
            label={state === 'missing' ? t('upload') : t('uploadAnew')}
            value={null}
            {...(kind === 'selfie' ? { capture: 'user' as const } : {})}
            onChange={(file) => file !== null && !upload.isPending && upload.mutate(file)}
          />
        </div>
      )}
      {isRejecting && <RejectDialog account={account} kind={kind} onClose={() => setRejecting(false)} />}
    </li>
  )
}
