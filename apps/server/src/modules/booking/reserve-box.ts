import { isReservationLive, refuseReservation, reservationExpiry } from '@stowage/domain/reservation-life'
import { limits } from '@stowage/domain/limits'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import { newId } from '../../platform/ids.ts'
import { storeTerms } from '../billing/index.ts'
import type { Catalog } from '../catalog/index.ts'
import { giveBack } from './end-reservation.ts'
import { boxReserved } from './events.ts'
import type { Choice } from './price-terms.ts'
import { insertReservation, lockReservation, recentReservations } from './reservation-store.ts'
import { auditForAnother, bookingAnswer, type BookAnswer, type Booking } from './tell-booking.ts'

interface NewReservation extends Booking {
  readonly choice: Choice
  readonly answers: Readonly<Record<string, unknown>>
  readonly actor: Actor
  readonly address: string
}

/** A reservation holds the box without payment until it expires: one live a stock, and not the same box again at once. */
export async function reserveBox(tx: Tx, catalog: Catalog, booking: NewReservation): Promise<BookAnswer> {
  const { actor, stock, box, terms, tenant, choice, at } = booking
  const recent = await recentReservations(tx, {
    accountId: tenant.id,
    stockId: stock.id,
    since: at.subtract({ hours: 24 * (limits.reservation.sameBoxAgainAfterDays + 1) }),
  })
  // Run out, and no job has said so yet: it stands in nobody's way.
  for (const { id, status, expiresAt } of recent) {
    if (status !== 'live' || isReservationLive({ status, expiresAt }, at)) continue
    const lapsed = await lockReservation(tx, id)
    if (lapsed) await giveBack(tx, catalog, lapsed, 'expired', at)
  }
  const refusal = refuseReservation(box.id, recent, at)
  if (refusal === 'oneLivePerStock') fail(9105)
  if (refusal === 'sameBoxTooSoon' && !isSuperUser(actor)) fail(9106)
  const id = newId()
  const expiresAt = reservationExpiry(at)
  await catalog.claimBox(tx, {
    boxId: box.id,
    stockId: stock.id,
    kind: 'reservation',
    holderId: id,
    accountId: tenant.id,
    takenAt: at,
    lapsesAt: expiresAt,
  })
  await insertReservation(tx, {
    id,
    boxId: box.id,
    stockId: stock.id,
    accountId: tenant.id,
    arrivalDay: choice.startDay,
    durationMonths: choice.durationMonths,
    periodMonths: choice.periodMonths,
    withInsurance: choice.withInsurance,
    price: storeTerms(terms),
    answers: booking.answers,
    reservedAt: at,
    expiresAt,
    bookedById: actor.id,
  })
  publish(
    tx,
    fact(boxReserved, {
      aggregate: `reservation:${id}`,
      stockId: stock.id,
      at,
      payload: { reservationId: id, accountId: tenant.id, stockId: stock.id, boxId: box.id },
    }),
  )
  auditForAnother(tx, booking, booking, { action: 'box-reserved', id })
  return bookingAnswer('reservation', id, terms, { holdUntil: expiresAt })
}
