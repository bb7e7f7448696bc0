import type { Answer } from '@stowage/api/endpoint'
import type { listSellers } from '@stowage/api/stocks'
import { shownNumber, typedNumber } from '../../../ui/index.ts'
import { defaultCountry } from '../../../features/accounts/index.ts'

export type Seller = Answer<typeof listSellers>[number]

/** What the form of a seller holds. */
export function sellerValues(seller?: Seller) {
  return {
    name: seller?.name ?? '',
    address: seller?.address ?? '',
    country: seller?.country ?? defaultCountry,
    email: seller?.email ?? '',
    phone: seller?.phone ?? '',
    taxNumber: seller?.taxNumber ?? '',
    vatId: seller?.vatId ?? '',
    registrationNumber: seller?.registrationNumber ?? '',
    bankName: seller?.bankName ?? '',
    iban: seller?.iban ?? '',
    bic: seller?.bic ?? '',
    creditorId: seller?.creditorId ?? '',
    paymentTolerance: shownNumber((seller?.paymentTolerance ?? 100) / 100),
  }
}
export type SellerValues = ReturnType<typeof sellerValues>

/** What travels: the tolerance in minor units; what is no amount stays NaN, which the schema refuses at its field. */
export function sellerBody<V extends Partial<SellerValues>>({ paymentTolerance, ...texts }: V) {
  if (paymentTolerance === undefined) return texts
  const typed = typedNumber(paymentTolerance) ?? 0
  const minor = Math.round(typed * 100)
  return { ...texts, paymentTolerance: Math.abs(minor - typed * 100) < 1e-6 ? minor : Number.NaN }
}

export const sellerLengths = {
  name: [1, 128],
  address: [1, 254],
  taxNumber: [1, 30],
  vatId: [1, 30],
  registrationNumber: [1, 30],
  bankName: [1, 128],
  iban: [5, 42],
  bic: [8, 11],
  creditorId: [8, 35],
} as const
