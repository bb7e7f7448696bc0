import { publish, type Transact, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import type { Catalog } from '../catalog/index.ts'
import { reservationCancelled, reservationExpired } from './events.ts'
import { endReservation, lockExpired, type ReservationRow } from './reservation-store.ts'

/** Gives a reserved box back, because the tenant wants so or because its 72 hours are over; nothing where somebody was quicker. */
export async function giveBack(
  tx: Tx,
  catalog: Catalog,
  reservation: ReservationRow,
  how: 'cancelled' | 'expired',
  at: Temporal.Instant,
): Promise<void> {
  if (!(await endReservation(tx, reservation.id, how, at))) return
  await catalog.releaseClaim(tx, reservation.id, at)
  publish(
    tx,
    fact(how === 'cancelled' ? reservationCancelled : reservationExpired, {
      aggregate: `reservation:${reservation.id}`,
      stockId: reservation.stockId,
      at,
      payload: {
        reservationId: reservation.id,
        accountId: reservation.accountId,
        stockId: reservation.stockId,
        boxId: reservation.boxId,
      },
    }),
  )
}

/** Job: reservations whose time is over. */
export async function expireReservations(
  transact: Transact,
  catalog: Catalog,
  now: () => Temporal.Instant,
  stopping?: AbortSignal,
): Promise<void> {
  for (;;) {
    stopping?.throwIfAborted()
    const done = await transact(async (tx) => {
      const expired = await lockExpired(tx, now(), 100)
      for (const reservation of expired) await giveBack(tx, catalog, reservation, 'expired', now())
      return expired.length
    })
    if (done === 0) return
  }
}
