import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface RequestLimits {
  readonly connectMs: number
  /** From the call to the last byte of the answer. */
  readonly totalMs: number
  readonly maxBytes: number
}

export interface IncomingAnswer {
  readonly status: number
  readonly text: string
}

/** No whole answer came: not reached, too slow, cut off, or larger than allowed. */
export class TransportError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'TransportError'
  }
}

/**
 * One request over a connection of its own: no redirects, no cookies, a limit for connecting, for the whole and for the
 * size. A kept connection would save a handshake and bring the POST that dies on a socket closed a moment ago.
 * @param lookup resolves the host's name; absent: the machine's own way
 * @throws TransportError
 */
export async function sendRequest(
  request: OutgoingRequest,
  limits: RequestLimits,
  lookup?: LookupFunction,
): Promise<IncomingAnswer> {
  return await new Promise<IncomingAnswer>((resolve, reject) => {
    const isSecure = request.url.protocol === 'https:'
    const body = request.body === undefined ? undefined : Buffer.from(request.body)
    const outgoing = (isSecure ? https : http).request(request.url, {
      method: request.method,
      agent: false,
      ...(lookup === undefined ? {} : { lookup }),
      headers: { ...request.headers, ...(body === undefined ? {} : { 'Content-Length': body.length }) },
    })
    const give = (error: TransportError): void => {
      outgoing.destroy()
      reject(error)
    }
    const total = setTimeout(
      () => give(new TransportError(`no whole answer within ${limits.totalMs} ms`)),
      limits.totalMs,
    )
    const connecting = setTimeout(
      () => give(new TransportError(`no connection within ${limits.connectMs} ms`)),
      Math.min(limits.connectMs, limits.totalMs),
    )
    outgoing.on('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(connecting)),
    )
    outgoing.on('close', () => {
      clearTimeout(total)
      clearTimeout(connecting)
      reject(new TransportError('the connection was cut'))
    })
    outgoing.on('error', (error) => reject(new TransportError(error.message, error)))
    outgoing.on('response', (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > limits.maxBytes)
          give(new TransportError(`the answer is larger than ${limits.maxBytes} bytes`))
        else parts.push(part)
      })
      response.on('error', (error) => reject(new TransportError(error.message, error)))
      response.on('end', () => {
        if (response.complete)
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') })
      })
    })
    outgoing.end(body)
  })
}
