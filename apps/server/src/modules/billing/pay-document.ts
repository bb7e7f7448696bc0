import type { payDocument as endpoint } from '@stowage/api/billing'
import type { Answer } from '@stowage/api/endpoint'
import { creditorReference, spacedReference } from '@stowage/domain/bank-reference'
import { unpaidOf } from '@stowage/domain/debt'
import { money, type Currency } from '@stowage/domain/money'
import type { Language } from '@stowage/texts/language.ts'
import { pdfTexts } from '@stowage/texts/pdf/index.ts'
import { audit } from '../../platform/database/transaction.ts'
import { fail, FieldFailures } from '../../platform/failure.ts'
import { auditedAs, isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CartLine, Payments, PayMethod } from '../payments/index.ts'
import { lockDocument, unsettledPayment } from './billing-store.ts'
import { payable, payableOfPendingBox, type Payable } from './document-view.ts'
import { transferChosen } from './events.ts'
import { settleFromBalance } from './settle-payment.ts'
import { isPaidFromBalance } from './settlement-store.ts'
import { insertSubscription } from './subscription-store.ts'
import { tell } from './tell.ts'

type PayCall = Call<typeof endpoint, Actor>
type PayAnswer = Answer<typeof endpoint>

/**
 * Pays a document by card, or marks it as paid by hand. The amount is what the server's own document still asks for;
 * whatever the body says about money decides nothing (reliability, traps).
 */
export async function payDocument(platform: Platform, payments: Payments, call: PayCall): Promise<PayAnswer> {
  const { actor, body } = call
  if (body.processor === 'manual' && !isSuperUser(actor)) fail(9103)
  const document = await find(platform, call)
  if (body.processor === 'manual') return await markPaid(call, payments, document, platform.clock.now())
  // Each way of paying finds what an earlier attempt has begun, so the answer is kept behind all of its steps.
  const answer = await payOwn(platform, payments, call, document)
  return await call.transact(async (tx) => {
    if (answer.status === 'waiting')
      tell(tx, transferChosen, document, platform.clock.now(), { documentId: document.id })
    return answer
  })
}

/** The tenant pays with money at hand, by transfer or by card. */
async function payOwn(
  platform: Platform,
  payments: Payments,
  { actor, body, language }: PayCall,
  document: Payable,
): Promise<PayAnswer> {
  const debt = unpaidOf(document)
  if (document.accountId !== actor.id)
    fail(9103, { reason: 'a superUser marks as paid, he does not pay by card for others' })
  if (document.status === 'paid' && (await isPaidFromBalance(platform.db, document.id)))
    return { paymentId: document.id, status: 'paid' }
  if (document.status !== 'open' || debt === 0)
    fail(9204, { params: { by: document.status === 'void' ? 'void' : 'paid' } })
  // Money that is there and not in the book yet: a moment later nothing is left to pay.
  if (await unsettledPayment(platform.db, document.id)) fail(9204, { params: { by: 'arriving' } })
  if (await payFromBalance(platform, payments, document)) return { paymentId: document.id, status: 'paid' }
  if (body.processor === 'bankTransfer') {
    // The mail about the transfer would have no account to name.
    if (!document.takesTransfers) throw new FieldFailures([{ code: 1005, field: 'processor' }])
    return {
      paymentId: document.id,
      status: 'waiting',
      reference: spacedReference(creditorReference(document.paymentNumber)),
    }
  }
  const method = chosenMethod(payments, body.method, document)
  // Agreed to on booking: the first payment saves the card, and they are on with it.
  const savesMethod = document.wantsDebits && document.contractStatus === 'pending'
  if (savesMethod)
    await platform.transact(async (tx) => await insertSubscription(tx, document, platform.clock.now()))
  const all = [document, ...(await paidWith(platform, { actor, body }, document))]
  const started = await payments.collect({
    reference: `document:${document.id}`,
    accountId: document.accountId,
    stockId: document.stockId,
    amount: money(
      all.reduce((sum, one) => sum + unpaidOf(one), 0),
      document.currency as Currency,
    ),
    serviceName: `${document.contractNumber} · ${document.unitNumber}`,
    cart: all.every(({ paid }) => paid === 0) ? all.flatMap((one) => receiptLines(one, language)) : [],
    email: document.email,
    phone: document.phone,
    language,
    createdById: actor.id,
    savesMethod,
    ...(method === undefined ? {} : { method }),
    // A page that can still be paid after the box was given to somebody else would take money for nothing.
    ...(document.contractStatus === 'pending' && document.holdUntil ? { expiresAt: document.holdUntil } : {}),
  })
  return { paymentId: started.paymentId, redirectionUrl: started.redirectionUrl, status: 'redirect' }
}

/**
 * The tenant has money with us, of a booking that it came too late for, say: it pays the next one, whichever way he has chosen.
 * Not while a bank decides about other money for the same.
 */
async function payFromBalance(
  platform: Platform,
  payments: Payments,
  { id, contractStatus }: Payable,
): Promise<boolean> {
  if (contractStatus !== 'pending') return false
  const reference = `document:${id}`
  return await platform.transact(async (tx) => {
    if (await payments.mayStillArrive(tx, [reference])) return false
    return await settleFromBalance(tx, id, platform.clock.now())
  })
}

/** @throws FieldFailures 1005 for a method that the stock does not offer */
export function chosenMethod(
  payments: Pick<Payments, 'offers'>,
  wish: string | null | undefined,
  at: { readonly stockId: string; readonly currency: string },
): PayMethod | undefined {
  if (wish == null) return undefined
  const place = { stockId: at.stockId, currency: at.currency as Currency }
  const offer = payments.offers(place).find(({ method }) => method === wish)
  if (!offer) throw new FieldFailures([{ code: 1005, field: 'method' }])
  return offer.method
}

async function find(platform: Platform, { actor, body }: PayCall): Promise<Payable> {
  const documentId = body.documentId ?? body.documentIds?.[0]
  if (documentId) return (await payable(platform.db, documentId, actor)) ?? fail(9104)
  if (!body.boxId) fail(6003)
  const accountId = isSuperUser(actor) && body.userId ? body.userId : actor.id
  return (await payableOfPendingBox(platform.db, { boxId: body.boxId, accountId })) ?? fail(9104)
}

/**
 * The other documents that a payment names: open ones of the same contract. Money for all of them settles overdue rent first, then by
 * due day (decisions.md C18), which is each of them where the whole sum comes.
 */
async function paidWith(
  { db }: Pick<Platform, 'db'>,
  { actor, body }: Pick<PayCall, 'actor' | 'body'>,
  document: Payable,
): Promise<Payable[]> {
  const others = [...new Set(body.documentIds ?? [])].filter((id) => id !== document.id)
  const found: Payable[] = []
  for (const id of others) {
    const other = (await payable(db, id, actor)) ?? fail(9104, { field: 'documentIds' })
    if (other.contractId !== document.contractId || other.currency !== document.currency)
      throw new FieldFailures([{ code: 1005, field: 'documentIds' }])
    if (other.status === 'open' && unpaidOf(other) > 0) found.push(other)
  }
  return found
}

/**
 * Idempotent: a second press on a paid document changes nothing (permissions.json). What the caller had seen as unpaid
 * never decides the sum; where it is another one by now, he is asked again (9109): he would confirm money he never got.
 */
async function markPaid(
  call: PayCall,
  payments: Payments,
  document: Payable,
  at: Temporal.Instant,
): Promise<PayAnswer> {
  return await call.transact(async (tx) => {
    const row = await lockDocument(tx, document.id)
    if (!row || row.status === 'void') fail(9104)
    // Whoever pays what was given up is taken at his word: that is asked for again (settle-payment.ts).
    const debt = unpaidOf(row) + row.writtenOff
    if (debt === 0) return { paymentId: document.id, status: 'paid' as const }
    // Pressed again before the first press is settled: the document's lock lets one see what the other did.
    const before = await unsettledPayment(tx, row.id)
    if (before !== undefined) return { paymentId: before, status: 'paid' as const }
    const seen = call.body.debt ?? debt
    if (seen !== debt) fail(9109, { present: { debt, currency: row.currency } })
    const { paymentId } = await payments.recordManual(tx, {
      reference: `document:${document.id}`,
      accountId: row.accountId,
      stockId: row.stockId,
      amount: money(debt, row.currency),
      createdById: call.actor.id,
      at,
    })
    audit(tx, {
      id: newId(),
      at,
      ...auditedAs(call.actor),
      onBehalfOf: row.accountId,
      action: 'document-marked-paid',
      subjectType: 'document',
      subjectId: row.id,
      stockId: row.stockId,
      after: { amount: debt, currency: row.currency, paymentId },
      address: call.address,
    })
    return { paymentId, status: 'paid' as const }
  })
}

const receiptKinds = ['rent', 'insurance', 'deposit', 'penalty', 'adjustment'] as const

/** What the payer reads on the pay page and on the receipt; a cash register that takes roubles writes Russian (54-FZ). */
export function receiptLines(
  document: Pick<Payable, 'lines' | 'unitNumber' | 'currency'>,
  language: Language,
): CartLine[] {
  const t = pdfTexts(document.currency === 'RUB' ? 'ru' : language)
  const kinds: Readonly<Record<string, CartLine['kind']>> = { deposit: 'deposit', penalty: 'penalty' }
  return document.lines.map((line) => ({
    name: t(`receipt.${receiptKinds.find((kind) => kind === line.kind) ?? 'adjustment'}`, {
      unit: document.unitNumber,
    }),
    quantity: 1,
    gross: money(line.gross, document.currency as Currency),
    vatPercent: line.vatPercent,
    kind: kinds[line.kind] ?? 'service',
  }))
}
