import http from 'node:http'
import { longestAnswer } from '@stowage/lsp/frames'
import { CONTENT_HASH } from '@stowage/lsp/signed-headers'
import { isSignature, keyOf, newNonce, sha256, signAnswer, signRequest } from '@stowage/lsp/signature'
import { SiteUnavailable, type SiteAnswer, type SiteCall, type SiteTrouble } from './lock-gateway.ts'
import { openProvenLines, type ProvenLines } from './proven-line.ts'
import type { KnownKey } from './sites.ts'

/** Where a site's locks server is and how we speak with it. */
export interface SiteAddress {
  readonly stockId: string
  readonly host: string
  readonly port: number
  /** The one to sign with first; while a site is paired anew it may know the other one alone. */
  readonly keys: readonly KnownKey[]
}

export interface LocksClient {
  /** @throws SiteUnavailable */
  call(site: SiteAddress, call: SiteCall): Promise<SiteAnswer & { readonly keyId: string }>
  /** Its keys or its certificate have changed: it may be another machine now, and is asked at once. */
  forget(stockId: string): void
  close(): void
}

const CIRCUIT_FAILURES = 3
const CIRCUIT_MS = 30_000

interface Circuit {
  failures: number
  openUntil: number
  /** Of the failure that counted last. */
  trouble: SiteTrouble | null
}

interface KeptLines {
  readonly certificate: string | null
  readonly lines: ProvenLines
}

export interface LocksClientOptions {
  mayReach(host: string, port: number): boolean
  /** Where the operator has plain HTTP on an inner network of his. This machine needs no such word. */
  mayBePlain?(host: string, port: number): boolean
}

/**
 * LSP/1 over HTTPS to exactly the certificate that a site has told of itself. Three failures of transport open a circuit for 30 s: whoever
 * comes then hears at once that the site is away; one call probes afterwards. Nothing is ever sent again by itself: a command is
 * repeated only by its caller.
 */
export function createLocksClient(options: LocksClientOptions): LocksClient {
  const kept = new Map<string, KeptLines[]>()
  const circuits = new Map<string, Circuit>()

  async function call(site: SiteAddress, wanted: SiteCall): Promise<SiteAnswer & { keyId: string }> {
    if (!options.mayReach(site.host, site.port))
      throw new SiteUnavailable(
        `the address ${site.host}:${site.port} is not allowed (LOCKS_ALLOWED_ADDRESSES)`,
      )
    const circuit = circuits.get(site.stockId) ?? { failures: 0, openUntil: 0, trouble: null }
    circuits.set(site.stockId, circuit)
    if (circuit.openUntil > performance.now())
      throw new SiteUnavailable('the site did not answer lately', { trouble: circuit.trouble })
    const until = performance.now() + wanted.timeoutMs
    try {
      const answer = await withKeys(site, wanted, until)
      circuit.failures = 0
      circuit.openUntil = 0
      return answer
    } catch (error) {
      if (wanted.isFollowUp !== true) circuit.failures += 1
      if (circuit.failures >= CIRCUIT_FAILURES) circuit.openUntil = performance.now() + CIRCUIT_MS
      circuit.trouble = error instanceof SiteUnavailable ? error.trouble : null
      throw error instanceof SiteUnavailable
        ? error
        : new SiteUnavailable('the site could not be reached', { cause: error })
    }
  }

  /**
   * Whoever says 401 does not know the key, and whoever shows another certificate is not the machine that has it: the other key is tried,
   * with which a command opens no second time either.
   */
  async function withKeys(
    site: SiteAddress,
    wanted: SiteCall,
    until: number,
  ): Promise<SiteAnswer & { keyId: string }> {
    let isProven = true
    let untold: SiteUnavailable | undefined
    for (const key of site.keys) {
      try {
        const lines = linesTo(site, key.certificate)
        const answer = await exchange(lines, site, key, wanted, Math.max(1, until - performance.now()))
        if ('status' in answer) return { ...answer, keyId: key.keyId }
        isProven &&= answer.isProven
      } catch (error) {
        if (!(error instanceof SiteUnavailable) || error.trouble === null) throw error
        untold ??= error
      }
    }
    // Anybody on the way can say 401, and keep the true answer back.
    throw isProven && untold !== undefined
      ? untold
      : new SiteUnavailable('the site answered 401', { mayHaveActed: !isProven })
  }

  /** @throws SiteUnavailable where nobody at that address could be believed */
  function linesTo(site: SiteAddress, certificate: string | null): http.Agent {
    const { stockId, host, port, keys } = site
    if (certificate === null && !isThisMachine(host) && options.mayBePlain?.(host, port) !== true)
      throw new SiteUnavailable('pair this site anew: its certificate is not known', {
        trouble: 'certificateUnknown',
      })
    const all = kept.get(stockId) ?? []
    const counts = (lines: KeptLines): boolean => keys.some((key) => key.certificate === lines.certificate)
    for (const { lines } of all.filter((one) => !counts(one))) lines.retire()
    const counting = all.filter(counts)
    let found = counting.find((one) => one.certificate === certificate)
    if (!found) {
      found = { certificate, lines: openProvenLines(certificate) }
      counting.push(found)
    }
    kept.set(stockId, counting)
    return found.lines.agent
  }

  return {
    call,
    forget(stockId) {
      circuits.delete(stockId)
      for (const { lines } of kept.get(stockId) ?? []) lines.retire()
      kept.delete(stockId)
    },
    close() {
      for (const all of kept.values()) for (const { lines } of all) lines.close()
      kept.clear()
    },
  }
}

const isThisMachine = (host: string): boolean => host === '127.0.0.1' || host === '::1'

async function exchange(
  agent: http.Agent,
  site: SiteAddress,
  { keyId, secret }: KnownKey,
  { method, path, body: content, begun }: SiteCall,
  timeoutMs: number,
): Promise<SiteAnswer | { readonly isProven: boolean }> {
  const key = keyOf(secret)
  const body = content === undefined ? '' : JSON.stringify(content)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = newNonce()
  const longest = longestAnswer(path)
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
          [CONTENT_HASH]: sha256(body),
          'x-signature': signRequest(key, { method, path, timestamp, nonce, body }),
        },
      },
      (response) => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > longest) request.destroy(lost('the answer is too large'))
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
    // One limit over everything, connecting and proving included: whoever stands at the door waits for this.
    const timer = setTimeout(() => {
      const late = lost('no answer in time')
      // A request that has no line yet would say nothing before it has one.
      failed(late)
      request.destroy(late)
    }, timeoutMs)
    const failed = (error: unknown): void => {
      clearTimeout(timer)
      reject(error instanceof SiteUnavailable ? error : lost('the site could not be reached', error))
    }
    request.on('error', failed)
    // A line is handed over when the machine at its end is proven: from here on bytes go out.
    request.on('socket', () => {
      isConnected = true
      begun?.()
    })
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
