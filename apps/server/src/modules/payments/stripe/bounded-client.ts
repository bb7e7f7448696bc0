import http from 'node:http'
import https from 'node:https'
import type { Stripe } from 'stripe'

export interface CallLimits {
  readonly connectMs: number
  /** Of one try, from the call to the last byte of the answer. */
  readonly totalMs: number
  /** How often the SDK repeats a lost try, under the same idempotency key; behind 0 there is still one, for a cut line. */
  readonly retries: number
  readonly maxBytes: number
}

type Bounds = Omit<CallLimits, 'retries'>

/** Connections to one processor at a time; what comes on top waits for one within its own limit. */
const AT_ONCE = 50

/**
 * What carries the SDK's requests. Its own client counts silence only, so that an answer that drips, or one without an end,
 * would hold a caller for ever; this one counts the whole try and the size. No redirects, no proxy of the environment.
 * Connections are kept: every POST has an idempotency key, so one that dies on a socket closed a moment ago is sent again.
 */
export function createBoundedClient(limits: Bounds): Stripe.HttpClient {
  const agents = {
    http: new http.Agent({ keepAlive: true, maxSockets: AT_ONCE }),
    https: new https.Agent({ keepAlive: true, maxSockets: AT_ONCE }),
  }
  return {
    getClientName: () => 'node',
    makeRequest: async (host, port, path, method, headers, body, protocol, timeout) => {
      const isSecure = protocol !== 'http'
      return await send(
        isSecure
          ? https.request({ host, port, path, method, headers: plain(headers), agent: agents.https })
          : http.request({ host, port, path, method, headers: plain(headers), agent: agents.http }),
        body,
        { ...limits, totalMs: timeout, isSecure },
      )
    },
  }
}

async function send(
  outgoing: http.ClientRequest,
  body: string,
  limits: Bounds & { readonly isSecure: boolean },
): Promise<Stripe.HttpClientResponse> {
  return await new Promise((resolve, reject) => {
    const give = (message: string): void => {
      outgoing.destroy()
      reject(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
    }
    const total = setTimeout(() => give(`no whole answer within ${limits.totalMs} ms`), limits.totalMs)
    const connecting = setTimeout(
      () => give(`no connection within ${limits.connectMs} ms`),
      Math.min(limits.connectMs, limits.totalMs),
    )
    const isConnected = (): void => clearTimeout(connecting)
    outgoing.on('socket', (socket) => {
      if (socket.connecting) socket.once(limits.isSecure ? 'secureConnect' : 'connect', isConnected)
      else isConnected()
    })
    outgoing.on('close', () => {
      clearTimeout(total)
      clearTimeout(connecting)
      reject(Object.assign(new Error('the connection was cut'), { code: 'ECONNRESET' }))
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > limits.maxBytes) give(`the answer is larger than ${limits.maxBytes} bytes`)
        else parts.push(part)
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.complete) resolve(answerOf(response, Buffer.concat(parts).toString('utf8')))
      })
    })
    outgoing.end(body)
  })
}

function answerOf(response: http.IncomingMessage, text: string): Stripe.HttpClientResponse {
  return {
    getStatusCode: () => response.statusCode ?? 0,
    getHeaders: () => Object.fromEntries(Object.entries(response.headers).map(([k, v]) => [k, String(v)])),
    // The SDK writes the request's id on it.
    getRawResponse: () => ({}),
    toStream: () => {
      throw new Error('answers are not streamed')
    },
    toJSON: async () => {
      const json: unknown = JSON.parse(text)
      // Whatever Stripe says carries its kind; JSON of a proxy in between says nothing about a payment.
      if (typeof json !== 'object' || json === null || !('object' in json || 'error' in json))
        throw new Error('no answer of Stripe')
      return json
    },
  }
}

function plain(headers: object): http.OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  )
}
