import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import type { Platform } from '../../platform/platform.ts'
import { workRows } from '../../platform/rows-of-job.ts'
import type { Catalog } from '../catalog/index.ts'
import { reservationCancelled, reservationExpired } from './events.ts'
import { endReservation, expired, lockExpired, type ReservationRow } from './reservation-store.ts'

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
  { transact, db, clock, log }: Pick<Platform, 'transact' | 'db' | 'clock' | 'log'>,
  catalog: Catalog,
  stopping?: AbortSignal,
): Promise<void> {
  await workRows(
    { db, log },
    {
      job: 'expire-reservations',
      find: async (at) => await expired(db, clock.now(), { limit: 100, at }),
      keyOf: (id) => id,
      work: async (id) =>
        await transact(async (tx) => {
          const reservation = await lockExpired(tx, clock.now(), id)
          if (reservation) await giveBack(tx, catalog, reservation, 'expired', clock.now())
        }),
      stopping,
    },
  )
}
