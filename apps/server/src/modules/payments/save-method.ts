import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import { endMandate } from './bank-debits/decide-debit.ts'
import { about, type Desk } from './desk.ts'
import { methodLost, methodSaved } from './events.ts'
import {
  droppedMethods,
  dropMethod,
  findMethod,
  insertMethod,
  loseMethods,
  paidWithoutMethod,
  settleDropped,
  showMethod,
} from './method-store.ts'
import { isErasedPayer } from './payer-view.ts'
import { BANK_DEBIT, lockPayment } from './payment-store.ts'
import { ProcessorError, type Processor, type SavedMethodNews } from './processor.ts'

/**
 * The card of a payment is kept at the processor from now on. Only where this payment asked for that and has been received;
 * told twice, or by two at once, it is saved once. Say it as soon as it is known, its message may come behind the credit.
 */
export async function saveMethod(
  desk: Desk,
  tx: Tx,
  paymentId: string,
  saved: SavedMethodNews,
): Promise<void> {
  const row = await lockPayment(tx, paymentId)
  if (row?.status !== 'succeeded' || row.details.savesMethod !== true) return
  const at = desk.platform.clock.now()
  const methodId = newId()
  // Paid before he was erased, and told after: nobody may charge it, and its processor is told to forget it.
  const isErased = await isErasedPayer(tx, row.accountId)
  const isNew = await insertMethod(tx, {
    id: methodId,
    accountId: row.accountId,
    cabinet: row.cabinet,
    outsideId: saved.id,
    kind: saved.kind,
    ...(isErased
      ? { card: null, expires: null, mandate: null }
      : { card: saved.label, expires: saved.expires, mandate: saved.mandate }),
    paymentId: row.id,
    at,
  })
  if (isNew && isErased) return await dropMethod(tx, methodId, at)
  if (!isNew) return
  publish(
    tx,
    fact(methodSaved, {
      aggregate: `payment:${row.id}`,
      stockId: row.stockId,
      at,
      payload: { ...about(row), methodId },
    }),
  )
}

/** How long the cabinet is asked for a card of which no message has told. */
const ASKED_FOR = { hours: 24 }
const AT_ONCE = 50

/** The message that names the card may be lost: then the cabinet is asked. @throws ProcessorError */
export async function findLostMethods(desk: Desk, processor: Processor): Promise<void> {
  const { db, clock, transact } = desk.platform
  const of = { cabinet: processor.name, since: clock.now().subtract(ASKED_FOR), limit: AT_ONCE }
  for (const row of await paidWithoutMethod(db, of)) {
    if (row.outsideId === null) continue
    const saved = await processor.savedMethodOf(row.outsideId)
    if (saved) await transact(async (tx) => await saveMethod(desk, tx, row.id, saved))
  }
}

/**
 * See Payments.forgetMethod. Here it is gone with the transaction, so that nobody charges it; the processor is told behind the
 * commit, and again by the job where it could not be reached.
 */
export async function forgetMethod(desk: Desk, tx: Tx, methodId: string): Promise<void> {
  const at = desk.platform.clock.now()
  const method = await findMethod(tx, methodId)
  // A mandate is ours: nobody else has to forget it, and what it orders ends with it.
  if (method?.cabinet !== BANK_DEBIT) return await dropMethod(tx, methodId, at)
  if (method.outsideId !== null) await endMandate(tx, { id: method.outsideId }, { by: 'payer', at })
}

/** Tells the processor which methods are to be forgotten. @throws ProcessorError */
export async function tellForgotten(desk: Desk, processor: Processor): Promise<void> {
  const { db } = desk.platform
  for (const { id, outsideId } of await droppedMethods(db, { cabinet: processor.name, limit: AT_ONCE })) {
    try {
      await processor.forgetMethod(outsideId)
    } catch (error) {
      // It does not know it any more: so be it.
      if (!(error instanceof ProcessorError) || error.kind !== 'refused') throw error
    }
    await settleDropped(db, id)
  }
}

/** A saved card has another end or expiry by now: its tenant is shown the card that is charged. @throws ProcessorError */
export async function renewMethod(desk: Desk, processor: Processor, outsideId: string): Promise<void> {
  const now = await processor.method?.(outsideId)
  if (now) await showMethod(desk.platform.db, { cabinet: processor.name, outsideId }, now)
}

/** The processor says that a method can be charged no more. Whoever charges it is told with the next refusal. */
export async function loseMethod(desk: Desk, cabinet: string, outsideId: string): Promise<void> {
  await desk.platform.transact(async (tx) => {
    const at = desk.platform.clock.now()
    for (const method of await loseMethods(tx, { cabinet, outsideId, at }))
      publish(
        tx,
        fact(methodLost, {
          aggregate: `method:${method.id}`,
          at,
          payload: { methodId: method.id, accountId: method.accountId },
        }),
      )
  })
}
