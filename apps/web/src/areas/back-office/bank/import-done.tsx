import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { ImportResult } from './bank.ts'
import classes from './bank.module.css'

interface ImportDoneProps {
  readonly result: ImportResult
  readonly onAgain: () => void
}

/** What an import has brought, and the next step. */
export function ImportDone({ result, onAgain }: ImportDoneProps) {
  const t = useTranslations('bank.upload')
  const { id, fresh, settled, waiting } = result
  return (
    <div className={classes.page}>
      <p role="status" className={classes.left}>
        {fresh === 0 ? t('doneNone') : t('done', { fresh, settled, waiting })}
      </p>
      <div className={classes.deeds}>
        {waiting > 0 && (
          <Button renderRoot={(props) => <Link to="/bank-entries" search={{ importId: id }} {...props} />}>
            {t('toWaiting')}
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          {t('again')}
        </Button>
      </div>
    </div>
  )
}
