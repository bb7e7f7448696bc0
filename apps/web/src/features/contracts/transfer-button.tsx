import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Contract } from './contract.ts'
import { TransferDialog } from './transfer-dialog.tsx'

/** Opens what moving to another box would cost; nothing is moved before it has been seen. */
export function TransferButton({ contract }: { readonly contract: Contract }) {
  const t = useTranslations('life.transfer')
  const [isAsked, setAsked] = useState(false)
  if (!contract.mayTransfer) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsked(true)}>
        {t('button')}
      </Button>
      {isAsked && <TransferDialog contract={contract} onClose={() => setAsked(false)} />}
    </>
  )
}
