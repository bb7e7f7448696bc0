import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { MAX_FRAME, TUNNEL_PATH, type Beat, type FrameCodec } from '@stowage/lsp/frames'
import { claimOf, hearHello } from '@stowage/lsp/hello'
import { EventBatch } from '@stowage/lsp/messages'
import type { Nonces } from '@stowage/lsp/signed-headers'
import * as z from 'zod/mini'
import type { Platform } from '../../platform/platform.ts'
import { findSite } from './site-store.ts'
import { isSiteId } from './site-text.ts'
import type { Sites } from './sites.ts'
import { UnknownKey, type TakeEvents } from './take-events.ts'
import type { TunnelExchange } from './tunnel-exchange.ts'
import { createTunnel, type Tunnel } from './tunnels.ts'

/** Who has not said hello by then is none of ours. */
const HELLO_WITHIN_MS = 5000
/** Sockets of this process that have not said hello yet. */
const MAX_STRANGERS = 500
/** Three pings of the site, and our own questions, have gone unanswered. */
const SILENT_MS = 50_000
/** Frames a second that a site may send for long, and at once. */
const RATE = { perSecond: 100, atOnce: 500 }
/** Batches that wait to be written: a site sends the next one when it has the ack. */
const MAX_BATCHES = 8

// RFC 6455: going away, policy violation, message too big for now.
const CLOSE = { goingAway: 1001, policy: 1008 } as const

export interface TunnelParts {
  readonly platform: Platform
  readonly sites: Sites
  readonly exchange: TunnelExchange
  readonly nonces: Nonces
  readonly takeEvents: TakeEvents
  /** A site has come: it is asked how it is. */
  readonly arrived: (stockId: string) => void
}

/** What came over a socket within its time, or that it did not. */
interface Pace {
  allows(): boolean
}

function createPace(): Pace {
  let tokens: number = RATE.atOnce
  let at = performance.now()
  return {
    allows() {
      const now = performance.now()
      tokens = Math.min(RATE.atOnce, tokens + ((now - at) / 1000) * RATE.perSecond)
      at = now
      tokens -= 1
      return tokens >= 0
    },
  }
}

/**
 * The tunnel (docs/protocols/lsp.md 5): a WebSocket that a site opens, one for each site. Behind a signed hello every frame is
 * counted and signed; whatever is not, ends the connection.
 */
export async function mountTunnel(app: FastifyInstance, parts: TunnelParts): Promise<void> {
  const { platform } = parts
  let strangers = 0
  await app.register(async (scope) => {
    const onRequest = scope.rateLimit({
      max: Math.min(600, platform.config.rateLimitPerMinute),
      timeWindow: 60_000,
      cache: 20_000,
    })
    scope.get(
      TUNNEL_PATH,
      { websocket: true, config: { rateLimit: false }, onRequest },
      (socket, request) => {
        socket.on('error', () => socket.terminate())
        // A page of a browser is no site, and there are enough strangers.
        if (request.headers.origin !== undefined || strangers >= MAX_STRANGERS) {
          socket.close(CLOSE.policy, 'not now')
          return
        }
        strangers += 1
        let isStranger = true
        const known = (): void => {
          if (isStranger) strangers -= 1
          isStranger = false
        }
        const timer = setTimeout(() => socket.terminate(), HELLO_WITHIN_MS)
        socket.once('close', () => {
          known()
          clearTimeout(timer)
        })
        socket.once('message', (data: Buffer, isBinary: boolean) => {
          clearTimeout(timer)
          // What comes before the welcome is out of order, and hangs up.
          socket.pause()
          greet(parts, socket, isBinary ? '' : data.toString('utf8'), request.ip)
            .then((isWelcome) => {
              if (!isWelcome) socket.close(CLOSE.policy, 'hello')
            })
            .catch((error: unknown) => {
              platform.log.error({ err: error }, 'a site could not be welcomed')
              socket.close(CLOSE.goingAway, 'try again')
            })
            .finally(() => {
              known()
              socket.resume()
            })
        })
      },
    )
  })
}

/** @returns false: this is no site, or not any more */
async function greet(parts: TunnelParts, socket: WebSocket, text: string, address: string): Promise<boolean> {
  const { sites, exchange, nonces, platform } = parts
  const hello = claimOf(text)
  if (!hello || !isSiteId(hello.siteId)) return false
  const { siteId, keyId } = hello
  const site = await sites.keys(siteId)
  const heard = hearHello(hello, {
    siteId,
    nonces,
    nowMs: Date.now(),
    secretOf: (wanted) => site?.keys.find((key) => key.keyId === wanted)?.secret,
  })
  if (typeof heard === 'string') {
    platform.log.warn({ siteId, address, reason: heard }, 'a site was not welcomed')
    return false
  }
  await sites.used(siteId, keyId)
  const { codec } = heard
  const tunnel = createTunnel({
    stockId: siteId,
    keyId,
    address,
    codec,
    send: (frame) => socket.send(frame),
    close: (reason) => {
      socket.close(CLOSE.goingAway, reason)
      // Who does not answer the closing does not hold its place.
      setTimeout(() => socket.terminate(), 2000).unref()
    },
  })
  const ackSeq = (await findSite(platform.db, siteId))?.lastSequence ?? 0
  // Before anything else goes out, and before anything that comes is read.
  const welcome = (): void => {
    socket.send(heard.answer({ time: Date.now(), ackSeq }))
    allowLongFrames(socket)
    serve(parts, socket, tunnel, codec)
  }
  if (!(await exchange.open(tunnel, Number(hello.timestamp), welcome))) return false
  // It went while its place was made.
  if (socket.readyState !== socket.OPEN) await exchange.closed(tunnel)
  platform.log.info({ siteId, address, keyId }, 'a site has opened its tunnel')
  parts.arrived(siteId)
  return true
}

function serve(parts: TunnelParts, socket: WebSocket, tunnel: Tunnel, codec: FrameCodec): void {
  const { platform, exchange } = parts
  const { stockId, keyId } = tunnel
  const pace = createPace()
  let batches: Promise<void> = Promise.resolve()
  let waitingBatches = 0
  let silent = setTimeout(() => socket.terminate(), SILENT_MS)
  const refuse = (reason: string): void => {
    platform.log.warn({ siteId: stockId, address: tunnel.address, reason }, 'a tunnel was cut')
    tunnel.hangUp(reason)
  }

  const takeBatch = async (id: string, payload: unknown): Promise<void> => {
    const batch = z.safeParse(EventBatch, payload)
    if (!batch.success) return refuse(`malformed events: ${batch.error.issues[0]?.path.join('.') ?? ''}`)
    const ackSeq = await parts.takeEvents(stockId, keyId, batch.data.events)
    if (socket.readyState === socket.OPEN) socket.send(codec.write('ack', id, { ackSeq }))
  }

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    const frame = isBinary || !pace.allows() ? undefined : codec.read(data.toString('utf8'))
    if (!frame) return refuse('a frame that is malformed, out of order, not signed, or one too many')
    clearTimeout(silent)
    silent = setTimeout(() => socket.terminate(), SILENT_MS)
    if (frame.type === 'ping')
      socket.send(codec.write('pong', frame.id, { time: Date.now() } satisfies z.output<typeof Beat>))
    else if (frame.type === 'res' && !tunnel.answered(frame.id, frame.payload))
      platform.log.warn({ siteId: stockId }, 'a site answered what nobody had asked')
    else if (frame.type === 'event') {
      if (waitingBatches >= MAX_BATCHES) return refuse('more events than it waited for')
      waitingBatches += 1
      batches = batches
        .then(async () => await takeBatch(frame.id, frame.payload))
        .catch((error: unknown) => {
          if (error instanceof UnknownKey) return refuse('its key counts no more')
          // Without an ack the site sends it again.
          platform.log.error({ err: error, siteId: stockId }, 'events of a site could not be taken')
        })
        .finally(() => {
          waitingBatches -= 1
        })
    } else if (frame.type === 'req' || frame.type === 'ack') refuse(`a site sends no ${frame.type}`)
  })
  socket.once('close', () => {
    clearTimeout(silent)
    tunnel.hangUp('closed')
    exchange
      .closed(tunnel)
      .catch((error: unknown) => platform.log.warn({ err: error, siteId: stockId }, 'a tunnel stays noted'))
  })
}

/**
 * The limit of the server's sockets (64 KiB) is for strangers. A site that has shown its key sends the locks of a whole house; ws has
 * no way to say so for one socket, so its receiver is told.
 */
function allowLongFrames(socket: WebSocket): void {
  const { _receiver: receiver } = socket as unknown as { _receiver?: { _maxPayload?: number } }
  if (receiver?._maxPayload !== undefined) receiver._maxPayload = MAX_FRAME
}
