import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import type { ExternalPayment } from '../payments/payments.ts'
import classes from '../payments/payments.module.css'

interface ShowPaymentProps {
  readonly payment: Pick<ExternalPayment, 'paymentId' | 'amount' | 'currency'>
  readonly onShow: (paymentId: string) => void
}

/** Opens a payment beside its list. */
export function ShowPayment({ payment: { paymentId, amount, currency }, onShow }: ShowPaymentProps) {
  const t = useTranslations('moneyback.payment')
  const format = useFormat()
  return (
    <button
      type="button"
      className={classes.link}
      aria-label={t('showOf', { amount: format.money({ amount, currency }) })}
      onClick={() => onShow(paymentId)}
    >
      {t('show')}
    </button>
  )
}
