import { personTexts } from '@stowage/texts/person/index.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { accountForBooking } from '../accounts/index.ts'
import { keepAppeal } from './keep-appeal.ts'

/** That somebody wishes to be erased reaches staff where they answer everything else, in the words of his language. */
export async function keepErasureRequest(tx: Tx, accountId: string, at: Temporal.Instant): Promise<void> {
  const account = await accountForBooking(tx, accountId)
  // Ended before anybody read this: there is nobody to answer.
  if (!account) return
  const language = (['ru', 'en', 'de', 'pl'] as const).find((known) => known === account.language) ?? 'ru'
  await keepAppeal(tx, {
    accountId,
    name: account.displayName,
    email: account.email,
    phone: account.phone,
    type: 'message',
    message: personTexts(language)('erasureRequest'),
    details: {},
    stockId: null,
    cityId: null,
    sizeGroup: null,
    language,
    at,
  })
}
