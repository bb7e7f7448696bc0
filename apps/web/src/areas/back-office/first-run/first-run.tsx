import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'
import { EmptyState } from '../../../ui/index.ts'
import { stepNames, type StepName } from './steps.ts'

const ways = {
  city: '/cities/add',
  seller: '/company',
  stock: '/stocks/add',
  category: '/boxcats/add',
  boxes: '/boxes/add',
  book: '/book',
} as const satisfies Record<StepName, LinkProps['to']>

/** Leads from an empty system to the first rental: what is done is ticked, and the next step has its link. */
export function FirstRun({ done }: { readonly done: ReadonlySet<StepName> }) {
  const t = useTranslations('sites.guide')
  const stocks = useQuery(queryOf(listStocks)).data
  const stockId = stocks?.[0]?.id
  const next = stepNames.find((name) => !done.has(name))
  return (
    <EmptyState
      size="page"
      title={t('title')}
      text={t('text')}
      steps={stepNames.map((name) => ({
        title: t(`${name}.title`),
        text: done.has(name) ? t('done') : t(`${name}.text`),
        isDone: done.has(name),
        action:
          name === next ? (
            <Link
              to={ways[name]}
              {...(name === 'boxes' && stockId !== undefined ? { search: { stockId } } : {})}
            >
              {t(`${name}.link`)}
            </Link>
          ) : undefined,
      }))}
    />
  )
}
