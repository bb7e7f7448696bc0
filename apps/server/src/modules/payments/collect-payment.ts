import { setTimeout as sleep } from 'node:timers/promises'
import { money, sum } from '@stowage/domain/money'
import { SEPA_MOST, takesAmount } from '@stowage/domain/pay-method'
import { isUndecided } from '@stowage/domain/payment-life'
import { formatMoney } from '@stowage/texts/format.ts'
import { machineNow } from '../../platform/clock.ts'
import { fail, Failure } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { returnUrl, type Desk } from './desk.ts'
import { formDetails, isForm, openForm, reopenForm, type Started } from './open-form.ts'
import { ProcessorError, type PayOrder, type Processor } from './processor.ts'
import type { Collection } from './payments.ts'
import {
  changePayment,
  insertPayment,
  liveAttempts,
  lockPayment,
  showLife,
  takeTurn,
  type PaymentDetails,
  type PaymentRow,
} from './payment-store.ts'
import { retireAttempt, writeOff, writeOffIn } from './retire-attempt.ts'

/** An attempt older than this is not used again. */
const REUSED_FOR = { minutes: 30 }
/** A second press waits so long for the page that the first one makes. */
const WAITED_FOR = { seconds: 40 }
/**
 * Who has a page made says every second that he lives. Silent for so long he is taken for dead and another makes one; was
 * he only slow, he finds his attempt cancelled and shows nobody the page.
 */
const SILENT_FOR = { seconds: 6 }
const SIGN_OF_LIFE_MS = 1000
const LIFE = { hours: 72 }
const SHORTEST_LIFE = { minutes: 15 }
/** A processor that refuses less than this, in minor units, does so because it is too little. */
const LARGE = 100_000

/** See Payments.collect. */
export async function collectPayment(desk: Desk, collection: Collection): Promise<Started> {
  const { stockId, amount, method } = collection
  const processor =
    desk.processors.serving({ stockId, currency: amount.currency }, method) ??
    fail(9204, {
      params: { by: 'noProcessor' },
      reason: `no processor takes ${amount.currency} ${method ?? ''} here`,
    })
  if (amount.amount <= 0) fail(9204, { params: { by: 'paid' } })
  checkCart(collection)
  try {
    return await attempt(desk, processor, collection)
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    if (error.kind === 'refused' && error.reason === 'invalid_amount') refuseSum(collection)
    throw new Failure(1, { reason: error.message, cause: error, isAway: true, retryAfterSeconds: 60 })
  }
}

/** Nothing is away, and trying again would not help. */
function refuseSum({ amount, method, language }: Collection): never {
  if (method === 'sepa' && !takesAmount(method, amount))
    fail(9159, {
      field: 'method',
      params: { by: 'sepa', most: formatMoney(money(SEPA_MOST, amount.currency), language) },
    })
  fail(9159, { params: { by: amount.amount < LARGE ? 'small' : 'large' } })
}

async function attempt(desk: Desk, processor: Processor, collection: Collection): Promise<Started> {
  const until = machineNow().add(WAITED_FOR)
  while (Temporal.Instant.compare(machineNow(), until) < 0) {
    const claim = await takeClaim(desk, processor, collection)
    if (claim.kind === 'mine')
      return claim.overForm
        ? await openForm(desk, collection, claim)
        : await openPage(desk, processor, collection, claim)
    if (claim.kind === 'form') return await reopenForm(desk, processor, claim.row)
    if (claim.kind === 'somebody makes it') {
      await sleep(150)
      continue
    }
    const { open } = claim
    if ((await processor.pageState(open.pageId)) === 'open')
      return { paymentId: open.id, redirectionUrl: open.url }
    const retired = await retireAttempt(desk, open.row)
    if (retired !== 'closed') return { paymentId: open.id, redirectionUrl: returnUrl(desk, open.id) }
  }
  throw new ProcessorError('away', `no page was made for ${collection.reference} in time`)
}

type Claim =
  | {
      readonly kind: 'mine'
      readonly paymentId: string
      readonly overForm: boolean
      readonly details: PaymentDetails
      readonly former: readonly PaymentRow[]
    }
  | {
      readonly kind: 'open'
      readonly open: {
        readonly id: string
        readonly pageId: string
        readonly url: string
        readonly row: PaymentRow
      }
    }
  | { readonly kind: 'form'; readonly row: PaymentRow }
  | { readonly kind: 'somebody makes it' }

/** One click makes the attempt; a second one, or another tab, finds it or waits for it. */
async function takeClaim(desk: Desk, processor: Processor, collection: Collection): Promise<Claim> {
  const { platform } = desk
  const now = platform.clock.now()
  return await platform.transact(async (tx): Promise<Claim> => {
    await takeTurn(tx, collection.reference)
    const live = await liveAttempts(tx, collection.reference)
    if (live.some((row) => row.chargeKey !== null && isUndecided(row.status))) fail(9119)
    for (const row of live.filter((one) => isUndecided(one.status) && fits(one, processor, collection))) {
      if (isForm(row) && isYounger(row, REUSED_FOR)) return { kind: 'form', row }
      if (row.pageId !== null && row.redirectionUrl !== null && isYounger(row, REUSED_FOR))
        return { kind: 'open', open: { id: row.id, pageId: row.pageId, url: row.redirectionUrl, row } }
      if (row.pageId === null && !isForm(row) && isAlive(row)) return { kind: 'somebody makes it' }
    }
    // Within the transaction that takes his place: a moment later he could still show his page.
    const dead = live.filter((row) => row.status === 'created' && row.pageId === null && !isForm(row))
    for (const row of dead) await writeOffIn(tx, row, now)
    const paymentId = newId()
    const form = processor.form(orderOf(desk, collection, paymentId))
    const details: PaymentDetails = {
      startedAt: machineNow().toString(),
      ...(collection.purpose === undefined ? {} : { purpose: collection.purpose }),
      ...(collection.method === undefined ? {} : { method: collection.method }),
      ...(collection.savesMethod === true ? { savesMethod: true } : {}),
      ...(form === undefined ? {} : formDetails(form)),
    }
    await insertPayment(tx, {
      id: paymentId,
      processor: processor.kind,
      cabinet: processor.name,
      reference: collection.reference,
      accountId: collection.accountId,
      stockId: collection.stockId,
      amount: collection.amount,
      status: 'created',
      details,
      createdAt: now,
      expiresAt: now.add(lifeOf(collection, now)),
      createdById: collection.createdById,
    })
    return {
      kind: 'mine',
      paymentId,
      overForm: form !== undefined,
      details,
      former: live.filter((row) => !dead.includes(row)),
    }
  })
}

async function openPage(
  desk: Desk,
  processor: Processor,
  collection: Collection,
  { paymentId, details, former }: Claim & { kind: 'mine' },
): Promise<Started> {
  const { db, log } = desk.platform
  const life = setInterval(() => {
    // Not said is not dead: the next one says it.
    showLife(db, paymentId, machineNow()).catch((error: unknown) =>
      log.warn({ err: error, payment: paymentId }, 'a sign of life could not be given'),
    )
  }, SIGN_OF_LIFE_MS)
  try {
    for (const old of former) {
      const retired = await retireAttempt(desk, old)
      if (retired === 'closed') continue
      // Paid in another tab a moment ago: show what became of that instead of asking for the money again.
      await writeOff(desk, paymentId)
      return { paymentId: old.id, redirectionUrl: returnUrl(desk, old.id) }
    }
    const expiresAt = machineNow().add(lifeOf(collection, desk.platform.clock.now()))
    const page = await processor.openPage({ ...orderOf(desk, collection, paymentId), expiresAt })
    const closesAt = (page.closesAt ?? expiresAt).toString()
    const isStillWanted = await desk.platform.transact(async (tx) => {
      const row = await lockPayment(tx, paymentId)
      await changePayment(tx, paymentId, {
        pageId: page.pageId,
        redirectionUrl: page.url,
        details: { ...details, closesAt, invoiceOpen: true },
      })
      return row?.status === 'created'
    })
    if (isStillWanted) return { paymentId, redirectionUrl: page.url }
    await processor.closePage(page.pageId)
    fail(9109, { reason: 'another amount was asked for while this page was made' })
  } catch (error) {
    // Whether the processor made a page or not, nobody has its address: this attempt cannot be paid.
    const reason = (error instanceof ProcessorError ? error.reason : null) ?? 'processing_error'
    await writeOff(desk, paymentId, { status: 'declined', reason }).catch(() => undefined)
    throw error
  } finally {
    clearInterval(life)
  }
}

function fits(row: PaymentRow, processor: Processor, collection: Collection): boolean {
  return (
    (row.details.savesMethod === true) === (collection.savesMethod === true) &&
    row.details.method === collection.method &&
    row.details.purpose === collection.purpose &&
    row.cabinet === processor.name &&
    row.accountId === collection.accountId &&
    row.amount.amount === collection.amount.amount &&
    row.amount.currency === collection.amount.currency
  )
}

const isAfter = (instant: string, border: Temporal.Instant): boolean =>
  Temporal.Instant.compare(Temporal.Instant.from(instant), border) > 0

const isYounger = ({ details }: PaymentRow, age: { minutes: number }): boolean =>
  isAfter(details.startedAt, machineNow().subtract(age))

const isAlive = ({ details }: PaymentRow): boolean =>
  isAfter(details.aliveAt ?? details.startedAt, machineNow().subtract(SILENT_FOR))

/** From now to the caller's end of it, measured in business time; the processor counts the same span from its own now. */
export function lifeOf(collection: Collection, now: Temporal.Instant): Temporal.Duration {
  const wanted =
    collection.expiresAt === undefined ? Temporal.Duration.from(LIFE) : now.until(collection.expiresAt)
  const [longest, shortest] = [Temporal.Duration.from(LIFE), Temporal.Duration.from(SHORTEST_LIFE)]
  if (Temporal.Duration.compare(wanted, longest) > 0) return longest
  return Temporal.Duration.compare(wanted, shortest) < 0 ? shortest : wanted
}

/** @throws Error when the lines do not sum to the amount: a defect of the caller, before anybody is asked to pay */
function checkCart({ cart, amount }: Collection): void {
  if (cart.length === 0) return
  const lines = cart.map((line) => line.gross)
  const total = sum(lines, amount.currency)
  if (total.amount !== amount.amount)
    throw new Error(`the cart sums to ${total.amount}, to be collected are ${amount.amount}`)
}

/** A collection with the names it carries at the processor. */
function orderOf(desk: Desk, collection: Collection, paymentId: string): PayOrder {
  const { expiresAt: _ours, ...rest } = collection
  return { ...rest, paymentId, returnUrl: returnUrl(desk, paymentId) }
}
