import http from 'node:http'
import https from 'node:https'
import { CarrierError } from '../carrier.ts'

const CONNECT_MS = 5_000
const TOTAL_MS = 15_000
const MOST_BYTES = 512 * 1024

export interface GatewayAnswer {
  readonly status: number
  /** What was answered; null where it is no JSON. */
  readonly json: unknown
}

interface Asked {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly authorization: string
  readonly form?: URLSearchParams | undefined
  readonly signal: AbortSignal
}

/**
 * One call over a connection of its own, without redirects: a connection that is kept dies under the next POST, and then nobody
 * knows whether that was taken.
 * @throws CarrierError `retry` where the call was surely not heard (no connection), `unknown` where it may have been
 */
export async function ask({ method, url, authorization, form, signal }: Asked): Promise<GatewayAnswer> {
  if (signal.aborted) throw new CarrierError('retry', 'the gateway is closed')
  const isSecure = url.startsWith('https:')
  const body = form === undefined ? undefined : Buffer.from(form.toString())
  return await new Promise<GatewayAnswer>((resolve, reject) => {
    let isConnected = false
    const fail = (reason: string, cause?: unknown): void =>
      reject(new CarrierError(isConnected && method === 'POST' ? 'unknown' : 'retry', reason, { cause }))
    const outgoing = (isSecure ? https : http).request(url, {
      method,
      agent: false,
      signal,
      headers: {
        Authorization: authorization,
        Accept: 'application/json',
        ...(body === undefined
          ? {}
          : { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length }),
      },
    })
    const cut = (reason: string): void => {
      fail(reason)
      outgoing.destroy()
    }
    const connecting = setTimeout(() => cut(`no connection within ${CONNECT_MS} ms`), CONNECT_MS)
    const total = setTimeout(() => cut(`no whole answer within ${TOTAL_MS} ms`), TOTAL_MS)
    outgoing.on('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isConnected = true
        clearTimeout(connecting)
      }),
    )
    outgoing.on('error', (error) => fail(error.message, error))
    outgoing.on('close', () => {
      clearTimeout(connecting)
      clearTimeout(total)
      fail('the connection was cut')
    })
    outgoing.on('response', (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > MOST_BYTES) cut('an answer that is too long')
        else parts.push(part)
      })
      response.on('error', (error) => fail(error.message, error))
      response.on('end', () => {
        if (response.complete)
          resolve({ status: response.statusCode ?? 0, json: parsed(Buffer.concat(parts).toString('utf8')) })
      })
    })
    outgoing.end(body)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
