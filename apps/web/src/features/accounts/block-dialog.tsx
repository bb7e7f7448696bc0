import { useTranslations } from 'use-intl'
import { blockUser } from '@stowage/api/accounts'
import { call } from '../../client/index.ts'
import { toast } from '../../ui/index.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { useBlockChanged, type Blockable } from './use-block.ts'

/** Asks for the reason, which the tenant reads at every door. */
export function BlockDialog({
  person,
  onClose,
}: {
  readonly person: Blockable
  readonly onClose: () => void
}) {
  const t = useTranslations('accounts.block')
  const changed = useBlockChanged(person.id)
  return (
    <ReasonDialog
      title={t('blockTitle', { name: person.name })}
      text={t('blockText')}
      label={t('reason')}
      hint={t('reasonHint')}
      submit={t('block')}
      schema={blockUser.body}
      max={200}
      onGiven={async (reason) => {
        await call(blockUser, { params: { id: person.id }, body: { reason } })
        toast({ text: t('blocked', { name: person.name }) })
        await changed()
      }}
      onClose={onClose}
    />
  )
}
