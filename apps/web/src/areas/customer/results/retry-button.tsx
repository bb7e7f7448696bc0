import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { cachedBooking } from '../../../features/accounts/index.ts'
import type { PaymentState } from './use-paid.ts'

/** Back to where paying again is possible: the begun booking, else the contract that the payment was for. */
export function RetryButton({ payment }: { readonly payment: PaymentState | undefined }) {
  const t = useTranslations('results.failed')
  const user = useUser()
  const contractId = payment?.contractId
  const isBegun = cachedBooking(user === null ? null : user?.id) !== null
  if (!isBegun && user != null && contractId != null)
    return (
      <Button
        size="lg"
        renderRoot={(props) => (
          <Link
            to="/users/$userId/contracts/$contractId"
            params={{ userId: user.id, contractId }}
            search={payment?.documentId == null ? {} : { invoiceId: payment.documentId }}
            {...props}
          />
        )}
      >
        {t('again')}
      </Button>
    )
  return (
    <Button size="lg" renderRoot={(props) => <Link to="/book" {...props} />}>
      {isBegun ? t('again') : t('book')}
    </Button>
  )
}
