import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { boxesOf, type Stock } from '../stocks/stock.ts'
import { boxesQuery, pageOfBoxes } from './boxes-query.ts'

/** How many boxes a stock has and in which state; the first page of the list, whose counts look at all of them. */
export function BoxesLead({ stock }: { readonly stock: Stock }) {
  const t = useTranslations('boxes.list')
  const all = { stockId: stock.id, number: '', size: '', lock: '', state: null, sort: 'size' } as const
  const { data } = useQuery({ ...boxesQuery(all, 1), select: pageOfBoxes, meta: { quiet: true } })
  // Until they are known, at least the number of boxes is.
  const { all: total, occupied, reserved, free } = data?.counts ?? { all: boxesOf(stock).total }
  return occupied === undefined || reserved === undefined || free === undefined
    ? t('total', { total: total ?? 0 })
    : t('lead', { total: total ?? 0, occupied, reserved, free })
}
