import { Checkbox, TextInput, Textarea } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { firstCharacters } from '@stowage/domain/characters'
import { minorOf, type BookingChoices } from '../../../../features/booking/index.ts'
import classes from './drawer.module.css'

const sources = ['search', 'map', 'friends', 'outdoor', 'again'] as const
const symbols: Readonly<Record<string, string>> = { EUR: '€', USD: '$', RUB: '₽', PLN: 'zł' }

interface MoreFieldsProps {
  readonly currency: string
  /** Automatic payments are by card: they are offered where cards are taken. */
  readonly takesCards: boolean
  readonly choices: BookingChoices
  readonly change: (changes: Partial<BookingChoices>) => void
}

/** What helps us and is never asked for: where from, why, what it is worth, and whether to debit by itself. */
export function MoreFields({ currency, takesCards, choices, change }: MoreFieldsProps) {
  const t = useTranslations('booking.more')
  const id = useId()
  return (
    <details className={classes.more}>
      <summary>
        {t('title')}
        <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
      </summary>
      <div className={classes.moreFields}>
        <TextInput
          size="md"
          label={t('source')}
          list={`${id}sources`}
          autoComplete="off"
          value={choices.contactSource}
          onChange={(event) => change({ contactSource: firstCharacters(event.currentTarget.value, 100) })}
        />
        <datalist id={`${id}sources`}>
          {sources.map((source) => (
            <option key={source} value={t(`sources.${source}`)}>
              {t(`sources.${source}`)}
            </option>
          ))}
        </datalist>
        <Textarea
          size="md"
          label={t('reason')}
          placeholder={t('reasonHint')}
          autosize={false}
          rows={2}
          value={choices.reason}
          onChange={(event) => change({ reason: firstCharacters(event.currentTarget.value, 250) })}
        />
        <TextInput
          size="md"
          label={t('value')}
          description={t('valueHint')}
          inputMode="decimal"
          rightSection={<span aria-hidden="true">{symbols[currency] ?? currency}</span>}
          error={minorOf(choices.valueOfGoods) === undefined ? t('valueWrong') : undefined}
          value={choices.valueOfGoods}
          onChange={(event) => change({ valueOfGoods: event.currentTarget.value })}
        />
        {takesCards && (
          <Checkbox
            size="sm"
            label={t('autoPayment')}
            description={t('autoPaymentText')}
            checked={choices.autoPayment}
            onChange={(event) => change({ autoPayment: event.currentTarget.checked })}
          />
        )}
      </div>
    </details>
  )
}
