import type { bookBox as endpoint } from '@stowage/api/booking'
import type { Body } from '@stowage/api/endpoint'
import type { PriceTerms } from '@stowage/domain/price'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, refuseActing, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountForBooking, keepAccount, type BookingAccount } from '../accounts/index.ts'
import { readTerms } from '../billing/index.ts'
import type { BoxFacts, Catalog, StockTerms } from '../catalog/index.ts'
import type { Payments } from '../payments/index.ts'
import { askToBook } from './ask-to-book.ts'
import { bookContract, mayContract, sameAgain } from './book-contract.ts'
import { giveBack } from './end-reservation.ts'
import { limitHeldBoxes } from './held-boxes-view.ts'
import { isFirstContract } from './new-customer-view.ts'
import { chosenTariff } from './offered-tariffs.ts'
import {
  assertArrival,
  assertChoice,
  atPresentVat,
  hasFirstMonth,
  termsKept,
  type Choice,
} from './price-terms.ts'
import { answerOf } from './quote-box.ts'
import { lockReservation, type ReservationRow } from './reservation-store.ts'
import { reserveBox } from './reserve-box.ts'
import { bookingAnswer, type BookAnswer } from './tell-booking.ts'

type BookCall = Call<typeof endpoint, Actor>
type BookBody = Body<typeof endpoint>

export interface BookingModules {
  readonly catalog: Catalog
  readonly payments: Payments
}

/**
 * Reserves a box, or books it with a way of paying. One short transaction with the box row locked first; the unique index
 * on live claims has the last word (I1). Everything slow is before it (memory) or after it (mail, payment, by events).
 */
export async function bookBox(
  platform: Platform,
  modules: BookingModules,
  call: BookCall,
): Promise<BookAnswer> {
  const { body } = call
  const tenant = await tenantOf(platform, call)
  const stock = await stockOf(modules.catalog, body)
  if (stock.isExternal) {
    const lockBox = async (tx: Tx) => await lockWantedBox(tx, modules.catalog, stock, body)
    return await askToBook(platform, call, { tenant, stock, lockBox })
  }
  const choice: Choice = {
    startDay: Temporal.PlainDate.from(body.arrivalDate),
    durationMonths: body.contractDuration ?? null,
    periodMonths: body.invoicingPeriod,
    withInsurance: wantsInsurance(body),
    tariffId: body.tariffId ?? null,
  }
  const now = platform.clock.now()
  // What was promised with a reservation may be more than what is offered now: then it is asked under the box's lock.
  if (stock.tariffs.length === 0 && choice.tariffId === null && choice.durationMonths !== null)
    assertChoice(stock, choice, null, now)
  else assertArrival(stock, choice, now)
  const method = body.paymentMethod ?? 'none'
  // A reservation may be made for a tenant; a contract is signed by its tenant.
  if (method !== 'none') refuseActing(call.actor)
  if (method !== 'none')
    mayContract(modules.payments, {
      actor: call.actor,
      tenant,
      stock,
      paymentMethod: method,
      signature: body.signature ?? null,
      isAdult: body.isAdult,
    })
  return await call.transact(async (tx) => {
    const at = platform.clock.now()
    const box = await lockWantedBox(tx, modules.catalog, stock, body)
    const own = await clearClaim(tx, modules.catalog, box, tenant, at)
    await keepAccount(tx, tenant.id)
    if (own && !own.reservation)
      return method === 'none' ? fail(6001) : ((await sameAgain(tx, box, tenant)) ?? fail(6001))
    const promised = own ? readTerms(own.reservation.price) : null
    if (method === 'none' && own && promised)
      return bookingAnswer('reservation', own.reservation.id, atPresentVat(promised, stock, tenant), {
        holdUntil: own.reservation.expiresAt,
      })
    const terms = await dealFor(tx, { stock, box, tenant, choice, promised })
    // Turning a reservation into a contract holds nothing more than before; a superUser answers for what he books.
    if (!own && !isSuperUser(call.actor))
      await limitHeldBoxes(tx, { accountId: tenant.id, most: platform.config.unpaidBoxesPerAccount, at })
    const booking = {
      stock,
      box,
      terms,
      tenant,
      at,
      answers: answersOf(body),
      actor: call.actor,
      address: call.address,
    }
    if (method === 'none') return await reserveBox(tx, modules.catalog, { ...booking, choice })
    assertPrice(body, terms, stock, tenant)
    return await bookContract(tx, modules.catalog, {
      ...booking,
      method,
      fromReservation: own?.reservation.id ?? null,
      signature: body.signature ?? null,
      isAdult: body.isAdult === true,
      language: call.language,
    })
  })
}

/** The price of what was chosen, under the tariff that it names; who is new is decided here, one booking of an account after another. */
async function dealFor(
  tx: Tx,
  about: {
    stock: StockTerms
    box: BoxFacts
    tenant: BookingAccount
    choice: Choice
    promised: PriceTerms | null
  },
): Promise<PriceTerms> {
  const { stock, box, tenant, choice, promised } = about
  const tariff = chosenTariff(stock, choice, promised)
  const isNewCustomer =
    hasFirstMonth(tariff) && (await isFirstContract(tx, { accountId: tenant.id, sellerId: stock.seller.id }))
  return termsKept(stock, box, tenant, choice, promised, { tariff, isNewCustomer })
}

/** A client books for himself; a superUser for the client he picked (decisions.md B8; code 6002 for an unknown one). */
async function tenantOf(platform: Platform, { actor, body }: BookCall): Promise<BookingAccount> {
  if (!isSuperUser(actor)) {
    if (body.userId && body.userId !== actor.id) fail(9103, { reason: 'a client books for himself' })
    return (await accountForBooking(platform.db, actor.id)) ?? fail(9003)
  }
  const tenant = body.userId ? await accountForBooking(platform.db, body.userId) : undefined
  return tenant?.platformRole === 'client' ? tenant : fail(6002, { field: 'userId' })
}

async function stockOf(catalog: Catalog, body: BookBody): Promise<StockTerms> {
  if (!body.stockId && !body.boxId) fail(6003)
  const stockId = body.stockId ?? (await catalog.box(body.boxId ?? ''))?.stockId ?? fail(6005)
  return (await catalog.stockTerms(stockId)) ?? fail(6006)
}

const wantsInsurance = (body: BookBody): boolean =>
  Boolean(body.insuranceSchemeId) && body.insuranceSchemeId !== 'none'

/** By its id; else by its number in the stock; else any free one of a size (decisions.md A4, A5). */
async function lockWantedBox(tx: Tx, catalog: Catalog, stock: StockTerms, body: BookBody): Promise<BoxFacts> {
  if (body.boxId) {
    const box = (await catalog.lockBox(tx, body.boxId)) ?? fail(6005)
    return box.stockId === stock.id ? box : fail(6007)
  }
  if (body.unitNumber)
    return (
      (await catalog.lockBoxByUnitNumber(tx, stock.id, body.unitNumber)) ??
      fail(6005, { field: 'unitNumber' })
    )
  const size = Number(body.boxSize)
  if (!body.boxSize || Number.isNaN(size)) fail(6003)
  return (await catalog.lockFreeBox(tx, stock.id, size)) ?? fail(6010)
}

/** What the tenant has of the box already: a live reservation, locked, or a contract. */
type OwnClaim = { readonly reservation: ReservationRow } | { readonly reservation: null }

/** Who holds the box: nobody (a lapsed reservation is expired by the next taker), the same tenant, or somebody else: 6001. */
async function clearClaim(
  tx: Tx,
  catalog: Catalog,
  box: BoxFacts,
  tenant: BookingAccount,
  at: Temporal.Instant,
): Promise<OwnClaim | null> {
  const { claim } = box
  if (!claim) return null
  const isLapsed = claim.lapsesAt !== null && Temporal.Instant.compare(claim.lapsesAt, at) <= 0
  if (claim.kind === 'reservation' && isLapsed) {
    const lapsed = await lockReservation(tx, claim.holderId)
    if (lapsed) await giveBack(tx, catalog, lapsed, 'expired', at)
    return null
  }
  if (claim.accountId !== tenant.id) fail(6001)
  if (claim.kind === 'contract') return { reservation: null }
  const reservation = await lockReservation(tx, claim.holderId)
  // Given back between the look at the box and the lock: whoever asks again finds it free.
  return reservation?.status === 'live' ? { reservation } : fail(6001)
}

/** The page showed a total; when it is another by now the tenant sees the new quote before he owes it. */
function assertPrice(body: BookBody, terms: PriceTerms, stock: StockTerms, tenant: BookingAccount): void {
  if (body.expectedTotal === undefined || body.expectedTotal === null) return
  const quoted = answerOf(terms, stock, tenant)
  if (quoted.total !== body.expectedTotal)
    fail(9109, { present: quoted, reason: 'the price has changed since the page showed it' })
}

/** Kept on the contract: where the tenant heard of us, why he stores, what it is worth, whether to debit (decisions.md D26). */
const answersOf = (body: BookBody): Record<string, unknown> => ({
  contactSource: body.contactSource ?? null,
  reason: body.reason ?? null,
  valueOfGoods: body.valueOfGoods ?? null,
  autoPayment: body.autoPayment ?? false,
})
