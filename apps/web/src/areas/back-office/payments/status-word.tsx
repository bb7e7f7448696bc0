import { Popover } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconClock, IconX, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { ExternalPayment } from './payments.ts'
import { usePaymentWords } from './use-payment-words.ts'
import classes from './payments.module.css'

const icons = {
  success: IconCheck,
  canceled: IconX,
  pending: IconClock,
  failed: IconX,
  refunded: IconArrowBackUp,
  refunding: IconArrowBackUp,
  disputed: IconArrowBackUp,
  partially_refunded: IconArrowBackUp,
} as const

/**
 * How a payment stands at its processor: success green, canceled blue, all others black (specification 4), each with a sign, so
 * that nothing hangs on the colour; what it means is said on a touch, on hovering and by the keyboard.
 */
export function StatusWord({ payment }: { readonly payment: Pick<ExternalPayment, 'status' | 'said'> }) {
  const words = usePaymentWords()
  const [isOpen, setOpen] = useState(false)
  const { status } = payment
  const Icon = Object.hasOwn(icons, status) ? icons[status as keyof typeof icons] : IconInfoCircle
  return (
    <Popover opened={isOpen} onChange={setOpen} width={280} position="bottom-start" withinPortal>
      <Popover.Target>
        <button
          type="button"
          className={classes.status}
          data-status={status}
          onClick={() => setOpen(true)}
          onMouseEnter={() => setOpen(true)}
          onMouseLeave={() => setOpen(false)}
          onBlur={() => setOpen(false)}
        >
          <Icon size={16} stroke={2} aria-hidden="true" />
          {words.status(status)}
        </button>
      </Popover.Target>
      <Popover.Dropdown>{words.statusWhy(payment)}</Popover.Dropdown>
    </Popover>
  )
}
