import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { Money } from '../../../ui/index.ts'
import type { Entry } from './bank.ts'
import { EntryMeaning } from './entry-meaning.tsx'
import { useBankWords } from './use-bank-words.ts'
import classes from './bank.module.css'

interface EntriesTableProps {
  readonly entries: readonly Entry[]
  readonly onOpen: (id: string) => void
}

/** One line for each movement: when, from whom and for what, how much, and what it may be for, with the one press that puts it there. */
export function EntriesTable({ entries, onOpen }: EntriesTableProps) {
  const t = useTranslations('bank')
  const format = useFormat()
  const words = useBankWords()
  return (
    <ul className={`${classes.entries} ${classes.under}`}>
      {entries.map((entry) => {
        const name = entry.payerName ?? t('noName')
        return (
          <li key={entry.id} className={classes.entry}>
            <div className={classes.who}>
              <span className={classes.name}>{entry.direction === 'out' ? t('payee', { name }) : name}</span>
              <span className={classes.purpose}>{entry.purpose === '' ? t('noPurpose') : entry.purpose}</span>
              <span className={classes.when}>
                <time dateTime={entry.bookedOn}>{format.day(entry.bookedOn)}</time> · {entry.sellerName}
              </span>
            </div>
            <div className={classes.sum} data-out={entry.direction === 'out' || undefined}>
              <Money
                cents="always"
                value={{
                  amount: entry.direction === 'out' ? -entry.amount : entry.amount,
                  currency: entry.currency,
                }}
              />
            </div>
            <EntryMeaning entry={entry} />
            <Button
              className={classes.more}
              size="compact-sm"
              variant="subtle"
              aria-label={t('openNamed', { day: format.day(entry.bookedOn), amount: words.amount(entry) })}
              onClick={() => onOpen(entry.id)}
            >
              {t('open')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
