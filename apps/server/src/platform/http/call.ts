import type { Answer, AnyEndpoint, Body, Params, Query } from '@stowage/api/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TransactOf } from '../database/transaction.ts'
import type { Actor, Language } from './actor.ts'
import type { Once } from './keyed-deed.ts'

/** `stale`: a sign-in by password of the last minutes will do; `always`: one explicit proof for each call. */
export type AskedProof = 'stale' | 'always'

/** Passes, or refuses with 9192. A call that then fails gives back the proof that it took. */
export type AskProof = (actor: Actor, kind: AskedProof) => Promise<{ readonly giveBack: () => Promise<void> }>

/** One call as a use case sees it: validated input in clean names, who calls and from where. */
export interface Call<E, A extends Actor | null> {
  readonly params: Params<E>
  readonly query: Query<E>
  readonly body: Body<E>
  readonly actor: A
  readonly language: Language
  readonly address: string
  /**
   * The transaction of this call, which returns the answer of the call and nothing else: with an Idempotency-Key the answer is
   * kept in the same transaction, so that the same key answers the same and does nothing twice.
   */
  readonly transact: TransactOf<Answer<E>>
  /**
   * For a call that goes on behind its transaction (a processor is asked, documents are matched): its last word takes the place
   * of the answer that the transaction kept. A repetition between the two gets the earlier one.
   */
  readonly keep: (answer: Answer<E>) => Promise<Answer<E>>
  /** The same for an action that is no transaction. */
  readonly once: Once
  /** Asks for a proof where the endpoint leaves it to the use case (`by-change`). @throws Failure 9192 */
  readonly prove: (kind: AskedProof) => Promise<void>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Returned by a handler that has sent its answer itself (big lists, files). */
export const sent = Symbol('sent')

export interface Route {
  readonly endpoint: AnyEndpoint
  readonly run: (call: Call<AnyEndpoint, Actor | null>) => Promise<unknown>
}

/** Binds an endpoint that needs a session to its use case. */
export function route<E extends AnyEndpoint>(
  endpoint: E,
  run: (call: Call<E, Actor>) => Promise<Answer<E> | typeof sent>,
): Route {
  return { endpoint, run: run as Route['run'] }
}

/** Binds an endpoint that anybody may call; the actor is there when a valid token came along. */
export function publicRoute<E extends AnyEndpoint>(
  endpoint: E,
  run: (call: Call<E, Actor | null>) => Promise<Answer<E> | typeof sent>,
): Route {
  return { endpoint, run }
}
