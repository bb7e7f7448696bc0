import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import type { Named } from './bank.ts'
import { useBankWords } from './use-bank-words.ts'
import classes from './bank.module.css'

interface TargetRowProps {
  readonly target: Named & {
    readonly accountName: string
    readonly unitNumber: string
    readonly dueOn: string
    readonly debt: number
  }
  readonly currency: string
  /** Why it stands here. */
  readonly hint?: string
  readonly onAdd: () => void
}

/** An open document that a movement can be put to. */
export function TargetRow({ target, currency, hint, onAdd }: TargetRowProps) {
  const t = useTranslations('bank')
  const format = useFormat()
  const words = useBankWords()
  const number = words.documentName(target)
  return (
    <li>
      <span>
        <strong>{number}</strong> · {target.accountName}, {target.unitNumber}
        <span className={classes.sign}>
          {t('owes', { amount: words.amount({ amount: target.debt, currency }) })},{' '}
          {t('dueOn', { day: format.day(target.dueOn) })}
          {hint !== undefined && hint !== '' && ` · ${hint}`}
        </span>
      </span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('dialog.addNamed', { number })}
        onClick={onAdd}
      >
        {t('dialog.add')}
      </Button>
    </li>
  )
}
