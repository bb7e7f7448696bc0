import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { note, type Author } from './author.ts'
import { insertSeller, type SellerData } from './seller-store.ts'
import type { SellerFacts } from './terms.ts'

export type NewSeller = Pick<SellerFacts, 'name' | 'address' | 'country' | 'email' | 'phone'> &
  Partial<Omit<SellerFacts, 'id'>> &
  Partial<Pick<SellerData, 'creditorId' | 'paymentTolerance'>>

const empty = {
  taxNumber: null,
  vatId: null,
  registrationNumber: null,
  bankName: null,
  iban: null,
  bic: null,
  creditorId: null,
  paymentTolerance: 100,
} satisfies Partial<SellerData>

/** A legal entity that stocks sell for; nothing shows it before a stock names it. @returns its id */
export async function createSeller(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  seller: NewSeller,
): Promise<string> {
  const id = newId()
  const { exemptionText = null, ...data } = { ...empty, ...seller }
  await insertSeller(tx, { ...data, id, exemptionText, createdAt: deps.clock.now() })
  note(tx, deps.clock, author, {
    action: 'seller-created',
    subjectType: 'seller',
    subjectId: id,
    after: seller,
  })
  return id
}
