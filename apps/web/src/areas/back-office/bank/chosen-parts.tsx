import { ActionIcon, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Entry } from './bank.ts'
import { useBankWords } from './use-bank-words.ts'
import type { useParts } from './use-parts.ts'
import classes from './bank.module.css'

interface ChosenPartsProps {
  readonly entry: Entry
  readonly parts: ReturnType<typeof useParts>
}

/** What a movement is to pay, each with its amount, and what is left of it: all of it has to find its place. */
export function ChosenParts({ entry, parts }: ChosenPartsProps) {
  const t = useTranslations('bank.dialog')
  const words = useBankWords()
  const { tenant, left } = parts
  const money = (amount: number): string => words.amount({ amount, currency: entry.currency })
  return (
    <section className={classes.part} aria-label={t('parts')}>
      <h3>{t('parts')}</h3>
      <ul className={classes.rows}>
        {parts.parts.map((part) => {
          const number = words.documentName(part)
          return (
            <li key={part.documentId}>
              <span>
                <strong>{number}</strong> · {part.accountName}
              </span>
              <TextInput
                className={classes.typed}
                aria-label={t('part', { number })}
                inputMode="decimal"
                value={part.typed}
                error={part.amount === null}
                onChange={(event) => parts.type(part.documentId, event.currentTarget.value)}
              />
              <ActionIcon
                size={36}
                aria-label={t('remove', { number })}
                title={t('remove', { number })}
                onClick={() => parts.remove(part.documentId)}
              >
                <IconX size={18} stroke={1.75} />
              </ActionIcon>
            </li>
          )
        })}
        {tenant !== null && (
          <li>
            <span>
              {t('toBalance', { name: tenant.accountName })}
              <span className={classes.sign}>{t('balanceHint')}</span>
            </span>
            <span className={classes.figure}>{money(Math.max(left, 0))}</span>
            <ActionIcon
              size={36}
              aria-label={t('remove', { number: tenant.accountName })}
              title={t('remove', { number: tenant.accountName })}
              onClick={() => parts.setTenant(null)}
            >
              <IconX size={18} stroke={1.75} />
            </ActionIcon>
          </li>
        )}
      </ul>
      <p className={classes.left} role="status" data-over={left < 0 || undefined}>
        {left < 0
          ? t('over', { amount: money(-left) })
          : left === 0 || tenant !== null
            ? t('all')
            : t('left', { amount: money(left) })}
      </p>
    </section>
  )
}
