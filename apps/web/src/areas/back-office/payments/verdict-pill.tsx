import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { Pill } from '../../../ui/index.ts'
import type { PaymentMessage } from './payments.ts'
import { usePaymentWords } from './use-payment-words.ts'

/** What became of a message, with a sign beside the colour. */
export function VerdictPill({
  message: { verdict, needsAttention },
}: {
  readonly message: Pick<PaymentMessage, 'verdict' | 'needsAttention'>
}) {
  const words = usePaymentWords()
  if (needsAttention)
    return (
      <Pill tone="amber" icon={IconAlertTriangle}>
        {words.verdict(verdict)}
      </Pill>
    )
  const isWaiting = verdict === 'valid'
  return (
    <Pill tone={isWaiting ? 'gray' : 'green'} icon={isWaiting ? IconClock : IconCheck}>
      {words.verdict(verdict)}
    </Pill>
  )
}
