import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useErrorText } from '../../../ui/index.ts'
import type { Entry } from './bank.ts'
import { ChosenParts } from './chosen-parts.tsx'
import { EntryIgnore } from './entry-ignore.tsx'
import { FindTarget } from './find-target.tsx'
import { TargetRow } from './target-row.tsx'
import { useBankWords } from './use-bank-words.ts'
import { useEntryDeeds } from './use-entry-deeds.ts'
import { useParts } from './use-parts.ts'
import classes from './bank.module.css'

interface EntrySettleProps {
  readonly entry: Entry
  readonly onDone: () => void
}

/** Puts an incoming movement to one document, to several, or to a balance; what it may be for stands first. */
export function EntrySettle({ entry, onDone }: EntrySettleProps) {
  const t = useTranslations('bank')
  const words = useBankWords()
  const errorText = useErrorText()
  const deeds = useEntryDeeds(entry, onDone)
  const parts = useParts(entry)
  const isChosen = (documentId: string): boolean => parts.parts.some((part) => part.documentId === documentId)
  const settle = (): void =>
    deeds.settle({
      shares: parts.parts.map(({ documentId, amount }) => ({ documentId, amount: amount ?? 0 })),
      ...(parts.tenant === null
        ? {}
        : { balance: { accountId: parts.tenant.accountId, amount: parts.left } }),
    })
  const unpicked = entry.suggestions.filter(({ documentId }) => !isChosen(documentId))
  return (
    <>
      {unpicked.length > 0 && (
        <section className={classes.part} aria-label={t('dialog.suggested')}>
          <h3>{t('dialog.suggested')}</h3>
          <ul className={classes.rows}>
            {unpicked.map((one) => (
              <TargetRow
                key={one.documentId}
                target={one}
                currency={entry.currency}
                hint={words.signs(one)}
                onAdd={() => parts.add(one)}
              />
            ))}
          </ul>
        </section>
      )}
      <FindTarget entry={entry} isChosen={isChosen} onDocument={parts.add} onTenant={parts.setTenant} />
      {(parts.parts.length > 0 || parts.tenant !== null) && <ChosenParts entry={entry} parts={parts} />}
      {deeds.error !== null && (
        <p className={classes.problem} role="alert">
          {errorText(deeds.error).text}
        </p>
      )}
      <div className={classes.deeds}>
        <Button size="md" disabled={!parts.isWhole} loading={deeds.isBusy} onClick={settle}>
          {t('dialog.settle', { amount: words.amount(entry) })}
        </Button>
      </div>
      <EntryIgnore deeds={deeds} />
    </>
  )
}
