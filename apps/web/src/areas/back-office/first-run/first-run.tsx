import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'
import { EmptyState } from '../../../ui/index.ts'
import { nextStep, stepNames, type StepName } from './steps.ts'

const ways = {
  city: '/cities/add',
  seller: '/company',
  stock: '/stocks/add',
  category: '/boxcats/add',
  boxes: '/boxes/add',
  book: '/book',
} as const satisfies Record<StepName, LinkProps['to']>

/** Where a step is done; boxes are made in the stock there is. */
function useWayTo(
  name: StepName | null,
): { to: (typeof ways)[StepName]; search?: { stockId: string } } | null {
  const stockId = useQuery(queryOf(listStocks)).data?.[0]?.id
  if (name === null) return null
  return { to: ways[name], ...(name === 'boxes' && stockId !== undefined ? { search: { stockId } } : {}) }
}

/** The next of the first steps, as what to do on a page. */
export function NextStepButton({ done }: { readonly done: ReadonlySet<StepName> }) {
  const t = useTranslations('sites.guide')
  const next = nextStep(done)
  const way = useWayTo(next)
  if (next === null || way === null) return null
  return <Button renderRoot={(props) => <Link {...way} {...props} />}>{t(`${next}.link`)}</Button>
}

/** Leads from an empty system to the first rental: what is done is ticked, and the next step has its link. */
export function FirstRun({ done }: { readonly done: ReadonlySet<StepName> }) {
  const t = useTranslations('sites.guide')
  const next = nextStep(done)
  const way = useWayTo(next)
  return (
    <EmptyState
      size="page"
      title={t('title')}
      text={t('text')}
      steps={stepNames.map((name) => ({
        title: t(`${name}.title`),
        text: done.has(name) ? t('done') : t(`${name}.text`),
        isDone: done.has(name),
        action: name === next && way !== null ? <Link {...way}>{t(`${name}.link`)}</Link> : undefined,
      }))}
    />
  )
}
