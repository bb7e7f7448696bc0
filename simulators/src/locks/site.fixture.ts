import { randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSignature, keyOf, signAnswer, signRequest } from './lsp-signature.ts'
import type { SiteEvent } from './site-records.ts'
import { startLocksServer, type LocksServer, type LocksServerOptions } from './start-locks-server.ts'

export const SECRET = 'test-site-secret'
export const LOCKS: LocksServerOptions['locks'] = [
  { id: '1:02:03', kind: 'box', name: 'YA108' },
  { id: '1:02:04', kind: 'box', name: 'YA109' },
  { id: '2:01:01', kind: 'gate', name: 'Gate' },
]

export interface Caller {
  readonly site: LocksServer
  /** A signed call; the answer's signature is verified. */
  call(
    method: string,
    path: string,
    body?: unknown,
    spoilt?: Spoilt,
  ): Promise<{ status: number; body: Record<string, unknown>; signed: boolean }>
  open(
    lockId: string,
    options?: { commandId?: string; expiresInMs?: number; run?: boolean },
  ): Promise<{ status: number; body: Record<string, unknown>; signed: boolean }>
}

export interface Spoilt {
  timestamp?: string
  nonce?: string
  keyId?: string
  siteId?: string
  secret?: string
  signedPath?: string
}

/** A site with fast doors, and a server that calls it with signatures. */
export async function openTestSite(options: Partial<LocksServerOptions> = {}): Promise<Caller> {
  const site = await startLocksServer({
    host: '127.0.0.1',
    siteId: 'site-1',
    secret: SECRET,
    keyId: 'k1',
    locks: LOCKS,
    closeAfterSeconds: 30,
    minimumDistanceMs: 0,
    sensorDelayMs: 5,
    pushRetryMs: 20,
    ...options,
  })
  const call: Caller['call'] = async (method, path, body, spoilt = {}) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const timestamp = spoilt.timestamp ?? String(Math.floor(Date.now() / 1000))
    const nonce = spoilt.nonce ?? randomBytes(16).toString('base64url')
    const key = keyOf(spoilt.secret ?? options.secret ?? SECRET)
    const signature = signRequest(key, {
      method,
      path: spoilt.signedPath ?? path,
      timestamp,
      nonce,
      body: text,
    })
    const response = await fetch(site.baseUrl + path, {
      method,
      headers: {
        'X-Site-Id': spoilt.siteId ?? 'site-1',
        'X-Key-Id': spoilt.keyId ?? 'k1',
        'X-Timestamp': timestamp,
        'X-Nonce': nonce,
        'X-Signature': `v1=${signature}`,
        ...(text === '' ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(text === '' ? {} : { body: text }),
    })
    const answer = await response.text()
    const signed = isSignature(
      response.headers.get('x-signature'),
      signAnswer(key, { status: response.status, timestamp, nonce, body: answer }),
    )
    return { status: response.status, body: JSON.parse(answer) as Record<string, unknown>, signed }
  }
  return {
    site,
    call,
    open: (lockId, { commandId = randomUUID(), expiresInMs = 10_000, run = false } = {}) =>
      call('POST', run ? `/v1/equipment/${lockId}/run` : `/v1/locks/${lockId}/open`, {
        commandId,
        expiresAt: new Date(Date.now() + expiresInMs).toISOString(),
        actor: { type: 'client', ref: 'u-1' },
        reason: 'contract',
      }),
  }
}

export interface Gateway {
  readonly url: string
  readonly batches: SiteEvent[][]
  /** Status to answer with; 'unsigned' acknowledges without a signature. */
  mode: 'ok' | 'unsigned' | number
  close(): Promise<void>
}

/** The product's end of the event push: verifies, stores, acknowledges with a signature. */
export async function startGateway(): Promise<Gateway> {
  const gateway: Gateway = { url: '', batches: [], mode: 'ok', close: async () => {} }
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString('utf8')))
    request.on('end', () => {
      const [timestamp, nonce] = [String(request.headers['x-timestamp']), String(request.headers['x-nonce'])]
      const key = keyOf(SECRET)
      const genuine = isSignature(
        String(request.headers['x-signature']),
        signRequest(key, { method: 'POST', path: request.url ?? '', timestamp, nonce, body }),
      )
      if (!genuine) return void response.writeHead(401).end()
      if (typeof gateway.mode === 'number') return void response.writeHead(gateway.mode).end()
      const { events } = JSON.parse(body) as { events: SiteEvent[] }
      gateway.batches.push(events)
      const answer = JSON.stringify({ ackSeq: events.at(-1)?.seq })
      const signature =
        gateway.mode === 'unsigned'
          ? 'none'
          : `v1=${signAnswer(key, { status: 200, timestamp, nonce, body: answer })}`
      response.writeHead(200, { 'Content-Type': 'application/json', 'X-Signature': signature }).end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return Object.assign(gateway, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/site-gateway/site-1/events`,
    close,
  })
}
