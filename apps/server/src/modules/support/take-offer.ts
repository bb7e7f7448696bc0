import { publish, type Tx } from '../../platform/database/transaction.ts'
import { on, type Handler } from '../../platform/events/dispatcher.ts'
import { fact } from '../../platform/events/event.ts'
import type { Platform } from '../../platform/platform.ts'
import { boxReserved, reservationCancelled, reservationExpired } from '../booking/index.ts'
import { contractBooked, contractCancelled } from '../contracts/index.ts'
import { markBooked, unmarkBooked } from './appeal-store.ts'
import { offerGivenBack, offerTaken } from './events.ts'

interface Booking {
  readonly accountId: string
  readonly stockId: string
}

/**
 * Who was offered a box of a stock and books there has taken the offer: by the account that asked, or by an account of the address
 * that the offer was sent to. The contract that follows a reservation finds it taken already. When all that was booked is given up
 * or runs out, so that nobody stands in the list as housed who is not, the offer is open again.
 */
export function takeOfferHandlers({ clock }: Pick<Platform, 'clock'>): readonly Handler[] {
  const tell = (
    tx: Tx,
    what: typeof offerTaken,
    at: Temporal.Instant,
    stockId: string,
    appealIds: readonly string[],
  ): void => {
    for (const appealId of appealIds)
      publish(
        tx,
        fact(what, {
          aggregate: `appeal:${appealId}`,
          stockId,
          at,
          payload: { appealId, type: 'availability' },
        }),
      )
  }
  const take = async (tx: Tx, { accountId, stockId }: Booking): Promise<void> => {
    const at = clock.now()
    tell(tx, offerTaken, at, stockId, await markBooked(tx, { accountId, stockId, at }))
  }
  const giveBack = async (tx: Tx, { accountId, stockId }: Booking): Promise<void> =>
    tell(tx, offerGivenBack, clock.now(), stockId, await unmarkBooked(tx, { accountId, stockId }))
  return [
    on(boxReserved, 'take an offer by a reservation', async (tx, { payload }) => await take(tx, payload)),
    on(contractBooked, 'take an offer by a contract', async (tx, { payload }) => await take(tx, payload)),
    on(
      reservationCancelled,
      'give an offer back with a reservation',
      async (tx, { payload }) => await giveBack(tx, payload),
    ),
    on(
      reservationExpired,
      'give an offer back with an expired reservation',
      async (tx, { payload }) => await giveBack(tx, payload),
    ),
    on(
      contractCancelled,
      'give an offer back with a contract',
      async (tx, { payload }) => await giveBack(tx, payload),
    ),
  ]
}
