import { Button } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUnblock, type Blockable } from './use-block.ts'

const BlockDialog = lazy(async () => ({ default: (await import('./block-dialog.tsx')).BlockDialog }))

/** Closes a tenant's doors, or opens them again; for who may. */
export function BlockButton({
  person,
  isBlocked,
}: {
  readonly person: Blockable
  readonly isBlocked: boolean
}) {
  const t = useTranslations('accounts.block')
  const [isAsking, setAsking] = useState(false)
  const { ask, isBusy } = useUnblock(person)
  if (isBlocked)
    return (
      <Button
        variant="default"
        size="xs"
        loading={isBusy}
        leftSection={<IconLockOpen size={16} stroke={1.75} />}
        onClick={() => void ask()}
      >
        {t('unblock')}
      </Button>
    )
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconLock size={16} stroke={1.75} />}
        onClick={() => setAsking(true)}
      >
        {t('block')}
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <BlockDialog person={person} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
