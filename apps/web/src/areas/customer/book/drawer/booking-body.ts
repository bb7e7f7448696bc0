import type { bookBox } from '@stowage/api/booking'
import type { Body } from '@stowage/api/endpoint'
import { minorOf, termOf } from '../../../../features/booking/index.ts'
import type { Wizard } from './wizard.ts'

export type Method = 'none' | 'paykeeper' | 'bankTransfer' | 'manual'

/** What is sent: the choices as they stand, what the page showed as the sum, and the signature where one is needed. */
export function bookingBody(wizard: Wizard, method: Method): Body<typeof bookBox> {
  const { stock, box, choices, lease, booker, clientId, quote } = wizard
  const { agreed, arrivalDate, withInsurance, contactSource, reason, valueOfGoods, autoPayment } = choices
  const isSigned = booker === 'client' && method !== 'none' && lease.data !== undefined
  return {
    stockId: stock.id,
    boxId: box.id,
    boxSize: box.size,
    unitNumber: box.unitNumber,
    arrivalDate: arrivalDate ?? '',
    ...termOf(quote, choices),
    insuranceSchemeId: withInsurance ? 'standard' : 'none',
    paymentMethod: method,
    contactSource,
    reason,
    valueOfGoods: minorOf(valueOfGoods) ?? null,
    autoPayment,
    expectedTotal: quote?.total ?? null,
    ...(clientId === undefined ? {} : { userId: clientId }),
    ...(isSigned
      ? {
          isAdult: agreed.isAdult,
          signature: {
            nameTyped: agreed.name.trim(),
            textVersion: lease.data.textVersion,
            textHash: lease.data.textHash,
          },
        }
      : {}),
  }
}
