import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import type { OfferedMethod } from './offered.ts'
import { PayMethods } from './pay-methods.tsx'
import classes from './pay-methods.module.css'
import { Modal } from '../../../ui/dialog.tsx'

export interface PayChoiceProps {
  readonly methods: readonly OfferedMethod[]
  readonly amount: { readonly amount: number; readonly currency: string }
  readonly isBusy: boolean
  readonly onPay: (method: OfferedMethod) => void
  readonly onClose: () => void
}

/** Asks how to pay where a stock offers several ways; the usual one is chosen already. */
export function PayChoice({ methods, amount, isBusy, onPay, onClose }: PayChoiceProps) {
  const t = useTranslations('paying.methods')
  const format = useFormat()
  const [chosen, setChosen] = useState(methods[0]?.method ?? 'card')
  const method = methods.find((one) => one.method === chosen) ?? methods[0]
  return (
    <Modal
      opened
      onClose={onClose}
      // On its way to the processor's page nobody closes it by a slip.
      closeOnClickOutside={!isBusy}
      closeOnEscape={!isBusy}
      title={t('title')}
    >
      <div className={classes.choice}>
        <p>{t('lead', { amount: format.money(amount) })}</p>
        <PayMethods methods={methods} value={chosen} isDisabled={isBusy} onChange={setChosen} />
        <div className={classes.deeds}>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={isBusy} onClick={() => method !== undefined && onPay(method)}>
            {t(chosen === 'bankTransfer' ? 'order' : 'go')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
