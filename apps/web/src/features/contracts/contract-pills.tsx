import {
  IconAlertTriangle,
  IconCalendarPlus,
  IconCircleCheck,
  IconCircleX,
  IconHourglass,
  IconLockX,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { Pill, type Tone } from '../../ui/index.ts'
import type { Contract } from './contract.ts'

const looks = {
  pending: { tone: 'amber', icon: IconHourglass },
  active: { tone: 'teal', icon: IconCircleCheck },
  ended: { tone: 'amber', icon: IconAlertTriangle },
  closed: { tone: 'gray', icon: IconLockX },
  cancelled: { tone: 'gray', icon: IconCircleX },
} as const satisfies Record<Contract['status'], { readonly tone: Tone; readonly icon: typeof IconLockX }>

export function ContractStatusPill({ status }: Pick<Contract, 'status'>) {
  const t = useTranslations('contracts.status')
  const { tone, icon } = looks[status]
  return (
    <Pill tone={tone} icon={icon}>
      {t(status)}
    </Pill>
  )
}

/** How a contract stands, with what is owed: overdue in red; an unpaid invoice that is not due yet is no alarm. */
export function ContractPills({ contract }: { readonly contract: Contract }) {
  const t = useTranslations('contracts')
  const format = useFormat()
  const { status, overdue, debt, isExtended, currencyCode: currency } = contract
  return (
    <>
      <ContractStatusPill status={status} />
      {isExtended && (
        <Pill tone="gray" icon={IconCalendarPlus}>
          {t('extended')}
        </Pill>
      )}
      {overdue > 0 ? (
        <Pill tone="red" icon={IconAlertTriangle}>
          {t('overdue', { amount: format.price({ amount: overdue, currency }) })}
        </Pill>
      ) : (
        debt > 0 && (
          <Pill tone="amber" icon={IconHourglass}>
            {t('debt', { amount: format.price({ amount: debt, currency }) })}
          </Pill>
        )
      )}
    </>
  )
}
