import type { FastifyRequest } from 'fastify'

/** From where and with what somebody pressed. */
export interface Trace {
  readonly address: string | null
  readonly userAgent: string | null
}

const KEPT = 400

export function traceOf(call: { readonly address: string; readonly request: FastifyRequest }): Trace {
  const { 'user-agent': agent } = call.request.headers
  // Without what no text of a database may hold, and no longer than any real one.
  const plain = agent?.replace(/[^\x20-\x7e]/g, '').slice(0, KEPT)
  return { address: call.address, userAgent: plain || null }
}
