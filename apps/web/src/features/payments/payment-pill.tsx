import { IconArrowBackUp, IconCheck, IconClock, IconMinus, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Pill } from '../../ui/index.ts'
import type { PaymentAttempt } from './payment-history.tsx'

const looks = {
  created: { tone: 'gray', icon: IconMinus },
  pending: { tone: 'amber', icon: IconClock },
  succeeded: { tone: 'green', icon: IconCheck },
  failed: { tone: 'red', icon: IconX },
  cancelled: { tone: 'gray', icon: IconMinus },
  refunded: { tone: 'blue', icon: IconArrowBackUp },
} as const

/** How a payment stands. */
export function PaymentPill({
  attempt: { status, withdrawn },
}: {
  readonly attempt: Pick<PaymentAttempt, 'status' | 'withdrawn'>
}) {
  const t = useTranslations('paying.history.status')
  return <Pill {...looks[status]}>{t(status === 'refunded' && withdrawn > 0 ? 'withdrawn' : status)}</Pill>
}
