import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  CLOCK_CLOSE,
  HOLDER_CLOSE,
  SITE_FRAME,
  TUNNEL_PATH,
  type Beat,
  type FrameCodec,
} from '@stowage/lsp/frames'
import { claimOf, hearHello, staleBy } from '@stowage/lsp/hello'
import { EventBatch } from '@stowage/lsp/messages'
import type { Nonces } from '@stowage/lsp/signed-headers'
import * as z from 'zod/mini'
import type { Platform } from '../../platform/platform.ts'
import { createPace } from './create-pace.ts'
import { countFailingHellos, type FailingHellos } from './failing-hellos.ts'
import { noteWrongClock } from './health-store.ts'
import { networkOf } from './network-of.ts'
import { letIn } from './hold-site.ts'
import { sharePlaces } from './share-places.ts'
import { eventsAsSent } from './site-gateway.ts'
import { findSite } from './site-store.ts'
import { isSiteId } from './site-text.ts'
import type { Sites } from './sites.ts'
import { UnknownKey, type TakeEvents } from './take-events.ts'
import type { TunnelExchange } from './tunnel-exchange.ts'
import { createTunnel, type Tunnel } from './tunnels.ts'

/** Who has not said hello by then is none of ours. */
const HELLO_WITHIN_MS = 5000
/** Hellos from one address that are not believed, for many sites may come from one: of those who are welcome any number. */
const FAILING_A_MINUTE = 300
/** Of one site: who comes back at once, again and again, is told to wait. */
const COMINGS_A_MINUTE = 60
/** Sockets of this process that have not said hello yet. */
const MAX_STRANGERS = 500
/** Three pings of the site, and our own questions, have gone unanswered. */
const SILENT_MS = 50_000
/** Frames that a site may send; who sends more is cut off. */
const FRAMES = { perSecond: 100, atOnce: 500 }
/** Bytes of them; what is more waits in the site's own socket. */
const BYTES = { perSecond: 256 * 1024, atOnce: 4 * 1024 * 1024 }
/** Batches that wait to be written: a site sends the next one when it has the ack. */
const MAX_BATCHES = 8

// RFC 6455: going away, policy violation, try again later.
const CLOSE = {
  goingAway: 1001,
  policy: 1008,
  later: 1013,
  clock: CLOCK_CLOSE,
  holder: HOLDER_CLOSE,
} as const
interface Refusal {
  readonly code: number
  readonly reason: string
}
const HELD: Refusal = { code: CLOSE.holder, reason: 'another machine holds these keys' }
const NO_SITE: Refusal = { code: CLOSE.policy, reason: 'hello' }

export interface TunnelParts {
  readonly platform: Platform
  readonly sites: Sites
  readonly exchange: TunnelExchange
  readonly nonces: Nonces
  readonly takeEvents: TakeEvents
  /** A site has come: it is asked how it is. */
  readonly arrived: (stockId: string) => void
}

/**
 * The tunnel (docs/protocols/lsp.md 5): a WebSocket that a site opens, one for each site. Behind a signed hello every frame is
 * counted and signed; whatever is not, ends the connection.
 */
export async function mountTunnel(app: FastifyInstance, parts: TunnelParts): Promise<void> {
  const { platform } = parts
  const strangers = sharePlaces(MAX_STRANGERS)
  await app.register(async (scope) => {
    const failing = countFailingHellos(Math.min(FAILING_A_MINUTE, platform.config.rateLimitPerMinute))
    const comings = countFailingHellos(COMINGS_A_MINUTE)
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      const waitMs = failing.waitMs(request.ip)
      if (waitMs === 0) return undefined
      return await reply
        .status(429)
        .header('retry-after', Math.ceil(waitMs / 1000))
        .send()
    }
    scope.get(
      TUNNEL_PATH,
      { websocket: true, config: { rateLimit: false }, onRequest },
      (socket, request) => {
        socket.on('error', () => socket.terminate())
        const { ip: address } = request
        const isPage = request.headers.origin !== undefined
        const known = isPage ? undefined : strangers.enter(networkOf(address), () => socket.terminate())
        // A page of a browser is no site, and there are enough strangers.
        if (known === undefined) {
          if (isPage) failing.failed(address)
          socket.close(isPage ? CLOSE.policy : CLOSE.later, 'not now')
          return
        }
        const timer = setTimeout(() => socket.terminate(), HELLO_WITHIN_MS)
        let isHeard = false
        socket.once('close', () => {
          if (!isHeard) failing.failed(address)
          known()
          clearTimeout(timer)
        })
        socket.once('message', (data: Buffer, isBinary: boolean) => {
          clearTimeout(timer)
          isHeard = true
          // What comes before the welcome is out of order, and hangs up.
          socket.pause()
          greet({ ...parts, comings }, socket, isBinary ? '' : data.toString('utf8'), address)
            .then((refusal) => {
              if (refusal === undefined) return
              // It has proved itself: staff have to decide, and its neighbours are not to wait for it.
              if (refusal !== HELD) failing.failed(address)
              socket.close(refusal.code, refusal.reason)
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

/** @returns why it is not welcome: this is no site, or not any more, or it comes too often, or its clock is wrong */
async function greet(
  parts: TunnelParts & { readonly comings: FailingHellos },
  socket: WebSocket,
  text: string,
  address: string,
): Promise<Refusal | undefined> {
  const { sites, exchange, nonces, platform, comings } = parts
  const hello = claimOf(text)
  if (!hello || !isSiteId(hello.siteId)) return NO_SITE
  const { siteId, keyId } = hello
  const site = await sites.keys(siteId)
  const secretOf = (wanted: string): string | undefined =>
    site?.keys.find((key) => key.keyId === wanted)?.secret
  const nowMs = Date.now()
  const heard = hearHello(hello, { siteId, nonces, nowMs, secretOf })
  if (typeof heard === 'string') {
    platform.log.warn({ siteId, address, reason: heard }, 'a site was not welcomed')
    const aheadS = staleBy(hello, { siteId, secretOf, nowMs })
    if (aheadS === undefined) return NO_SITE
    await noteWrongClock(platform.db, siteId, aheadS * 1000)
    return { code: CLOSE.clock, reason: `clock ${aheadS}` }
  }
  // Behind the proof: in another's name nobody uses this up.
  if (comings.waitMs(siteId) > 0) return { code: CLOSE.later, reason: 'too often' }
  comings.failed(siteId)
  await sites.used(siteId, keyId)
  if (!(await letIn(parts, { stockId: siteId, address, run: heard.payload.run }))) return HELD
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
  if (!(await exchange.open(tunnel, Number(hello.timestamp), welcome))) return NO_SITE
  // It went while its place was made.
  if (socket.readyState !== socket.OPEN) await exchange.closed(tunnel)
  platform.log.info({ siteId, address, keyId }, 'a site has opened its tunnel')
  parts.arrived(siteId)
  return undefined
}

function serve(parts: TunnelParts, socket: WebSocket, tunnel: Tunnel, codec: FrameCodec): void {
  const { platform, exchange } = parts
  const { stockId, keyId } = tunnel
  const [frames, bytes] = [createPace(FRAMES), createPace(BYTES)]
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
    const ackSeq = await parts.takeEvents(stockId, keyId, batch.data.events, eventsAsSent(payload))
    if (socket.readyState === socket.OPEN) socket.send(codec.write('ack', id, { ackSeq }))
  }

  let held: NodeJS.Timeout | undefined
  const hold = (ms: number): void => {
    if (ms === 0) return
    clearTimeout(held)
    socket.pause()
    held = setTimeout(() => socket.resume(), ms)
  }
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    const isTooMuch = isBinary || frames.take(1) > 0 || data.length > tunnel.longestNow()
    const frame = isTooMuch ? undefined : codec.read(data.toString('utf8'), tunnel.longest)
    if (!frame)
      return refuse('a frame that is malformed, too long, out of order, not signed, or one too many')
    hold(bytes.take(data.length))
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
    clearTimeout(held)
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
  if (receiver?._maxPayload !== undefined) receiver._maxPayload = SITE_FRAME.longAnswer
}
