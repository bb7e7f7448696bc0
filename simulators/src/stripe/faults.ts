import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { StripeFaultName } from '@stowage/api/simulated-stripe'
import { StripeRefusal } from './refusals.ts'

export interface Faults {
  /** So many of the next calls; of POSTs only, where asked. */
  fail(fault: StripeFaultName, count: number, only?: 'POST'): void
  setSlow(ms: number): void
}

/** Lets calls of the API go wrong on request, once mounted where they are answered. */
export function createFaults(): Faults & { mount(app: FastifyInstance): void } {
  let next: { fault: StripeFaultName; count: number; only: 'POST' | undefined } | undefined
  let slowMs = 0

  const takeFault = (method: string): StripeFaultName | undefined => {
    if (!next || next.count < 1 || (next.only !== undefined && next.only !== method)) return undefined
    next.count -= 1
    return next.fault
  }
  const mount = (app: FastifyInstance): void => {
    app.addHook('preHandler', async (request, reply): Promise<FastifyReply | undefined> => {
      if (slowMs > 0) await sleep(slowMs)
      switch (takeFault(request.method)) {
        case 'error':
          throw new StripeRefusal(500, {
            type: 'api_error',
            message: 'An unknown error occurred.',
          })
        case 'html':
          return await reply
            .status(502)
            .type('text/html')
            .send('<html><body><h1>502 Bad Gateway</h1></body></html>')
        case 'busy':
          throw new StripeRefusal(429, {
            type: 'rate_limit_error',
            code: 'rate_limit',
            message: 'Request rate limit exceeded.',
          })
        case 'locked':
          throw new StripeRefusal(409, {
            type: 'invalid_request_error',
            code: 'idempotency_key_in_use',
            message: 'There is currently another in-progress request using this idempotent key.',
          })
        case 'lostAnswer':
          reply.raw.setHeader('x-lost', '1')
          return undefined
        case undefined:
          return undefined
      }
    })
    app.addHook('onSend', async (request, reply, payload: unknown) => {
      if (reply.raw.hasHeader('x-lost')) request.raw.socket.destroy()
      return payload
    })
  }
  return {
    mount,
    fail: (fault, count, only) => {
      next = { fault, count, only }
    },
    setSlow: (ms) => {
      slowMs = ms
    },
  }
}
