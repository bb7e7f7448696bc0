import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Transact } from '../database/transaction.ts'
import { whenRecorded } from '../database/transaction.ts'
import type { Tail } from '../events/tail.ts'

/** Named in apps/web/src/client/realtime.ts as well, which sets it when the live channel tells of a fact. */
export const FACT_COOKIE = 'stowage-fact'
/** Far longer than the news of a fact takes to reach every process. */
const SECONDS = 10
/** More than any fact will have: whoever is asked with it looks whatever he has heard. */
const WHATEVER = '999999999999999'

/**
 * What a process keeps in memory is dropped when it hears of the fact that changed it, and another process hears some
 * milliseconds later. Whoever made the change, or was told of it over the live channel, may be quicker: his next call goes to
 * any process. He brings the number of the fact as a cookie, and whoever has not heard of it looks before it answers.
 * One process alone hears its own facts at once, and asks nobody for a cookie.
 */
export function createFreshReads({ tail, others }: { readonly tail: Tail; others(): number }): {
  mount(app: FastifyInstance): void
  /** The transaction of a call, whose facts its answer names. */
  telling(reply: FastifyReply, transact: Transact): Transact
  /**
   * An answer given again. Its facts have been committed, maybe by a process that died before it told anybody: nobody here knows their
   * numbers, or may have heard of them.
   */
  tellingAgain(reply: FastifyReply): void
} {
  const tell = (reply: FastifyReply, fact: string): void =>
    // Not HttpOnly: the page writes it too. It says nothing of anybody.
    void reply.setCookie(FACT_COOKIE, fact, { path: '/', maxAge: SECONDS, sameSite: 'strict' })
  return {
    mount(app) {
      app.addHook('onRequest', async (request) => {
        if (others() === 0) return
        const given = request.cookies[FACT_COOKIE]
        if (given === undefined || !/^\d{1,15}$/.test(given)) return
        await tail.caughtUp(Number(given))
      })
    },
    telling(reply, transact) {
      if (others() === 0) return transact
      return async (action) =>
        await transact(async (tx) => {
          whenRecorded(tx, (events) => {
            tell(reply, String(Math.max(...events.map(({ id }) => id))))
          })
          return await action(tx)
        })
    },
    tellingAgain(reply) {
      if (others() > 0) tell(reply, WHATEVER)
    },
  }
}
