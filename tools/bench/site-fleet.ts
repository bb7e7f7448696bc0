import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import { PING_EVERY_MS, TUNNEL_PATH, type FrameCodec, type FrameRequest } from '@stowage/lsp/frames'
import { sayHello } from '@stowage/lsp/hello'
import type { Health, SiteEvent, SiteLock } from '@stowage/lsp/messages'
import { keyOf, newNonce, signAnswer, signRequest } from '@stowage/lsp/signature'
import { endWithParent, tell } from './children.ts'
import { percentile } from './http-load.ts'

/** A site as this process plays it: what it would say over either carrier, without doors, journal or disk. */
export interface PlayedSite {
  readonly siteId: string
  readonly keyId: string
  readonly secret: string
  readonly carrier: 'tunnel' | 'direct'
}
export interface FleetOrder {
  /** Of the product, on this machine. */
  readonly port: number
  readonly sites: readonly PlayedSite[]
  /** Of each site. */
  readonly lockIds: readonly string[]
  /** Where those answer that are called directly. */
  readonly directPort: number
}
export type FleetQuestion =
  | { readonly connect: number }
  | { readonly eventsPerSecond: number }
  | { readonly counts: true }
export interface FleetCounts {
  readonly tunnels: number
  /** Calls of the server that were answered since the last look. */
  readonly health: number
  readonly locks: number
  readonly lists: number
  /** Events that were sent and acknowledged since the last look, and how long the acknowledgement took (ms). */
  readonly sent: number
  readonly acknowledged: number
  readonly ackP50: number
  readonly ackP99: number
  readonly lost: number
}

interface Site extends PlayedSite {
  readonly key: Buffer
  readonly address: string
  readonly opened: Map<string, string>
  seq: number
  listVersion: number
  listUntil: string | null
  codec?: FrameCodec | undefined
  socket?: WebSocket | undefined
}

// A file: a thousand secrets are more than an environment holds.
const order = JSON.parse(fs.readFileSync(process.env['BENCH_FLEET'] ?? '', 'utf8')) as FleetOrder
const began = new Date().toISOString()
const sites = order.sites.map((site, index): Site => ({
  ...site,
  key: keyOf(site.secret),
  // Each from an address of its own, as sites are: the server counts calls by it.
  address: `127.1.${index >> 8}.${index & 255}`,
  opened: new Map(),
  // The server kept the numbers of an earlier run on the same data.
  seq: Math.floor(Date.now() / 1000),
  listVersion: 0,
  listUntil: null,
}))
const byId = new Map(sites.map((site) => [site.siteId, site]))
const counts = { health: 0, locks: 0, lists: 0, sent: 0, acknowledged: 0, lost: 0 }
let ackMs: number[] = []
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

function healthOf(site: Site): Health {
  const time = new Date().toISOString()
  return {
    protocol: 'LSP/1',
    siteId: site.siteId,
    version: '0.1.0',
    time,
    uptimeS: Math.round(process.uptime()),
    buses: [{ bus: 1, ok: true, lastPollAt: time, errorCount: 0 }],
    accessListVersion: site.listVersion,
    accessListValidUntil: site.listUntil,
    lastSeq: site.seq,
    unsentEvents: 0,
    offlineSince: null,
    clockUncertain: false,
  }
}

const locksOf = (site: Site): { seq: number; locks: SiteLock[] } => ({
  seq: site.seq,
  locks: order.lockIds.map((id) => {
    const openSince = site.opened.get(id)
    const state = openSince === undefined ? 'closed' : 'opened'
    return {
      id,
      kind: 'box',
      name: id,
      state,
      online: true,
      since: openSince ?? began,
      ...(openSince === undefined ? {} : { openSince }),
    }
  }),
})

function answer(
  site: Site,
  { method, path, body }: Omit<FrameRequest, 'sentAt'>,
): {
  readonly status: number
  readonly body: unknown
} {
  if (method === 'GET' && path === '/v1/health') {
    counts.health += 1
    return { status: 200, body: healthOf(site) }
  }
  if (method === 'GET' && path === '/v1/locks') {
    counts.locks += 1
    return { status: 200, body: locksOf(site) }
  }
  if (method === 'PUT' && path === '/v1/access-list') {
    counts.lists += 1
    const { version, validUntil } = body as { version: number; validUntil: string }
    site.listVersion = version
    site.listUntil = validUntil
    return { status: 200, body: { version, applied: true } }
  }
  return { status: 404, body: { error: 'unknown' } }
}

async function connect(site: Site): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${order.port}${TUNNEL_PATH}`, {
    localAddress: site.address,
    perMessageDeflate: false,
  })
  site.socket = socket
  const hello = sayHello(
    site,
    { version: '0.1.0', lastSeq: site.seq, accessListVersion: site.listVersion },
    Date.now(),
  )
  socket.on('open', () => socket.send(hello.text))
  const closed = (): void => {
    if (site.codec) counts.lost += 1
    site.codec = undefined
  }
  socket.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    socket.on('close', (code, why) => {
      closed()
      reject(new Error(`${site.siteId}: ${code} ${why.toString()}`))
    })
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8')
      if (!site.codec) {
        const welcome = hello.welcome(text)
        if (!welcome) return socket.terminate()
        site.codec = welcome.codec
        site.seq = Math.max(site.seq, welcome.payload.ackSeq)
        setInterval(() => write(site, 'ping', { time: Date.now() }), PING_EVERY_MS).unref()
        return resolve()
      }
      const frame = site.codec.read(text)
      if (frame?.type === 'req') write(site, 'res', answer(site, frame.payload as FrameRequest), frame.id)
      else if (frame?.type === 'ack') acknowledged(frame.id)
      return undefined
    })
  })
}

function write(
  site: Site,
  type: Parameters<FrameCodec['write']>[0],
  payload: unknown,
  id = randomUUID() as string,
): void {
  if (site.codec && site.socket?.readyState === WebSocket.OPEN)
    site.socket.send(site.codec.write(type, id, payload))
}

const waiting = new Map<string, number>()
function acknowledged(id: string): void {
  const since = waiting.get(id)
  if (since === undefined) return
  waiting.delete(id)
  counts.acknowledged += 1
  ackMs.push(performance.now() - since)
}

/** A door opens from the inside, or falls shut again: a message of its own each, the dearest way to tell. */
function happen(site: Site): void {
  const lockId = order.lockIds[Math.floor(Math.random() * order.lockIds.length)] ?? ''
  const at = new Date().toISOString()
  const opens = !site.opened.has(lockId)
  if (opens) site.opened.set(lockId, at)
  else site.opened.delete(lockId)
  const event: SiteEvent = {
    seq: (site.seq += 1),
    id: randomUUID(),
    type: opens ? 'lock.opened' : 'lock.closed',
    at,
    siteId: site.siteId,
    lockId,
    source: opens ? 'exit_button' : 'sensor',
  }
  const id = randomUUID()
  waiting.set(id, performance.now())
  counts.sent += 1
  if (site.carrier === 'tunnel') write(site, 'event', { events: [event] }, id)
  else post(site, id, JSON.stringify({ events: [event] }))
}

function post(site: Site, id: string, body: string): void {
  const path = `/api/site-gateway/${site.siteId}/events`
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = newNonce()
  const request = http.request(
    {
      agent,
      port: order.port,
      host: '127.0.0.1',
      method: 'POST',
      path,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-site-id': site.siteId,
        'x-key-id': site.keyId,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-signature': signRequest(site.key, { method: 'POST', path, timestamp, nonce, body }),
      },
    },
    (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => {
        if (response.statusCode === 200 && (JSON.parse(text) as { readonly ackSeq: number }).ackSeq >= 0)
          acknowledged(id)
      })
    },
  )
  request.on('error', () => undefined)
  request.end(body)
}

/** All houses that are called directly answer at one port; the server names the one it means. */
const direct = http.createServer((request, reply) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const site = byId.get(String(request.headers['x-site-id']))
    if (!site) return reply.writeHead(401).end()
    const text = Buffer.concat(parts).toString('utf8')
    const said = answer(site, {
      method: request.method as 'GET',
      path: request.url ?? '',
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    })
    const body = JSON.stringify(said.body)
    const timestamp = String(request.headers['x-timestamp'])
    const nonce = String(request.headers['x-nonce'])
    return reply
      .writeHead(said.status, {
        'content-type': 'application/json',
        'x-timestamp': timestamp,
        'x-signature': signAnswer(site.key, { status: said.status, timestamp, nonce, body }),
      })
      .end(body)
  })
})
direct.keepAliveTimeout = 60_000
await new Promise<void>((resolve) => direct.listen(order.directPort, '127.0.0.1', resolve))

/** So many a second. */
async function connectAll(perSecond: number): Promise<void> {
  const opening: Promise<void>[] = []
  for (const [index, site] of sites.filter(({ carrier }) => carrier === 'tunnel').entries()) {
    opening.push(connect(site))
    if (index % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 10_000 / perSecond))
  }
  await Promise.all(opening)
}

let ticking: NodeJS.Timeout | undefined
function tick(perSecond: number): void {
  clearInterval(ticking)
  if (perSecond === 0) return
  let next = 0
  let done = 0
  const since = performance.now()
  ticking = setInterval(() => {
    for (; done < ((performance.now() - since) / 1000) * perSecond; done += 1) {
      // Neighbours in time are far apart.
      next = (next + 7919) % sites.length
      const site = sites[next]
      if (site) happen(site)
    }
  }, 5)
}

function look(): FleetCounts {
  ackMs.sort((a, b) => a - b)
  const seen: FleetCounts = {
    ...counts,
    tunnels: sites.filter(({ codec }) => codec).length,
    ackP50: percentile(ackMs, 50),
    ackP99: percentile(ackMs, 99),
  }
  Object.assign(counts, { health: 0, locks: 0, lists: 0, sent: 0, acknowledged: 0, lost: 0 })
  ackMs = []
  return seen
}

process.on('message', (question: FleetQuestion) => {
  if ('connect' in question)
    connectAll(question.connect).then(
      () => tell(look()),
      (error: unknown) => tell({ fault: String(error) }),
    )
  else {
    if ('eventsPerSecond' in question) tick(question.eventsPerSecond)
    tell(look())
  }
})
endWithParent(() => {
  for (const { socket } of sites) socket?.terminate()
  direct.close()
})
tell({ port: (direct.address() as AddressInfo).port })
