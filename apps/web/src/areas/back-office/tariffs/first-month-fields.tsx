import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { currencies } from '@stowage/domain/money'
import { FieldRow, type Fields } from '../../../ui/index.ts'
import { typedMinor } from '../categories/category.ts'
import type { TariffValues } from './tariff.ts'
import classes from './tariffs.module.css'

interface FirstMonthFieldsProps {
  readonly form: Fields<TariffValues>
  readonly currency: string
}

/** What the first month costs a new customer, in each currency, and for how long he is bound for it. */
export function FirstMonthFields({ form, currency: own }: FirstMonthFieldsProps) {
  const t = useTranslations('tariffs')
  const { values, errors } = form
  const { firstMonthPrices: prices, firstMonthMinMonths: months } = values
  const isMissing = errors['firstMonthPrices'] !== undefined
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('firstMonth')}</legend>
      <p className={classes.note}>{t('firstLead')}</p>
      <FieldRow>
        <TextInput
          label={t('firstMonthMinMonths')}
          description={t('firstMonthMinHint')}
          inputMode="numeric"
          autoComplete="off"
          {...form.text('firstMonthMinMonths')}
          error={
            errors['firstMonthMinMonths'] !== undefined && months !== ''
              ? t('firstMonthMinWrong')
              : errors['firstMonthMinMonths']
          }
        />
      </FieldRow>
      <FieldRow>
        {currencies
          .toSorted((a, b) => Number(b === own) - Number(a === own))
          .map((currency) => {
            const text = prices[currency] ?? ''
            const minor = typedMinor(text)
            const isWrong = Number.isNaN(minor) || (minor ?? 0) < 0
            return (
              <TextInput
                key={currency}
                label={t('priceIn', { currency })}
                inputMode="decimal"
                autoComplete="off"
                value={text}
                error={isWrong || (isMissing && currency === own) ? t('priceMissing') : null}
                onChange={(event) =>
                  form.set('firstMonthPrices', { ...prices, [currency]: event.currentTarget.value })
                }
              />
            )
          })}
      </FieldRow>
    </fieldset>
  )
}
