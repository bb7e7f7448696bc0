import { on } from '../../platform/events/dispatcher.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { personErased } from '../accounts/index.ts'
import { eraseWishes } from './erase-wishes.ts'
import { expireReservations } from './end-reservation.ts'
import type { BookingModules } from './book-box.ts'
import { bookingRoutes } from './routes.ts'

export { boxReserved, reservationCancelled, reservationExpired } from './events.ts'
export { reservationsOf, type ReservationAnswer } from './reservation-view.ts'

export type Booking = Module

/** The booking module of one server: quotes, reservations, the wizard's last step. */
export function createBooking(platform: Platform, modules: BookingModules): Booking {
  return {
    routes: bookingRoutes(platform, modules),
    handlers: [
      on(
        personErased,
        'booking erases answers',
        async (tx, { payload }) => await eraseWishes(tx, payload.accountId),
      ),
    ],
    jobs: [
      {
        name: 'expire-reservations',
        everySeconds: 20,
        run: async (stopping?: AbortSignal) => await expireReservations(platform, modules.catalog, stopping),
      },
    ],
  }
}
