import * as api from '@stowage/api/booking'
import { audit } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { auditedAs, isSuperUser } from '../../platform/http/actor.ts'
import { publicRoute, route, sent, type Route } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountForBooking } from '../accounts/index.ts'
import { bookBox, type BookingModules } from './book-box.ts'
import { convertReservation } from './convert-reservation.ts'
import { giveBack } from './end-reservation.ts'
import { previewLease, sendLeasePreview } from './preview-lease.ts'
import { quoteBox } from './quote-box.ts'
import { reservationFor } from './reservation-view.ts'
import { sendSampleLease } from './sample-lease.ts'
import { lockReservation } from './reservation-store.ts'

export function bookingRoutes(platform: Platform, modules: BookingModules): Route[] {
  const { db, clock } = platform
  return [
    publicRoute(api.quoteBox, async ({ params, query, actor }) => {
      const forId = actor && isSuperUser(actor) ? query.userId : actor?.id
      const account = forId === undefined ? undefined : await accountForBooking(db, forId)
      if (forId !== undefined && account === undefined) fail(6002, { field: 'userId' })
      const asked =
        query.accountType === undefined
          ? null
          : { accountType: query.accountType, isIndividualEntrepreneur: false }
      return await quoteBox(platform, modules.catalog, params.id, query, account ?? asked)
    }),
    route(api.bookBox, (call) => bookBox(platform, modules, call)),
    route(api.convertReservation, (call) => convertReservation(platform, modules, call)),
    route(
      api.getReservation,
      async ({ params, actor }) => (await reservationFor(db, params.id, actor)) ?? fail(9104),
    ),
    route(api.cancelReservation, (call) =>
      call.transact(async (tx) => {
        const reservation = await lockReservation(tx, call.params.id)
        if (!reservation || (reservation.accountId !== call.actor.id && !isSuperUser(call.actor))) fail(9104)
        // A second click finds it given back already: that is what was wanted.
        if (reservation.status !== 'live') return {}
        await giveBack(tx, modules.catalog, reservation, 'cancelled', clock.now())
        const { actor, address } = call
        if (reservation.accountId !== actor.id || actor.impersonatedBy !== null)
          audit(tx, {
            id: newId(),
            at: clock.now(),
            ...auditedAs(actor),
            onBehalfOf: reservation.accountId,
            action: 'reservation-cancelled',
            subjectType: 'reservation',
            subjectId: reservation.id,
            stockId: reservation.stockId,
            address,
          })
        return {}
      }),
    ),
    route(api.previewLease, (call) => previewLease(platform, modules, call)),
    publicRoute(api.sampleLeasePdf, async (call) => {
      await sendSampleLease(platform, modules, call)
      return sent
    }),
    publicRoute(api.previewLeasePdf, async (call) => {
      await sendLeasePreview(platform, modules, call)
      return sent
    }),
  ]
}
