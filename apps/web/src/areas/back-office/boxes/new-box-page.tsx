import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'
import { Segments } from '../../../features/booking/index.ts'
import { ErrorState, PageHeader, SkeletonCard } from '../../../ui/index.ts'
import { ImportForm } from './import-form.tsx'
import { OneBoxForm } from './one-box-form.tsx'
import { SeriesForm } from './series-form.tsx'
import classes from './boxes.module.css'

const ways = ['one', 'series', 'import'] as const
const forms = { one: OneBoxForm, series: SeriesForm, import: ImportForm }

/** /boxes/add: one box, a row of them, or a table (issue 2/8, first run). */
export default function NewBoxPage(): ReactNode {
  const t = useTranslations('boxes.form')
  const shell = useTranslations('shell')
  const navigate = useNavigate()
  const { stockId = '', how } = useSearch({ from: '/inside/boxes/add' })
  const { data: stocks, error, refetch } = useQuery(queryOf(listStocks))
  // Chosen in one of the forms: the next one begins with it. Not in the address, where it would begin the form anew.
  const [chosen, setChosen] = useState<string | null>(null)
  const way = ways.find((one) => one === how) ?? 'one'
  // Where there is one stock, it is meant.
  const known =
    stocks?.find(({ id }) => id === stockId)?.id ?? (stocks?.length === 1 ? (stocks[0]?.id ?? '') : '')
  const Form = forms[way]
  const back =
    known === '' ? (
      <Link key="up" to="/stocks">
        {shell('nav.stocks')}
      </Link>
    ) : (
      <Link key="up" to="/boxes" search={{ stockId: known }}>
        {shell('nav.boxes')}
      </Link>
    )
  return (
    <>
      <PageHeader title={t('newTitle')} crumbs={[back]} />
      {stocks === undefined ? (
        error === null ? (
          <SkeletonCard height={320} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className={classes.ways}>
          <Segments
            label={t('how')}
            value={way}
            options={ways.map((one) => ({ value: one, label: t(one) }))}
            onChange={(next) =>
              void navigate({
                to: '/boxes/add',
                search: { ...(stockId === '' ? {} : { stockId }), ...(next === 'one' ? {} : { how: next }) },
                replace: true,
              })
            }
          />
          <Form key={`${way} ${known}`} stocks={stocks} stockId={chosen ?? known} onStock={setChosen} />
        </div>
      )}
    </>
  )
}
