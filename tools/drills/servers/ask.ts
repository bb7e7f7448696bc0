import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, AnyEndpoint } from '@stowage/api/endpoint'
import { createPerson, type Carrier, type Input, type Reply } from '@stowage/server/testing/person'

/** People who call over a network and ask again, with the same key, until they hear something. */
export interface Asking {
  /** As somebody. @returns undefined where nobody answered for as long as he has patience */
  as<E extends AnyEndpoint>(
    token: string,
    endpoint: E,
    input?: Input<E>,
  ): Promise<Reply<Answer<E>> | undefined>
  /** Once, without asking again. `status` 0: nobody answered. */
  once<E extends AnyEndpoint>(token: string, endpoint: E, input?: Input<E>): Promise<Reply<Answer<E>>>
  figures(): AskingFigures
}

export interface AskingFigures {
  readonly calls: number
  /** Calls that were made again. */
  readonly again: number
  /** Those that nobody answered in the end. */
  readonly unanswered: number
  /** Answers by their status; 0: the connection was cut or nobody was there. */
  readonly statuses: Readonly<Record<number, number>>
  readonly p50: number
  readonly p99: number
}

/** @param patienceMs how long somebody tries before he gives up */
export function createAsking(url: string, patienceMs = 60_000): Asking {
  let [calls, again, unanswered] = [0, 0, 0]
  const statuses: Record<number, number> = {}
  const took: number[] = []
  const carrier: Carrier = {
    async inject({ method, url: where, headers, payload }) {
      const begun = performance.now()
      calls += 1
      try {
        const answer = await fetch(`${url}${where}`, {
          method,
          headers: { ...headers, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
          signal: AbortSignal.timeout(20_000),
        })
        const body = await answer.text()
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        took.push(performance.now() - begun)
        return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body }
      } catch {
        statuses[0] = (statuses[0] ?? 0) + 1
        return { statusCode: 0, headers: {}, body: '' }
      }
    },
  }
  return {
    once: async (token, endpoint, input) => await createPerson(carrier, token).call(endpoint, input),
    async as(token, endpoint, input) {
      const key = randomUUID()
      for (const until = performance.now() + patienceMs; ;) {
        const reply = await createPerson(carrier, token).call(endpoint, { ...input, key })
        if (reply.status !== 0 && reply.status < 500) return reply
        if (performance.now() > until) {
          unanswered += 1
          return undefined
        }
        again += 1
        await sleep(200)
      }
    },
    figures() {
      const sorted = took.toSorted((a, b) => a - b)
      const at = (part: number): number => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)
      return { calls, again, unanswered, statuses: { ...statuses }, p50: at(0.5), p99: at(0.99) }
    },
  }
}
