import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { deleteExchangeRate, listExchangeRates } from '@stowage/api/exchange-rates'
import { call, queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { AskedSection, confirm } from '../../../ui/index.ts'
import { useReadAnew } from '../use-read-anew.ts'
import { BookTable } from './month-tables.tsx'
import { currencyOf, NewRate } from './new-rate.tsx'
import classes from './books.module.css'

export type Rate = Answer<typeof listExchangeRates>[number]

/** By which rates VAT of invoices in another currency is told in that of the seller's country; a rate that a document says stays. */
export function ExchangeRates() {
  const t = useTranslations('books.rates')
  const query = useQuery(queryOf(listExchangeRates))
  return (
    <AskedSection query={query} title={t('title')}>
      {(rates) => (
        <>
          <p className={classes.hint}>{t('lead')}</p>
          {rates.length === 0 ? <p className={classes.hint}>{t('empty')}</p> : <RatesTable rates={rates} />}
          <NewRate rates={rates} />
        </>
      )}
    </AskedSection>
  )
}

function RatesTable({ rates }: { readonly rates: readonly Rate[] }) {
  const t = useTranslations('books.rates')
  const format = useFormat()
  return (
    <BookTable title={t('listed')}>
      <thead>
        <tr>
          <th scope="col">{t('day')}</th>
          <th scope="col" className={classes.words}>
            {t('pair')}
          </th>
          <th scope="col">{t('rate')}</th>
          <th scope="col" className={classes.words}>
            {t('source')}
          </th>
          <th scope="col">
            <span className="st-spoken">{t('deed')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rates.map((one) => (
          <tr key={`${one.fromCurrency} ${one.toCurrency} ${one.day}`}>
            <th scope="row">{format.day(one.day)}</th>
            <td className={classes.words}>{`${one.fromCurrency} → ${one.toCurrency}`}</td>
            <td>{format.rate(one.rate)}</td>
            <td className={classes.words}>{one.source}</td>
            <td>{one.documents > 0 ? t('used', { count: one.documents }) : <RemoveRate one={one} />}</td>
          </tr>
        ))}
      </tbody>
    </BookTable>
  )
}

function RemoveRate({ one }: { readonly one: Rate }) {
  const t = useTranslations('books.rates')
  const format = useFormat()
  const readAnew = useReadAnew()
  const removing = useMutation({
    mutationFn: async () =>
      await call(deleteExchangeRate, {
        params: {
          fromCurrency: currencyOf(one.fromCurrency),
          toCurrency: currencyOf(one.toCurrency),
          day: one.day,
        },
      }),
    onSettled: readAnew,
  })
  const ask = async (): Promise<void> => {
    const title = t('removeTitle', { day: format.day(one.day) })
    if (await confirm({ title, text: t('removeText'), yes: t('remove'), danger: true })) removing.mutate()
  }
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-md"
      loading={removing.isPending}
      aria-label={`${t('remove')}: ${one.fromCurrency} → ${one.toCurrency}, ${format.day(one.day)}`}
      onClick={() => void ask()}
    >
      {t('remove')}
    </Button>
  )
}
