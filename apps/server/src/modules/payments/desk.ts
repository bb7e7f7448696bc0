import { machineNow } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PaymentRow } from './payment-store.ts'
import type { Registry } from './registry.ts'

/** What every use case of this module works with. */
export interface Desk {
  readonly platform: Platform
  readonly processors: Registry
  /** Whether one more message of an unknown sender is worth keeping: the door is open, the disk is finite. */
  readonly keepsStrange: () => boolean
}

const STRANGE_PER_MINUTE = 100

export function openDesk(platform: Platform, processors: Registry): Desk {
  let minute = 0
  let kept = 0
  return {
    platform,
    processors,
    keepsStrange() {
      const now = Math.floor(machineNow().epochMilliseconds / 60_000)
      if (now !== minute) [minute, kept] = [now, 0]
      kept += 1
      return kept <= STRANGE_PER_MINUTE
    },
  }
}

/** Where the payer's browser comes back to, whatever became of the payment. */
export function returnUrl(desk: Desk, paymentId: string): string {
  return `${desk.platform.config.publicUrl}/payment-return?payment=${paymentId}`
}

/** An id of ours, as it comes back in `orderid`; everything else in a cabinet is somebody else's business. */
export function isOurs(orderId: string | null): orderId is string {
  return orderId !== null && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(orderId)
}

/** What an event says about a payment. */
export function about(
  row: Pick<PaymentRow, 'id' | 'reference' | 'accountId' | 'stockId' | 'amount' | 'processor'>,
) {
  return {
    paymentId: row.id,
    reference: row.reference,
    accountId: row.accountId,
    stockId: row.stockId,
    amount: row.amount.amount,
    currency: row.amount.currency,
    processor: row.processor,
  }
}
