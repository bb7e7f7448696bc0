import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useStock } from '../../../features/catalog/index.ts'
import { PendingContract } from '../../../features/contracts/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { Section, SkeletonCard, useTitle } from '../../../ui/index.ts'
import { DoneSign } from './done-sign.tsx'
import { DoneSteps } from './done-steps.tsx'
import { PaidBox } from './paid-box.tsx'
import { usePaid } from './use-paid.ts'
import classes from './results.module.css'

/** Booked, to be paid by transfer: how much, to whom, under which reference, and until when the box is held; or paid by a balance. */
export function BookedContract({ contractId }: { readonly contractId: string }) {
  const t = useTranslations('results.booked')
  const paid = useTranslations('results.paid')
  const format = useFormat()
  const { contract } = usePaid({ contractId })
  const stock = useStock(contract?.stockId)
  const isPaid = contract?.debt === 0
  const title = t(contract === undefined ? 'title' : isPaid ? 'balanceTitle' : 'contractTitle')
  useTitle(title)
  const isPending = contract?.status === 'pending'
  return (
    <div className={classes.paid}>
      <DoneSteps />
      <div className={classes.headline}>
        <DoneSign size="line" />
        <div>
          <h1>{title}</h1>
          {contract !== undefined && <p>{t(isPaid ? 'balanceText' : 'contractText')}</p>}
        </div>
      </div>
      <div className={classes.cards}>
        {contract === undefined ? <SkeletonCard height={260} /> : <PaidBox contract={contract} />}
        {contract === undefined && <SkeletonCard height={260} />}
        {contract !== undefined && !isPaid && (
          <Section title={t('howToPay')}>
            <dl className={classes.transfer}>
              <dt>{t('amount')}</dt>
              <dd>{format.money({ amount: contract.debt, currency: contract.currencyCode })}</dd>
              <dt>{t('reference')}</dt>
              <dd>{contract.paymentReference ?? contract.contractNumber}</dd>
            </dl>
            <p className={classes.hint}>{t('account')}</p>
            {isPending && (
              <PendingContract
                contract={contract}
                takesCards={stock?.onlinePayment ?? false}
                isLead={false}
              />
            )}
          </Section>
        )}
      </div>
      <div className={classes.actions}>
        <Button size="lg" renderRoot={(props) => <Link to="/my-boxes" {...props} />}>
          {paid('toBoxes')}
        </Button>
      </div>
    </div>
  )
}
