import http from 'node:http'
import { randomBytes } from 'node:crypto'
import { isSignature, keyOf, signAnswer, signRequest } from './lsp-signature.ts'

/** Where a site's locks server is and how we speak with it. */
export interface SiteAddress {
  readonly stockId: string
  readonly host: string
  readonly port: number
  readonly keyId: string
  readonly secret: string
}

/** The site did not answer, not in time, or not with proof that it is the site: error 2 for whoever waits. */
export class SiteUnavailable extends Error {
  /** The site has the request, or may have it: what it did with it is not known. */
  readonly mayHaveActed: boolean
  constructor(reason: string, options: ErrorOptions & { readonly mayHaveActed?: boolean } = {}) {
    super(reason, options)
    this.name = 'SiteUnavailable'
    this.mayHaveActed = options.mayHaveActed === true
  }
}

export interface SiteAnswer {
  readonly status: number
  readonly body: unknown
}

export interface LocksClient {
  /**
   * @param timeoutMs over everything, connecting included
   * @throws SiteUnavailable
   */
  call(
    site: SiteAddress,
    method: 'GET' | 'POST',
    path: string,
    body: unknown,
    timeoutMs: number,
  ): Promise<SiteAnswer>
  close(): void
}

const MAX_ANSWER = 1024 * 1024
const CIRCUIT_FAILURES = 3
const CIRCUIT_MS = 30_000

interface Circuit {
  failures: number
  openUntil: number
}

/**
 * LSP/1 over HTTP. Three failures of transport open a circuit for 30 s: whoever comes then hears at once that the site is
 * away; one call probes afterwards. Nothing is ever sent again by itself: a command is repeated only by its caller.
 */
export function createLocksClient(options: { mayReach(host: string, port: number): boolean }): LocksClient {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 32, keepAliveMsecs: 10_000 })
  const circuits = new Map<string, Circuit>()

  async function call(
    site: SiteAddress,
    method: 'GET' | 'POST',
    path: string,
    body: unknown,
    timeoutMs: number,
  ): Promise<SiteAnswer> {
    if (!options.mayReach(site.host, site.port))
      throw new SiteUnavailable(
        `the address ${site.host}:${site.port} is not allowed (LOCKS_ALLOWED_ADDRESSES)`,
      )
    const circuit = circuits.get(site.stockId) ?? { failures: 0, openUntil: 0 }
    circuits.set(site.stockId, circuit)
    if (circuit.openUntil > performance.now()) throw new SiteUnavailable('the site did not answer lately')
    try {
      const answer = await exchange(
        agent,
        site,
        method,
        path,
        body === undefined ? '' : JSON.stringify(body),
        timeoutMs,
      )
      circuit.failures = 0
      circuit.openUntil = 0
      return answer
    } catch (error) {
      circuit.failures += 1
      if (circuit.failures >= CIRCUIT_FAILURES) circuit.openUntil = performance.now() + CIRCUIT_MS
      throw error instanceof SiteUnavailable
        ? error
        : new SiteUnavailable('the site could not be reached', { cause: error })
    }
  }

  return { call, close: () => agent.destroy() }
}

async function exchange(
  agent: http.Agent,
  site: SiteAddress,
  method: string,
  path: string,
  body: string,
  timeoutMs: number,
): Promise<SiteAnswer> {
  const key = keyOf(site.secret)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomBytes(16).toString('base64url')
  let isConnected = false
  const lost = (reason: string, cause?: unknown): SiteUnavailable =>
    new SiteUnavailable(reason, { cause, mayHaveActed: isConnected })
  const { status, text, signature } = await new Promise<{
    status: number
    text: string
    signature: string | undefined
  }>((resolve, reject) => {
    const request = http.request(
      {
        agent,
        host: site.host,
        port: site.port,
        method,
        path,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-site-id': site.stockId,
          'x-key-id': site.keyId,
          'x-timestamp': timestamp,
          'x-nonce': nonce,
          'x-signature': signRequest(key, { method, path, timestamp, nonce, body }),
        },
      },
      (response) => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > MAX_ANSWER) request.destroy(lost('the answer is too large'))
          else parts.push(part)
        })
        response.on('end', () => {
          clearTimeout(timer)
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(parts).toString('utf8'),
            signature: response.headers['x-signature'] as string | undefined,
          })
        })
        response.on('error', failed)
      },
    )
    // One limit over everything, connecting included: whoever stands at the door waits for this.
    const timer = setTimeout(() => request.destroy(lost('no answer in time')), timeoutMs)
    const failed = (error: unknown): void => {
      clearTimeout(timer)
      reject(error instanceof SiteUnavailable ? error : lost('the site could not be reached', error))
    }
    request.on('error', failed)
    request.on('socket', (socket) => {
      if (socket.connecting)
        socket.once('connect', () => {
          isConnected = true
        })
      else isConnected = true
    })
    request.end(body)
  })
  if (!isSignature(signature, signAnswer(key, { status, timestamp, nonce, body: text })))
    throw lost(`answer ${status} without the site's signature`)
  // Its own word that it did nothing: 401 the signature, 423 maintenance, 503 the bus is down.
  if (status === 401 || status === 423 || status === 503)
    throw new SiteUnavailable(`the site answered ${status}`)
  if (status >= 500) throw lost(`the site answered ${status}`)
  try {
    return { status, body: text === '' ? null : (JSON.parse(text) as unknown) }
  } catch (error) {
    throw lost('the site answered something else than JSON', error)
  }
}
