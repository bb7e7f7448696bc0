import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { allows } from '../../../features/accounts/index.ts'
import type { Appeal } from './appeals.ts'
import { HandleDialog } from './handle-dialog.tsx'
import { useOffer, useReopen } from './use-appeal-deeds.ts'
import classes from './appeals.module.css'

/** Handle, or Handled with the way back; to who waits for a box one may be offered. */
export function AppealDeeds({ appeal }: { readonly appeal: Appeal }) {
  const t = useTranslations('support')
  const user = useUser()
  const [isAsking, setAsking] = useState(false)
  const reopen = useReopen()
  const offer = useOffer()
  const name = appeal.name ?? appeal.phone ?? t('list.noName')
  const mayHandle = allows(user, { permission: 'appeals.handle' })
  if (appeal.status === 'handled')
    return (
      <span className={classes.deeds}>
        <Button size="compact-sm" variant="default" disabled>
          {t('handle.handled')}
        </Button>
        {mayHandle && (
          <ActionIcon
            size={28}
            aria-label={t('handle.undoOf', { name })}
            title={t('handle.undo')}
            loading={reopen.isBusy}
            onClick={() => void reopen.run(appeal.id, name)}
          >
            <IconArrowBackUp size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        )}
      </span>
    )
  if (!mayHandle) return null
  return (
    <span className={classes.deeds}>
      {appeal.type === 'availability' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('waiting.offerTo', { name })}
          loading={offer.isBusy}
          onClick={() => void offer.run(appeal.id, name)}
        >
          {t('waiting.offer')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('handle.buttonOf', { name })}
        onClick={() => setAsking(true)}
      >
        {t('handle.button')}
      </Button>
      {isAsking && <HandleDialog id={appeal.id} name={name} onClose={() => setAsking(false)} />}
    </span>
  )
}
