import { useTranslations } from 'use-intl'
import type { Contract } from '../../../features/contracts/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { StatusPage } from '../../../ui/index.ts'
import { DoneSign } from './done-sign.tsx'
import { RetryButton } from './retry-button.tsx'
import type { PaymentState } from './use-paid.ts'

interface MoneyBackProps {
  readonly payment: PaymentState
  readonly contract: Contract | undefined
}

/** The money was there and went back: nothing is paid by it any more. */
export function MoneyBack({ payment, contract }: MoneyBackProps) {
  const t = useTranslations('results.refunded')
  const format = useFormat()
  // What was given up is not to be paid again.
  const isOpen = contract?.status !== 'cancelled'
  return (
    <StatusPage
      title={t(payment.isTakenBack ? 'takenBackTitle' : 'title')}
      art={<DoneSign mood="waiting" />}
      actions={isOpen && <RetryButton payment={payment} />}
    >
      <p>{t(payment.isTakenBack ? 'takenBackText' : 'text', { amount: format.price(payment) })}</p>
      {isOpen && <p>{t('open')}</p>}
    </StatusPage>
  )
}
