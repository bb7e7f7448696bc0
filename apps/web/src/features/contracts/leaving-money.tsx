import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { previewLeaving } from '@stowage/api/contracts'
import { queryOf } from '../../client/index.ts'
import type { Contract } from './contract.ts'
import { PreviewSection } from './preview-section.tsx'
import { SettlementTable } from './settlement-table.tsx'

interface LeavingMoneyProps {
  readonly contract: Contract
  /** YYYY-MM-DD in the stock's zone. */
  readonly day: string
}

/** What the house will still ask for and give back if the box is left on that day, before notice is given. */
export function LeavingMoney({ contract: { boxId, userId }, day }: LeavingMoneyProps) {
  const t = useTranslations('contracts.settlement.leaving')
  const query = useQuery({
    ...queryOf(previewLeaving, { params: { unitId: boxId }, query: { userId, leaveDate: day } }),
    // Another day is another sum, in the place of the one before: nothing jumps.
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <PreviewSection query={query} title={t('title')}>
      {(settlement) => (
        <SettlementTable
          settlement={settlement}
          caption={t('title')}
          words={(outcome) => ({ outcome: t(outcome), note: t(`${outcome}Note`) })}
        />
      )}
    </PreviewSection>
  )
}
