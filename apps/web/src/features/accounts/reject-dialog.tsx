import { useTranslations } from 'use-intl'
import { rejectDocument } from '@stowage/api/accounts'
import { call } from '../../client/index.ts'
import { toast } from '../../ui/index.ts'
import type { Account, DocumentKind } from './documents.ts'
import { useKeepAccount } from './account-query.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface RejectDialogProps {
  readonly account: Account
  readonly kind: DocumentKind
  readonly onDecided: (account: Account) => void
  readonly onClose: () => void
}

/** Asks for the reason, which the client reads beside the document. */
export function RejectDialog({ account, kind, onDecided, onClose }: RejectDialogProps) {
  const t = useTranslations('backoffice.kyc')
  const keep = useKeepAccount()
  const name = t(`kinds.${kind}`)
  return (
    <ReasonDialog
      title={t('rejectTitle', { name })}
      text={t('rejectText')}
      label={t('reason')}
      submit={t('reject')}
      schema={rejectDocument.body}
      max={500}
      onGiven={async (reason) => {
        const changed = await call(rejectDocument, {
          params: { id: account.id, document: `${account.id}_${kind}` },
          body: { reason, updated: account.updated },
        })
        keep(changed)
        onDecided(changed)
        toast({ text: t('rejected', { name }) })
      }}
      onClose={onClose}
    />
  )
}
