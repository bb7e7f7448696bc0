import { setTimeout as sleep } from 'node:timers/promises'
import { machineNow } from '../clock.ts'
import { later, type Transact, type Tx } from '../database/transaction.ts'
import { fail, Failure, type FailureDetails } from '../failure.ts'
import { hashOf, OTHER_BODY, Replay, type KeyedCall } from './idempotency.ts'

/** What a deed outside of the database says of itself on the way. */
export interface Deed {
  /** From here on the outside may act: whatever breaks now, nobody knows what became of it. */
  begin(): void
  /** Keeps the answer in the transaction that writes down what was done. */
  keep(tx: Tx, answer: unknown): Promise<void>
}

/**
 * Does something outside of the database (a door opens) that a second click or a request sent again must not do twice.
 * Without an Idempotency-Key it is simply done.
 * @param unknown refuses on behalf of a deed whose answer is lost: begun, and never heard of again
 */
export type Once = <T>(act: (deed: Deed) => Promise<T>, unknown: () => never) => Promise<T>

export const withoutKey: Once = async (act) =>
  await act({ begin: () => undefined, keep: async () => undefined })

/** How long who comes with the same key waits for the first one's answer. */
const WAIT_MS = 2400
/** The first one cannot be at it any more: its process died, or lost the database, in the middle. */
const GIVEN_UP_MS = 10_000
const LOOK_MS = 50

interface Kept {
  readonly done?: unknown
  readonly refused?: { readonly code: Failure['code'] } & Pick<FailureDetails, 'field' | 'params'>
}

/**
 * The key is taken and committed before anything is done, so a crash at any point leaves it taken: the deed is never done
 * by a request that comes later. Refusals are kept as well, for what was refused must not happen later by itself. Only
 * what broke before the outside was asked gives the key back.
 */
export function keyedOnce(transact: Transact, call: KeyedCall): Once {
  const bodyHash = hashOf(call)
  const { actor, key, endpoint } = call

  const take = async (): Promise<boolean> =>
    await transact(async (tx) => {
      const mine = await tx
        .insertInto('idempotency')
        .values({ actor, key, endpoint, body_hash: bodyHash, answer: null, created_at: machineNow() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('key')
        .executeTakeFirst()
      return mine !== undefined
    })
  const keep = async (tx: Tx, kept: Kept): Promise<void> =>
    await later(
      tx,
      tx
        .updateTable('idempotency')
        .set({ answer: JSON.stringify(kept) })
        .where('actor', '=', actor)
        .where('key', '=', key),
    )
  const giveBack = async (): Promise<void> =>
    await transact(
      async (tx) =>
        await later(tx, tx.deleteFrom('idempotency').where('actor', '=', actor).where('key', '=', key)),
    )
  const look = async () =>
    await transact(
      async (tx) =>
        await tx
          .selectFrom('idempotency')
          .select(['body_hash', 'answer', 'created_at'])
          .where('actor', '=', actor)
          .where('key', '=', key)
          .executeTakeFirst(),
    )

  /** What the first one with this key answered; undefined when it gave the key back. */
  async function answered(unknown: () => never): Promise<Replay | undefined> {
    for (const until = performance.now() + WAIT_MS; ; await sleep(LOOK_MS)) {
      const known = await look()
      if (!known) return undefined
      if (known.body_hash !== bodyHash) fail(9001, OTHER_BODY)
      const kept = known.answer as Kept | null
      if (kept?.refused) return new Replay(undefined, new Failure(kept.refused.code, kept.refused))
      if (kept) return new Replay(kept.done)
      const age = machineNow().epochMilliseconds - known.created_at.epochMilliseconds
      if (age > GIVEN_UP_MS || performance.now() > until) unknown()
    }
  }

  return async (act, unknown) => {
    while (!(await take())) {
      const replay = await answered(unknown)
      if (replay) throw replay
    }
    let [hasBegun, isKept] = [false, false]
    try {
      const result = await act({
        begin: () => {
          hasBegun = true
        },
        keep: async (tx, answer) => {
          await keep(tx, { done: answer })
          isKept = true
        },
      })
      if (!isKept) await transact(async (tx) => await keep(tx, { done: result ?? {} }))
      return result
    } catch (error) {
      const refused = refusalOf(error)
      // Where not even this can be written, the key stays taken without an answer: nothing is done under it again.
      if (refused) await transact(async (tx) => await keep(tx, { refused })).catch(() => undefined)
      else if (!hasBegun) await giveBack().catch(() => undefined)
      throw error
    }
  }
}

/** A refusal that holds; code 1 says that we are broken, and that passes. */
function refusalOf(error: unknown): Kept['refused'] {
  if (!(error instanceof Failure) || error.code === 1) return undefined
  return {
    code: error.code,
    params: error.params,
    ...(error.field === undefined ? {} : { field: error.field }),
  }
}
