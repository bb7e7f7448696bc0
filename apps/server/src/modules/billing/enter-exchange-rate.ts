import type { addExchangeRate, deleteExchangeRate } from '@stowage/api/exchange-rates'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import {
  countDocumentsBy,
  insertExchangeRate,
  removeExchangeRate,
  takeRateTurn,
} from './exchange-rate-store.ts'

/**
 * A superUser enters by which rate VAT of a day's documents is told in the currency of their seller's country. Documents that have none yet take
 * it, also those of before; what a document says already stays.
 * @throws Failure 1005 for a pair of one currency and a day that has a rate; 9115 where documents say an older one
 */
export async function enterExchangeRate(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  call: Call<typeof addExchangeRate, Actor>,
): Promise<void> {
  const rate = call.body
  if (rate.fromCurrency === rate.toCurrency) fail(1005, { field: 'toCurrency' })
  await takeRateTurn(tx, rate)
  const count = await countDocumentsBy(tx, rate, 'before')
  if (count > 0) fail(9115, { field: 'day', params: { what: 'rate', by: 'documents', count } })
  if (!(await insertExchangeRate(tx, rate))) fail(1005, { field: 'day' })
  note(tx, clock, authorOf(call), {
    action: 'exchange-rate-entered',
    subjectType: 'company',
    subjectId: null,
    after: rate,
  })
}

/** @throws Failure 9104; 9115 while documents say it */
export async function takeExchangeRateBack(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  call: Call<typeof deleteExchangeRate, Actor>,
): Promise<void> {
  const of = call.params
  await takeRateTurn(tx, of)
  const count = await countDocumentsBy(tx, of, 'on')
  if (count > 0) fail(9115, { params: { what: 'rate', by: 'documents', count } })
  const before = (await removeExchangeRate(tx, of)) ?? fail(9104)
  note(tx, clock, authorOf(call), {
    action: 'exchange-rate-deleted',
    subjectType: 'company',
    subjectId: null,
    before: { ...of, ...before },
  })
}
