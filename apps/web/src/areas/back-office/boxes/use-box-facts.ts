import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import type { Stock } from '../stocks/stock.ts'
import type { ListedBox } from './boxes-query.ts'

/** What the plan tells staff of a box besides its size, price and state: lock, contract, debt, days paid, free from when. */
export function useBoxFacts({ currency }: Stock): (box: ListedBox) => readonly string[] {
  const t = useTranslations('boxes.plan')
  const format = useFormat()
  return useMemo(() => {
    const contractOf = ({ contractNumber, userInfo }: ListedBox): string | null =>
      contractNumber == null
        ? null
        : userInfo == null
          ? t('contract', { number: contractNumber })
          : t('contractOf', { number: contractNumber, name: userInfo.fullName })
    const paid = (days: number): string => (days < 0 ? t('late', { days: -days }) : t('paidAhead', { days }))
    return (box) =>
      [
        box.lockStatus === undefined ? null : t(`lock.${box.lockStatus}`),
        contractOf(box) ?? (box.isReserved ? t('reserved') : null),
        box.contractStatus === 'pending' || box.contractStatus === 'ended' ? t(box.contractStatus) : null,
        (box.overdue ?? 0) > 0
          ? t('overdue', { sum: format.money({ amount: box.overdue ?? 0, currency }) })
          : null,
        box.paidAhead == null ? null : paid(box.paidAhead),
        box.freeFrom == null ? null : t('freeFrom', { day: format.day(box.freeFrom) }),
      ].filter((fact) => fact !== null)
  }, [t, format, currency])
}
