import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { FieldRow, shownNumber, type Fields } from '../../../ui/index.ts'
import { typedMinor, type Category, type CategoryValues } from './category.ts'
import classes from './categories.module.css'

interface PriceFieldsProps {
  readonly form: Fields<CategoryValues>
  readonly category?: Category
}

/** A price for each currency in use; one that only stands in is named, and becomes the price by one press (decision 14). */
export function PriceFields({ form, category }: PriceFieldsProps) {
  const t = useTranslations('boxes.cats')
  const format = useFormat()
  const { data: stocks } = useQuery({ ...queryOf(listStocks), meta: { quiet: true } })
  const known = category?.prices ?? []
  const currencies = [
    ...new Set([...(stocks ?? []).map(({ currency }) => currency), ...known.map(({ currency }) => currency)]),
  ].toSorted()
  const { prices } = form.values
  if (currencies.length === 0) return null
  return (
    <FieldRow>
      {currencies.map((currency) => {
        const text = prices[currency] ?? ''
        const standIn = known.find((price) => price.currency === currency && !price.confirmed)
        const isWrong = Number.isNaN(typedMinor(text)) || (typedMinor(text) ?? 0) < 0
        const set = (value: string): void => form.set('prices', { ...prices, [currency]: value })
        return (
          <div key={currency} className={classes.price}>
            <TextInput
              label={t('priceIn', { currency })}
              description={t('priceHint')}
              inputMode="decimal"
              autoComplete="off"
              value={text}
              error={isWrong ? t('priceMissing') : null}
              onChange={(event) => set(event.currentTarget.value)}
            />
            {standIn !== undefined && text === '' && (
              <p className={classes.standIn}>
                <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
                <span>{t('filled')}</span>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => set(shownNumber(standIn.pricePerMeterQuadratic / 100))}
                >
                  {t('confirm', {
                    price: format.price({ amount: standIn.pricePerMeterQuadratic, currency }),
                  })}
                </Button>
              </p>
            )}
          </div>
        )
      })}
    </FieldRow>
  )
}
