import type { bookBox as endpoint } from '@stowage/api/booking'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { BookingAccount } from '../accounts/index.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { BoxFacts, StockTerms } from '../catalog/index.ts'
import { askSource } from '../contracts/index.ts'
import { limitWishes } from './held-boxes-view.ts'
import { assertArrival } from './price-terms.ts'
import type { BookAnswer } from './tell-booking.ts'

/**
 * A box of an external stock is booked by its source alone (decision 21): staff get a task, the source a command. Nothing is held
 * meanwhile, and nothing is owed.
 * @throws Failure 6001 for a box that is taken over there, 6010 for one without a price, 9107 for one wish too many; as `assertArrival` and
 *   `lockBox`
 */
export async function askToBook(
  platform: Platform,
  call: Call<typeof endpoint, Actor>,
  {
    tenant,
    stock,
    lockBox,
  }: {
    readonly tenant: BookingAccount
    readonly stock: StockTerms
    readonly lockBox: (tx: Tx) => Promise<BoxFacts>
  },
): Promise<BookAnswer> {
  const { body } = call
  const startDay = Temporal.PlainDate.from(body.arrivalDate)
  assertArrival(stock, { startDay }, platform.clock.now())
  return await call.transact(async (tx) => {
    const box = await lockBox(tx)
    if (box.claim !== null || !box.isFreeInSource) fail(6001)
    if (box.rate === null) fail(6010)
    if (!isSuperUser(call.actor)) {
      const most = platform.config.unpaidBoxesPerAccount
      await limitWishes(tx, { accountId: tenant.id, stockId: stock.id, most })
    }
    const payload = {
      contractDuration: body.contractDuration ?? null,
      invoicingPeriod: body.invoicingPeriod,
      ...(body.reason ? { note: body.reason } : {}),
    }
    askSource(
      tx,
      {
        kind: 'book' as const,
        stockId: stock.id,
        contractId: null,
        boxId: box.id,
        accountId: tenant.id,
        dateValue: body.arrivalDate,
        payload,
        askedById: call.actor.id,
      },
      platform.clock.now(),
    )
    return { id: box.id, kind: 'wish', total: 0, currency: stock.currency }
  })
}
