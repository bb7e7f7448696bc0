import { createHash } from 'node:crypto'
import { limits } from '@stowage/domain/limits'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { newId } from '../../platform/ids.ts'
import type { Tries } from '../accounts/index.ts'
import { insertAppeal, type NewAppeal } from './appeal-store.ts'
import { appealAdded } from './events.ts'

/**
 * Asked for before the transaction. Staff write down what they hear on the telephone, as often as it rings.
 * @throws Failure 9129 for too many requests of one account, or of one address
 */
export async function limitAsking(
  tries: Tries,
  { actor, address }: { readonly actor: Actor | null; readonly address: string },
): Promise<void> {
  if (actor !== null && actor.platformRole !== 'client') return
  const { perAccount, perAddress } = limits.support
  if (actor !== null) await tries.take(`appeal:account:${actor.id}`, perAccount)
  await tries.take(`appeal:address:${address}`, perAddress)
}

/** Keeps what somebody asks and tells who answers; the same request that still waits is that one, and nobody is told twice. */
export async function keepAppeal(tx: Tx, wanted: Omit<NewAppeal, 'id' | 'sameAs'>): Promise<{ id: string }> {
  const { accountId, email, phone, type, message, details, at } = wanted
  const sameAs = createHash('sha256')
    .update(
      JSON.stringify([type, accountId, email?.toLowerCase(), phone?.replace(/\D/g, ''), message, details]),
    )
    .digest('hex')
  const { id, isNew } = await insertAppeal(tx, { ...wanted, id: newId(), sameAs })
  if (isNew)
    publish(
      tx,
      fact(appealAdded, {
        aggregate: `appeal:${id}`,
        stockId: wanted.stockId ?? undefined,
        at,
        payload: { appealId: id, type },
      }),
    )
  return { id }
}
