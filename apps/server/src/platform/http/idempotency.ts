import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { fail, type Failure } from '../failure.ts'
import { machineNow } from '../clock.ts'
import type { Database } from '../database/connect.ts'
import { later, type Transact } from '../database/transaction.ts'

/** How long a key is remembered: a phone without a net for a night tries again in the morning. */
const HOURS_KEPT = 24
const AT_ONCE = 1000

/** Thrown to answer with what the same key answered before, be it an answer or a refusal. */
export class Replay extends Error {
  readonly answer: unknown
  readonly refusal: Failure | undefined
  constructor(answer: unknown, refusal?: Failure) {
    super('answered before')
    this.name = 'Replay'
    this.answer = answer
    this.refusal = refusal
  }
}

/** Keys in one order: the database keeps objects without the order of their keys, and a repetition is equal to the byte. */
export function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOneOrder)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, part]) => [key, inOneOrder(part)]))
}

export interface KeyedCall {
  readonly actor: string
  readonly key: string
  readonly endpoint: string
  readonly body: unknown
  /** Of the server: bodies hold secrets, and what is kept of them must not be guessed from the database alone. */
  readonly hashKey: string
}

/** What a key stands for: this endpoint with this body, and no other. @throws Failure 9001 for a body nested without end */
export function hashOf(call: KeyedCall): string {
  return createHmac('sha256', `idempotency ${call.hashKey}`)
    .update(textOf([call.endpoint, call.body]))
    .digest('hex')
}

/** A hundred thousand brackets within each other are read without a stack; to write them again may take one. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    return fail(9001, { reason: 'a body that is nested too deep', cause })
  }
}

export const OTHER_BODY = { reason: 'an Idempotency-Key was used again with another body' } as const

/**
 * A transaction whose answer is kept under the caller's key in that same transaction: a repeat waits for the first one,
 * then answers the same; the same key with another body is 9001. A failed call keeps nothing and may be tried again.
 */
export function keyedTransact(transact: Transact, call: KeyedCall): Transact {
  const bodyHash = hashOf(call)
  return async (action) =>
    await transact(async (tx) => {
      const mine = await tx
        .insertInto('idempotency')
        .values({
          actor: call.actor,
          key: call.key,
          endpoint: call.endpoint,
          body_hash: bodyHash,
          answer: null,
          created_at: machineNow(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('key')
        .executeTakeFirst()
      if (!mine) {
        const known = await tx
          .selectFrom('idempotency')
          .select(['body_hash', 'answer'])
          .where('actor', '=', call.actor)
          .where('key', '=', call.key)
          .executeTakeFirstOrThrow()
        if (known.body_hash !== bodyHash) fail(9001, OTHER_BODY)
        throw new Replay(known.answer)
      }
      const result = await action(tx)
      const answered = tx
        .updateTable('idempotency')
        .set({ answer: JSON.stringify(result ?? {}) })
        .where('actor', '=', call.actor)
        .where('key', '=', call.key)
      await later(tx, answered)
      return result
    })
}

/**
 * The answer that a committed transaction has kept under this key, before anything of the call is looked at: what it did may
 * have changed the state so that the same call would be refused now. What `keyedOnce` keeps is read by `keyedOnce`.
 * @throws Replay; Failure 9001 for another body
 */
export async function replayKept(transact: Transact, call: KeyedCall): Promise<void> {
  const known = await transact(
    async (tx) =>
      await tx
        .selectFrom('idempotency')
        .select(['body_hash', 'answer'])
        .where('actor', '=', call.actor)
        .where('key', '=', call.key)
        .executeTakeFirst(),
  )
  if (!known?.answer || isOfOnce(known.answer)) return
  if (known.body_hash !== hashOf(call)) fail(9001, OTHER_BODY)
  throw new Replay(known.answer)
}

const isOfOnce = (answer: object): boolean => ['done', 'refused'].includes(Object.keys(answer).join())

/** Puts the last word of a call in the place of the answer that its transaction has kept. */
export async function keepAnswer(transact: Transact, call: KeyedCall, answer: unknown): Promise<void> {
  await transact(
    async (tx) =>
      await later(
        tx,
        tx
          .updateTable('idempotency')
          .set({ answer: JSON.stringify(answer) })
          .where('actor', '=', call.actor)
          .where('key', '=', call.key),
      ),
  )
}

/**
 * Forgets keys older than a day of machine time, a thousand at once: a day's answers must not hold one lock for long. Two
 * processes at once share the work.
 * @returns how many were forgotten
 */
export async function forgetOldKeys(db: Database, now: Temporal.Instant): Promise<number> {
  const before = now.subtract({ hours: HOURS_KEPT }).toString()
  for (let forgotten = 0; ;) {
    const { numAffectedRows } = await sql`
      delete from idempotency where (actor, key) in (
        select actor, key from idempotency where created_at < ${before}::timestamptz order by created_at limit ${AT_ONCE} for update skip locked)`.execute(
      db,
    )
    forgotten += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < AT_ONCE) return forgotten
  }
}
