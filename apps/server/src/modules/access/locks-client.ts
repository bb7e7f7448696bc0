import http from 'node:http'
import { isSignature, keyOf, newNonce, signAnswer, signRequest } from '@stowage/lsp/signature'
import { SiteUnavailable, type SiteAnswer, type SiteCall } from './lock-gateway.ts'
import type { SiteKey } from './sites.ts'

/** Where a site's locks server is and how we speak with it. */
export interface SiteAddress {
  readonly stockId: string
  readonly host: string
  readonly port: number
  /** The one to sign with first; while a site is paired anew it may know the other one alone. */
  readonly keys: readonly SiteKey[]
}

export interface LocksClient {
  /** @throws SiteUnavailable */
  call(site: SiteAddress, call: SiteCall): Promise<SiteAnswer & { readonly keyId: string }>
  close(): void
}

// A packed list of locks of the largest sites.
const MAX_ANSWER = 16 * 1024 * 1024
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

  async function call(site: SiteAddress, wanted: SiteCall): Promise<SiteAnswer & { keyId: string }> {
    if (!options.mayReach(site.host, site.port))
      throw new SiteUnavailable(
        `the address ${site.host}:${site.port} is not allowed (LOCKS_ALLOWED_ADDRESSES)`,
      )
    const circuit = circuits.get(site.stockId) ?? { failures: 0, openUntil: 0 }
    circuits.set(site.stockId, circuit)
    if (circuit.openUntil > performance.now()) throw new SiteUnavailable('the site did not answer lately')
    const until = performance.now() + wanted.timeoutMs
    try {
      const answer = await withKeys(site, wanted, until)
      circuit.failures = 0
      circuit.openUntil = 0
      return answer
    } catch (error) {
      if (wanted.isFollowUp !== true) circuit.failures += 1
      if (circuit.failures >= CIRCUIT_FAILURES) circuit.openUntil = performance.now() + CIRCUIT_MS
      throw error instanceof SiteUnavailable
        ? error
        : new SiteUnavailable('the site could not be reached', { cause: error })
    }
  }

  /** Whoever says 401 does not know the key: the other one is tried, with which a command opens no second time either. */
  async function withKeys(
    site: SiteAddress,
    wanted: SiteCall,
    until: number,
  ): Promise<SiteAnswer & { keyId: string }> {
    let isProven = true
    for (const key of site.keys) {
      const answer = await exchange(agent, site, key, wanted, Math.max(1, until - performance.now()))
      if ('status' in answer) return { ...answer, keyId: key.keyId }
      isProven &&= answer.isProven
    }
    // Anybody on the way can say 401, and keep the true answer back.
    throw new SiteUnavailable('the site answered 401', { mayHaveActed: !isProven })
  }

  return { call, close: () => agent.destroy() }
}

async function exchange(
  agent: http.Agent,
  site: SiteAddress,
  { keyId, secret }: SiteKey,
  { method, path, body: content, begun }: SiteCall,
  timeoutMs: number,
): Promise<SiteAnswer | { readonly isProven: boolean }> {
  const key = keyOf(secret)
  const body = content === undefined ? '' : JSON.stringify(content)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = newNonce()
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
          'x-key-id': keyId,
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
    begun?.()
    request.end(body)
  })
  if (!isSignature(signature, signAnswer(key, { status, timestamp, nonce, body: text }))) {
    if (status === 401) return { isProven: false }
    throw lost(`answer ${status} without the site's signature`)
  }
  if (status === 401) return { isProven: true }
  try {
    return { status, body: text === '' ? null : (JSON.parse(text) as unknown), address: site.host }
  } catch (error) {
    throw lost('the site answered something else than JSON', error)
  }
}
