import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** W3C Trace Context, version 00: the trace and its caller's span; an id of zeros is none. */
const TRACE_PARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/**
 * What a call is named by in the log, and to whoever it failed for: the trace that a balancer or gateway began for it, so that its
 * spans and our lines are found by one word; else a number of our own.
 */
export function callIdOf(headers: IncomingHttpHeaders): string {
  const { traceparent } = headers
  const trace = typeof traceparent === 'string' ? TRACE_PARENT.exec(traceparent)?.[1] : undefined
  return trace ?? randomBytes(6).toString('hex')
}
