import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AskUs } from './ask-us.tsx'
import type { Contract } from './contract.ts'
import { ExtendDialog } from './extend-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { Modal } from '../../ui/dialog.tsx'

export type LaterDeed = 'extend' | 'leave'

interface LaterDialogProps {
  readonly deed: LaterDeed
  readonly contract: Contract
  readonly onClose: () => void
}

/** Extending, or giving notice; where it is not offered (an address opened it too early) the dialog says why and whom to ask. */
export function LaterDialog({ deed, contract, onClose }: LaterDialogProps) {
  const t = useTranslations('contracts.later')
  // What was offered when the dialog opened stays while its answer comes in: the last words of a dialog are not a refusal.
  const [isOffered] = useState(
    deed === 'extend' ? contract.extension != null : contract.mayLeave || contract.mayWithdrawNotice,
  )
  return (
    <Modal opened onClose={onClose} size={460} title={deed === 'extend' ? t('extendTitle') : t('leaveTitle')}>
      {!isOffered ? (
        <AskUs deed={deed} contract={contract} onClose={onClose} />
      ) : deed === 'extend' ? (
        <ExtendDialog contract={contract} onClose={onClose} />
      ) : (
        <LeaveDialog contract={contract} onClose={onClose} />
      )}
    </Modal>
  )
}
