import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { listDemand } from '@stowage/api/support'
import { queryOf, useUser } from '../../../client/index.ts'
import { allows } from '../../../features/accounts/index.ts'
import { useLanguage } from '../../../i18n/index.ts'
import { ErrorState, Section } from '../../../ui/index.ts'
import { appealTime } from './appeals.ts'
import { useOffer } from './use-appeal-deeds.ts'
import classes from './appeals.module.css'

type Demand = Answer<typeof listDemand>[number]

const shownAtFirst = 4

/** Who waits for which boxes, first what can be answered now; where nobody waits there is nothing. */
export function WaitingCard() {
  const t = useTranslations('support.waiting')
  const { data, error, refetch } = useQuery({ ...queryOf(listDemand), meta: { quiet: true } })
  const [isAll, setAll] = useState(false)
  if (data === undefined)
    return error === null ? null : (
      <Section title={t('title')}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Section>
    )
  if (data.length === 0) return null
  const answerable = data.filter(({ free }) => free > 0).length
  const shown = isAll ? data : data.slice(0, Math.max(shownAtFirst, answerable))
  return (
    <Section
      title={t('title')}
      flush
      {...(answerable > 0 ? { tone: 'teal' as const, aside: t('freeNow', { count: answerable }) } : {})}
    >
      <ul className={classes.queue}>
        {shown.map((demand) => (
          <Row key={`${demand.stock?.id} ${demand.city} ${demand.size}`} demand={demand} />
        ))}
      </ul>
      {shown.length < data.length && (
        <Button variant="subtle" className={classes.more ?? ''} onClick={() => setAll(true)}>
          {t('more', { count: data.length })}
        </Button>
      )}
    </Section>
  )
}

function Row({ demand }: { readonly demand: Demand }) {
  const t = useTranslations('support')
  const { language } = useLanguage()
  const user = useUser()
  const offer = useOffer()
  const { stock, city, size, waiting, free, since, firstId, firstName } = demand
  const place = stock == null ? city : city == null ? stock.name : `${stock.name}, ${city}`
  const name = firstName ?? t('list.noName')
  return (
    <li>
      <span className={classes.what}>
        <Link
          to="/appeal"
          search={{
            status: 'pending',
            type: 'availability',
            ...(stock == null ? {} : { stockId: stock.id }),
            ...(size == null ? {} : { size }),
          }}
          title={t('waiting.show')}
        >
          {t('waiting.place', { place: place ?? 'none' })},{' '}
          {t('waiting.size', { size: size?.toUpperCase() ?? 'none' })}
        </Link>
        <span>
          {t('waiting.people', { count: waiting })},{' '}
          {t('waiting.since', { day: appealTime(since, language) })}
        </span>
      </span>
      <span className={classes.free} data-free={free > 0 || undefined}>
        {t('waiting.free', { count: free })}
      </span>
      {free > 0 && allows(user, { permission: 'appeals.handle' }) && (
        <Button
          size="compact-sm"
          variant="default"
          loading={offer.isBusy}
          onClick={() => void offer.run(firstId, name)}
        >
          {t('waiting.offerTo', { name })}
        </Button>
      )}
    </li>
  )
}
