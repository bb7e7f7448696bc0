import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import { about, type Desk } from './desk.ts'
import { methodSaved } from './events.ts'
import { dropMethod, insertMethod, paidWithoutMethod } from './method-store.ts'
import type { PayKeeper } from './paykeeper/client.ts'
import { lockPayment } from './payment-store.ts'

/** The processor's name for a card, and what of the card may be shown. */
export interface Binding {
  readonly id: string
  readonly card: string | null
  readonly expires: string | null
}

/**
 * The card of a payment is kept at the processor from now on. Only where this payment asked for that and has been received;
 * told twice, or by two at once, it is saved once. Say it as soon as it is known, its message may come behind the credit.
 */
export async function saveMethod(desk: Desk, tx: Tx, paymentId: string, binding: Binding): Promise<void> {
  const row = await lockPayment(tx, paymentId)
  if (row?.status !== 'succeeded' || row.details.form === undefined) return
  const at = desk.platform.clock.now()
  const methodId = newId()
  const isNew = await insertMethod(tx, {
    id: methodId,
    accountId: row.accountId,
    cabinet: row.cabinet,
    outsideId: binding.id,
    card: masked(binding.card),
    expires: binding.expires,
    paymentId: row.id,
    at,
  })
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

/** The message that names the card may be lost: then the cabinet is asked. @throws PayKeeperError */
export async function findLostMethods(desk: Desk, paykeeper: PayKeeper): Promise<void> {
  const { db, clock, transact } = desk.platform
  const of = { cabinet: paykeeper.cabinet.name, since: clock.now().subtract(ASKED_FOR), limit: AT_ONCE }
  for (const row of await paidWithoutMethod(db, of)) {
    if (row.outsideId === null) continue
    const id = await paykeeper.bindingOf(row.outsideId)
    const known = id === undefined ? undefined : await paykeeper.payment(row.outsideId)
    if (id !== undefined && isBindingId(id))
      await transact(
        async (tx) => await saveMethod(desk, tx, row.id, { id, card: known?.card ?? null, expires: null }),
      )
  }
}

/** See Payments.forgetMethod: the processor has no call for it that we know of, so nobody is told. */
export async function forgetMethod(desk: Desk, tx: Tx, methodId: string): Promise<void> {
  await dropMethod(tx, methodId, desk.platform.clock.now())
}

export function isBindingId(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text)
}

/** Processors mask card numbers; should one ever come whole, it is not kept whole. */
export function masked(number: string | null): string | null {
  if (number === null) return null
  const plain = number.replace(/[^\d*xX•]/g, '').slice(0, 24)
  return /^\d{12,}$/.test(plain) ? `${plain.slice(0, 4)}********${plain.slice(-4)}` : plain
}
