import { IconBuildingBank, IconBrandPaypal, IconCreditCard, IconReceipt } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { PayMethodName } from '@stowage/api/payment-lists'
import type { OfferedMethod } from './offered.ts'
import classes from './pay-methods.module.css'

const icons = {
  card: IconCreditCard,
  sepa: IconBuildingBank,
  paypal: IconBrandPaypal,
  bankTransfer: IconReceipt,
} as const

export interface PayMethodsProps {
  readonly methods: readonly OfferedMethod[]
  readonly value: PayMethodName
  readonly isDisabled?: boolean
  readonly onChange: (method: PayMethodName) => void
}

/** How to pay: each way with a sign, how long it takes, and what a direct debit binds to. */
export function PayMethods({ methods, value, isDisabled = false, onChange }: PayMethodsProps) {
  const t = useTranslations('paying.methods')
  const name = useId()
  return (
    <fieldset className={classes.methods} disabled={isDisabled}>
      <legend className="st-spoken">{t('label')}</legend>
      {methods.map(({ method }) => {
        const Icon = icons[method]
        return (
          <label key={method} className={classes.method}>
            <input
              type="radio"
              className="st-spoken"
              name={name}
              checked={method === value}
              onChange={() => onChange(method)}
            />
            <Icon size={24} stroke={1.5} aria-hidden="true" />
            <span>
              <b>{t(method)}</b>
              <small>{t(`${method}Text`)}</small>
              {method === 'sepa' && value === 'sepa' && <small>{t('sepaMandate')}</small>}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
