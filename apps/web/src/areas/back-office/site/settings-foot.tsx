import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { FormProblem } from '../../../ui/index.ts'
import type { Wishes } from './site-wishes.ts'
import classes from './settings.module.css'

interface SettingsFootProps {
  readonly wishes: Wishes
  readonly problem: string | null
  readonly isBusy: boolean
  readonly isChanged: boolean
  readonly onUndo: () => void
}

/** Whether the site has them, what is wrong with the whole, and the buttons. */
export function SettingsFoot({ wishes, problem, isBusy, isChanged, onUndo }: SettingsFootProps) {
  const t = useTranslations('site.wishes')
  const { updated, isTold, fault } = wishes
  // What stands at no field of this form is said of the whole.
  const refused = fault?.field === 'settings' ? t('refused', { reason: fault.reason }) : null
  return (
    <div className={classes.foot}>
      <FormProblem>{problem ?? refused}</FormProblem>
      <div className={classes.deeds}>
        <Button type="submit" disabled={!isChanged} loading={isBusy} aria-busy={isBusy}>
          {t('save')}
        </Button>
        {isChanged && !isBusy && (
          <Button variant="subtle" color="gray" onClick={onUndo}>
            {t('undo')}
          </Button>
        )}
        {!isChanged && updated != null && fault == null && (
          <span className={classes.quiet}>{isTold ? t('told') : t('waits')}</span>
        )}
      </div>
    </div>
  )
}
