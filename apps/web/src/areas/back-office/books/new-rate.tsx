import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { addExchangeRate } from '@stowage/api/exchange-rates'
import { currencies, type Currency } from '@stowage/domain/money'
import { call } from '../../../client/index.ts'
import { FormProblem, toast, typedNumber, useApiForm } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import { useReadAnew } from '../use-read-anew.ts'
import type { Rate } from './exchange-rates.tsx'
import classes from './books.module.css'

const begun = { fromCurrency: 'USD', toCurrency: 'EUR', day: '', rate: '', source: '' }
type Typed = typeof begun

export const currencyOf = (text: string): Currency => currencies.find((one) => one === text) ?? 'EUR'

const bodyOf = (typed: Typed) => ({
  fromCurrency: currencyOf(typed.fromCurrency),
  toCurrency: currencyOf(typed.toCurrency),
  day: typed.day,
  rate: typedNumber(typed.rate) ?? 0,
  source: typed.source.trim(),
})

/** A rate of a day. What is wrong stands at its field, also what the server alone knows (9115: documents say an older one). */
export function NewRate({ rates }: { readonly rates: readonly Rate[] }) {
  const t = useTranslations('books.rates')
  const readAnew = useReadAnew()
  const isSame = ({ fromCurrency, toCurrency }: Typed): boolean => fromCurrency === toCurrency
  const isTaken = ({ fromCurrency, toCurrency, day }: Typed): boolean =>
    rates.some((one) => one.fromCurrency === fromCurrency && one.toCurrency === toCurrency && one.day === day)
  const { form, problem, isBusy, onSubmit } = useApiForm<Typed>({
    initialValues: begun,
    schema: addExchangeRate.body,
    toBody: bodyOf,
    across: (typed) => [
      ...(isSame(typed) ? [{ field: 'toCurrency', code: 1005 }] : []),
      ...(isTaken(typed) ? [{ field: 'day', code: 1005 }] : []),
    ],
    lengths: { source: [2, 100] },
    onSubmit: async (typed) => {
      try {
        await call(addExchangeRate, { body: bodyOf(typed) })
        form.begin({ ...typed, day: '', rate: '' })
        toast({ text: t('added'), ms: savedMs })
      } finally {
        // Also after a refusal: what was entered from elsewhere meanwhile is then in the list.
        await readAnew()
      }
    },
  })
  const { values, errors } = form
  return (
    <form noValidate onSubmit={onSubmit} className={classes.newRate}>
      <FormProblem>{problem}</FormProblem>
      <div className={classes.rate}>
        <NativeSelect label={t('from')} data={[...currencies]} {...form.text('fromCurrency')} />
        <NativeSelect
          label={t('to')}
          data={[...currencies]}
          {...form.text('toCurrency')}
          {...(errors.toCurrency !== undefined && isSame(values) ? { error: t('same') } : {})}
        />
        <TextInput
          type="date"
          label={t('day')}
          description={t('holds')}
          {...form.text('day')}
          {...(errors.day !== undefined && isTaken(values) ? { error: t('taken') } : {})}
        />
        <TextInput
          label={t('rate')}
          description={t('rateHint')}
          inputMode="decimal"
          autoComplete="off"
          {...form.text('rate')}
        />
        <TextInput label={t('source')} description={t('sourceHint')} {...form.text('source', 100)} />
        <Button type="submit" loading={isBusy} aria-busy={isBusy}>
          {t('add')}
        </Button>
      </div>
    </form>
  )
}
