import type { bookBox as endpoint } from '@stowage/api/booking'
import type { Answer, Body } from '@stowage/api/endpoint'
import { isReservationLive, refuseReservation, reservationExpiry } from '@stowage/domain/reservation-life'
import { limits } from '@stowage/domain/limits'
import { priceContract, type PriceTerms } from '@stowage/domain/price'
import { audit, publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail, FieldFailures } from '../../platform/failure.ts'
import { isSuperUser, type Actor, type Language } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountForBooking, agreeToDocuments, type BookingAccount } from '../accounts/index.ts'
import { readTerms, storeTerms } from '../billing/index.ts'
import type { BoxFacts, Catalog, StockTerms } from '../catalog/index.ts'
import { holdEnd, newContractId, openContract, pendingContractOf } from '../contracts/index.ts'
import type { Payments } from '../payments/index.ts'
import { giveBack } from './end-reservation.ts'
import { boxReserved } from './events.ts'
import { limitHeldBoxes } from './held-boxes-view.ts'
import { assertChoice, termsKept, type Choice } from './price-terms.ts'
import { answerOf } from './quote-box.ts'
import {
  endReservation,
  insertReservation,
  lockReservation,
  recentReservations,
  type ReservationRow,
} from './reservation-store.ts'
import { signLease } from './sign-lease.ts'

type BookCall = Call<typeof endpoint, Actor>
type BookAnswer = Answer<typeof endpoint>
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
  const choice: Choice = {
    startDay: Temporal.PlainDate.from(body.arrivalDate),
    durationMonths: body.contractDuration,
    periodMonths: body.invoicingPeriod,
    withInsurance: wantsInsurance(body),
  }
  assertChoice(stock, choice, platform.clock.now())
  const method = body.paymentMethod ?? 'none'
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
    const promised = own?.reservation ? readTerms(own.reservation.price) : null
    const terms = termsKept(stock, box, tenant, choice, promised)
    // Turning a reservation into a contract holds nothing more than before; a superUser answers for what he books.
    if (!own && !isSuperUser(call.actor))
      await limitHeldBoxes(tx, { accountId: tenant.id, most: platform.config.unpaidBoxesPerAccount, at })
    if (method === 'none') {
      if (own?.reservation)
        return answer('reservation', own.reservation.id, readTerms(own.reservation.price), {
          holdUntil: own.reservation.expiresAt,
        })
      if (own) fail(6001)
      return await reserve(tx, modules.catalog, call, { stock, box, terms, choice, tenant, at })
    }
    if (own && !own.reservation) return (await sameAgain(tx, box, tenant)) ?? fail(6001)
    assertPrice(body, terms, stock, box, tenant)
    return await bookReserved(tx, modules.catalog, {
      stock,
      box,
      terms,
      tenant,
      at,
      method,
      fromReservation: own?.reservation.id ?? null,
      answers: answersOf(body),
      signature: body.signature ?? null,
      isAdult: body.isAdult === true,
      actor: call.actor,
      address: call.address,
      language: call.language,
    })
  })
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

/** The lease as it was shown: the hash binds what was read to what is signed. */
export interface GivenSignature {
  readonly nameTyped: string
  readonly textVersion: string
  readonly textHash: string
}

/** What a contract needs beyond a reservation: consent, 18+, documents handed in, a way of paying that the stock has. */
export function mayContract(
  payments: Payments,
  asked: {
    actor: Actor
    tenant: BookingAccount
    stock: StockTerms
    paymentMethod: string
    signature: GivenSignature | null
    isAdult: boolean | undefined
  },
): void {
  const { actor, tenant } = asked
  if (asked.paymentMethod === 'paykeeper' && !payments.collectsOnline(asked.stock.currency))
    throw new FieldFailures([{ code: 1005, field: 'paymentMethod' }])
  if (isSuperUser(actor)) return
  if (asked.paymentMethod === 'manual') fail(9103, { reason: 'only a superUser takes money by hand' })
  if (!asked.signature) fail(6014, { field: 'signature' })
  if (!tenant.isAdult && asked.isAdult !== true) throw new FieldFailures([{ code: 1003, field: 'isAdult' }])
  if (tenant.missingDocuments.length > 0 || tenant.rejectedDocuments.length > 0)
    fail(7001, { reason: 'documents are missing or rejected' })
}

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

/** The same person books the same box again while his contract there is pending: the same id and price, nothing twice. */
export async function sameAgain(
  tx: Tx,
  box: BoxFacts,
  tenant: BookingAccount,
): Promise<BookAnswer | undefined> {
  const pending = await pendingContractOf(tx, { boxId: box.id, accountId: tenant.id })
  if (!pending) return undefined
  return answer('contract', pending.id, readTerms(pending.price), {
    documentId: pending.firstDocumentId ?? undefined,
    contractNumber: pending.number,
    holdUntil: pending.holdUntil,
  })
}

/** The page showed a total; when it is another by now the tenant sees the new quote before he owes it. */
function assertPrice(
  body: BookBody,
  terms: PriceTerms,
  stock: StockTerms,
  box: BoxFacts,
  tenant: BookingAccount,
): void {
  if (body.expectedTotal === undefined || body.expectedTotal === null) return
  const quoted = answerOf(terms, stock, box, tenant)
  if (quoted.total !== body.expectedTotal)
    fail(9109, { present: quoted, reason: 'the price has changed since the page showed it' })
}

interface Booking {
  readonly stock: StockTerms
  readonly box: BoxFacts
  readonly terms: PriceTerms
  readonly tenant: BookingAccount
  readonly at: Temporal.Instant
}

async function reserve(
  tx: Tx,
  catalog: Catalog,
  { actor, body, address }: BookCall,
  { stock, box, terms, tenant, choice, at }: Booking & { choice: Choice },
): Promise<BookAnswer> {
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
    answers: answersOf(body),
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
  if (isForAnother(actor, tenant))
    audit(tx, {
      id: newId(),
      at,
      ...audited(actor, tenant),
      action: 'box-reserved',
      subjectType: 'reservation',
      subjectId: id,
      stockId: stock.id,
      after: { box: box.unitNumber },
      address,
    })
  return answer('reservation', id, terms, { holdUntil: expiresAt })
}

export interface ContractBooking extends Booking {
  readonly method: 'paykeeper' | 'manual' | 'bankTransfer'
  /** The tenant's own reservation of this box, whose claim passes to the contract; null: a new claim. */
  readonly fromReservation: string | null
  readonly answers: Readonly<Record<string, unknown>>
  readonly signature: GivenSignature | null
  readonly isAdult: boolean
  readonly actor: Actor
  readonly address: string
  readonly language: Language
}

/** Takes the box for a contract and opens it; the caller has locked the box. */
export async function bookReserved(tx: Tx, catalog: Catalog, booking: ContractBooking): Promise<BookAnswer> {
  const { stock, box, terms, tenant, at, method, fromReservation, actor } = booking
  const contractId = newContractId()
  const lapsesAt = holdEnd(method, at, stock.timeZone)
  const signature = isSuperUser(actor) ? null : signLease(booking)
  if (fromReservation === null) {
    await catalog.claimBox(tx, {
      boxId: box.id,
      stockId: stock.id,
      kind: 'contract',
      holderId: contractId,
      accountId: tenant.id,
      takenAt: at,
      lapsesAt,
    })
  } else {
    await catalog.passClaim(
      tx,
      { holderId: fromReservation },
      { kind: 'contract', holderId: contractId, lapsesAt },
    )
    await endReservation(tx, fromReservation, 'converted', at, contractId)
  }
  // Signing is agreeing to the documents as they stand: the door asks for it later (code 6014).
  if (signature && tenant.agreedDocumentsVersion !== tenant.currentDocumentsVersion)
    await agreeToDocuments(tx, tenant.id, { at, actor: null })
  const opened = await openContract(tx, {
    id: contractId,
    box,
    stock,
    account: tenant,
    terms,
    paymentMethod: method,
    answers: booking.answers,
    signature,
    bookedById: actor.id,
    at,
  })
  if (isForAnother(actor, tenant))
    audit(tx, {
      id: newId(),
      at,
      ...audited(actor, tenant),
      action: 'contract-booked',
      subjectType: 'contract',
      subjectId: contractId,
      stockId: stock.id,
      after: { box: box.unitNumber, number: opened.number },
      address: booking.address,
    })
  return answer('contract', contractId, terms, {
    documentId: opened.documentId,
    contractNumber: opened.number,
    holdUntil: opened.holdUntil,
  })
}

/** Booked by somebody else than the tenant: a superUser for him, or one who is logged in as him (decisions.md B11). */
const isForAnother = (actor: Actor, tenant: BookingAccount): boolean =>
  tenant.id !== actor.id || actor.impersonatedBy !== null
const audited = (actor: Actor, tenant: BookingAccount) => ({
  actorId: actor.impersonatedBy ?? actor.id,
  onBehalfOf: tenant.id,
})

/** Kept on the contract: where the tenant heard of us, why he stores, what it is worth, whether to debit (decisions.md D26). */
const answersOf = (body: BookBody): Record<string, unknown> => ({
  contactSource: body.contactSource ?? null,
  reason: body.reason ?? null,
  valueOfGoods: body.valueOfGoods ?? null,
  autoPayment: body.autoPayment ?? false,
})

function answer(
  kind: 'reservation' | 'contract',
  id: string,
  terms: PriceTerms,
  more: {
    documentId?: string | undefined
    contractNumber?: string
    holdUntil?: Temporal.Instant | null | undefined
  },
): BookAnswer {
  const total = priceContract(terms, 0)?.totals.gross.amount ?? 0
  return {
    id,
    kind,
    total,
    currency: terms.rate.currency,
    ...(more.documentId === undefined ? {} : { documentId: more.documentId }),
    ...(more.contractNumber === undefined ? {} : { contractNumber: more.contractNumber }),
    ...(more.holdUntil ? { holdUntil: more.holdUntil.toString() } : {}),
  }
}
