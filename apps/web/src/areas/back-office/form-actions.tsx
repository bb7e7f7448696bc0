import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './form-actions.module.css'

interface FormActionsProps {
  readonly isBusy: boolean
  /** Nothing to save yet; left out for a new record, whose button names what is wrong. */
  readonly isChanged?: boolean | undefined
  readonly onUndo?: (() => void) | undefined
  readonly submit: string
  /** What is rare or cannot be undone, at the far end. */
  readonly aside?: ReactNode
}

/** Save, take back, and at the far end what is dangerous. */
export function FormActions({ isBusy, isChanged = true, onUndo, submit, aside }: FormActionsProps) {
  const t = useTranslations('registers')
  return (
    <div className={classes.actions}>
      <Button type="submit" disabled={!isChanged} loading={isBusy} aria-busy={isBusy}>
        {submit}
      </Button>
      {onUndo !== undefined && isChanged && !isBusy && (
        <Button variant="subtle" color="gray" onClick={onUndo}>
          {t('undo')}
        </Button>
      )}
      {aside !== undefined && <div className={classes.aside}>{aside}</div>}
    </div>
  )
}
