import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { PaymentHistory } from '../../../features/payments/index.ts'
import { PageHeader } from '../../../ui/index.ts'

/** /payments: what a tenant has paid and tried to pay, with the reason where it came to nothing. */
export default function PaymentsPage(): ReactNode {
  const t = useTranslations('paying.page')
  const user = useUser()
  if (!user) return null
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <Link to="/users/$id" params={{ id: user.id }} hash="userInvoices">
            {t('toInvoices')}
          </Link>
        }
      />
      <PaymentHistory userId={user.id} />
    </>
  )
}
