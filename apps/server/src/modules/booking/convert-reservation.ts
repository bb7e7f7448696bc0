import type { convertReservation as endpoint } from '@stowage/api/booking'
import type { Answer } from '@stowage/api/endpoint'
import { isReservationLive } from '@stowage/domain/reservation-life'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountForBooking } from '../accounts/index.ts'
import { readTerms } from '../billing/index.ts'
import type { BookingModules } from './book-box.ts'
import { bookContract, mayContract, sameAgain } from './book-contract.ts'
import { isFirstContract } from './new-customer-view.ts'
import { concludedOn, hasPromisedFirstMonth } from './price-terms.ts'
import { reservationFor } from './reservation-view.ts'
import { lockReservation } from './reservation-store.ts'

/** Turns a reservation into a contract at the price that was promised with it. */
export async function convertReservation(
  platform: Platform,
  modules: BookingModules,
  call: Call<typeof endpoint, Actor>,
): Promise<Answer<typeof endpoint>> {
  const { actor, params, body } = call
  // Read before the transaction: the terms of a stock may come through a connection of their own.
  const found = (await reservationFor(platform.db, params.id, actor)) ?? fail(9104)
  const stock = (await modules.catalog.stockTerms(found.stockId)) ?? fail(6006)
  return await call.transact(async (tx) => {
    const at = platform.clock.now()
    // Box first, as every booking: in another order two tabs of one tenant would wait for each other.
    const box = (await modules.catalog.lockBox(tx, found.boxId)) ?? fail(6005)
    const reservation = await lockReservation(tx, params.id)
    if (!reservation || (reservation.accountId !== actor.id && !isSuperUser(actor))) fail(9104)
    const tenant = (await accountForBooking(tx, reservation.accountId)) ?? fail(6002)
    // A second click finds the contract of the first.
    const made = reservation.contractId === null ? undefined : await sameAgain(tx, box, tenant)
    if (made?.id === reservation.contractId) return made
    if (!isReservationLive(reservation, at)) fail(6001, { reason: 'the reservation is over' })
    mayContract(modules.payments, {
      actor,
      tenant,
      stock,
      paymentMethod: body.paymentMethod,
      signature: body.signature ?? null,
      isAdult: body.isAdult,
    })
    const promised = readTerms(reservation.price)
    const isNewCustomer =
      hasPromisedFirstMonth(promised) &&
      (await isFirstContract(tx, { accountId: tenant.id, sellerId: stock.seller.id }))
    return await bookContract(tx, modules.catalog, {
      stock,
      box,
      tenant,
      at,
      terms: concludedOn(promised, stock, tenant, at, isNewCustomer),
      method: body.paymentMethod,
      fromReservation: reservation.id,
      answers: reservation.answers,
      signature: body.signature ?? null,
      isAdult: body.isAdult === true,
      actor,
      address: call.address,
      language: call.language,
    })
  })
}
