import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { WebSocket } from 'ws'
import {
  Beat,
  CLOCK_CLOSE,
  FrameRequest,
  HOLDER_CLOSE,
  MAX_FRAME,
  PING_EVERY_MS,
  TUNNEL_PATH,
  type FrameCodec,
  type FrameType,
} from '@stowage/lsp/frames'
import { sayHello, type HelloPayload } from '@stowage/lsp/hello'
import { Ack, type SiteEvent } from '@stowage/lsp/messages'
import type { HandleCall } from '../calls/handle-call.ts'
import type { Log } from '../log.ts'
import type { SiteKey } from './keys.ts'

const WELCOME_WITHIN_MS = 5000
const ACK_WITHIN_MS = 10_000
const MISSED_AT_MOST = 3
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** Behind a refusal that only staff can lift: a minute. */
const HELD_PAUSES = 120
/** Calls at work at once; a server that asks more is told so. */
const CALLS_AT_MOST = 500

export interface Tunnel {
  isOpen(): boolean
  /** Under the key that counts now. */
  reopen(): void
  /** @throws where the line broke, or nobody acknowledged in time */
  send(events: readonly SiteEvent[], ended: AbortSignal): Promise<number>
  close(): Promise<void>
}

export interface TunnelParts {
  /** Of the product: https://example.com */
  readonly server: string
  readonly siteId: string
  readonly key: () => SiteKey
  readonly clock: { wall(): number; monotonic(): number; heard(sentAt: number, receivedAt: number): void }
  readonly handle: HandleCall
  readonly hello: () => HelloPayload
  /** The line is open; the server has this much. */
  readonly onOpen: (ackSeq: number) => void
  readonly onHeard: () => void
  /** The hello was not believed: the key may be another one by now. */
  readonly onRefused?: () => void
  readonly log: Log
  readonly pingEveryMs?: number
  readonly firstPauseMs?: number
}

/**
 * LSP/1 over a WebSocket that the site opens (docs/protocols/lsp.md 5): no port of the site stands open to the world. It is opened
 * again and again, with growing pauses, each a little different from that of the next site.
 */
export function openTunnel(parts: TunnelParts): Tunnel {
  const { firstPauseMs = FIRST_PAUSE_MS, log } = parts
  let line: Line | undefined
  let again: NodeJS.Timeout | undefined
  let failures = 0
  let isClockTold = false
  let isHeldTold = false
  let isClosed = false

  const connect = (): void => {
    again = undefined
    const mine = openLine(parts, {
      onOpen(ackSeq) {
        failures = 0
        isClockTold = false
        isHeldTold = false
        log.info('the tunnel is open')
        parts.onOpen(ackSeq)
      },
      onEnd(reason, { aheadS, isHeldElsewhere }) {
        if (line === mine) line = undefined
        if (isClosed) return
        failures += 1
        if (aheadS !== undefined && !isClockTold) {
          isClockTold = true
          log.error(
            `the clock of this machine is wrong by ${Math.abs(aheadS)} s (${aheadS > 0 ? 'ahead' : 'behind'}): the tunnel stays shut until it is right; set up time synchronisation (NTP)`,
          )
        }
        if (isHeldElsewhere && !isHeldTold) {
          isHeldTold = true
          log.error(
            'another computer runs with the keys of this site: this one is kept out until staff decide on the page of the warehouse',
          )
        }
        // One line when it breaks, not one for each try of a night without network.
        if (failures === 1) log.warn('the tunnel is closed', { reason })
        const pause = isHeldElsewhere
          ? firstPauseMs * HELD_PAUSES
          : Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS)
        again = setTimeout(connect, pause * (0.5 + Math.random())).unref()
      },
    })
    line = mine
  }
  connect()

  return {
    isOpen: () => line?.isOpen() === true,
    reopen() {
      if (isClosed) return
      failures = 0
      if (line !== undefined) return line.hangUp('other keys count')
      clearTimeout(again)
      connect()
    },
    send: async (events, ended) => {
      if (line === undefined) throw new Error('the tunnel is closed')
      return await line.send(events, ended)
    },
    async close() {
      isClosed = true
      clearTimeout(again)
      await line?.end('the agent stops')
    },
  }
}

interface Line {
  isOpen(): boolean
  send(events: readonly SiteEvent[], ended: AbortSignal): Promise<number>
  end(reason: string): Promise<void>
  hangUp(reason: string): void
}
interface LineEnds {
  readonly onOpen: (ackSeq: number) => void
  /** @param why.aheadS the server has not let the site in, for its clock; `isHeldElsewhere`: for another holder of its keys */
  readonly onEnd: (
    reason: string,
    why: { readonly aheadS: number | undefined; readonly isHeldElsewhere: boolean },
  ) => void
}

/** One connection, from its hello to its end. */
function openLine(parts: TunnelParts, ends: LineEnds): Line {
  const { clock, handle, onHeard, pingEveryMs = PING_EVERY_MS } = parts
  const url = new URL(TUNNEL_PATH, parts.server)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(url, {
    maxPayload: MAX_FRAME,
    handshakeTimeout: 10_000,
    followRedirects: false,
    perMessageDeflate: false,
  })
  const hello = sayHello({ siteId: parts.siteId, ...parts.key() }, parts.hello(), clock.wall())
  const acks = new Map<string, (ackSeq: number | Error) => void>()
  let codec: FrameCodec | undefined
  let atWork = 0
  let missed = 0
  let reason = 'the server cannot be reached'
  const timers: NodeJS.Timeout[] = []

  const hangUp = (why: string): void => {
    reason = why
    socket.terminate()
  }
  const write = (type: FrameType, id: string, payload: unknown): void => {
    if (codec !== undefined && socket.readyState === WebSocket.OPEN)
      socket.send(codec.write(type, id, payload))
  }
  const ping = (): void => {
    if (missed >= MISSED_AT_MOST) return hangUp('three heartbeats were not answered')
    missed += 1
    write('ping', randomUUID(), { time: clock.wall() } satisfies z.output<typeof Beat>)
  }
  const welcome = (text: string): void => {
    const welcomed = hello.welcome(text)
    if (welcomed === undefined) return hangUp('whoever answered is not the server')
    codec = welcomed.codec
    clearTimeout(timers.pop())
    timers.push(setInterval(ping, pingEveryMs).unref())
    clock.heard(welcomed.payload.time, clock.monotonic())
    reason = 'the line broke'
    onHeard()
    ends.onOpen(welcomed.payload.ackSeq)
  }
  const serve = async (id: string, payload: unknown, receivedAt: number): Promise<void> => {
    const request = z.safeParse(FrameRequest, payload)
    if (!request.success)
      return write('res', id, { status: 400, body: { error: 'malformed', field: 'frame' } })
    if (atWork >= CALLS_AT_MOST) return write('res', id, { status: 503, body: { error: 'busy' } })
    atWork += 1
    try {
      const { method, path, sentAt, body } = request.data
      write('res', id, await handle({ method, path, body, sentAt, receivedAt }))
    } catch (error) {
      parts.log.error('a call ended in an error', { reason: error instanceof Error ? error.message : '?' })
      write('res', id, { status: 500, body: { error: 'internal' } })
    } finally {
      atWork -= 1
    }
  }
  const read = (text: string, receivedAt: number): void => {
    const frame = codec?.read(text)
    if (frame === undefined) return hangUp('a frame was malformed, out of order or not signed')
    missed = 0
    onHeard()
    const { type, id, payload } = frame
    if (type === 'req') void serve(id, payload, receivedAt)
    else if (type === 'ack') {
      const ack = z.safeParse(Ack, payload)
      acks.get(id)?.(ack.success ? ack.data.ackSeq : new Error('no acknowledgement'))
    } else if (type === 'ping' || type === 'pong') {
      const beat = z.safeParse(Beat, payload)
      if (beat.success) clock.heard(beat.data.time, receivedAt)
      if (type === 'ping') write('pong', id, { time: clock.wall() })
    }
  }

  timers.push(setTimeout(() => hangUp('no welcome came'), WELCOME_WITHIN_MS + 10_000).unref())
  socket.on('open', () => {
    clearTimeout(timers.pop())
    timers.push(setTimeout(() => hangUp('no welcome came'), WELCOME_WITHIN_MS).unref())
    socket.send(hello.text)
  })
  socket.on('message', (data, isBinary) => {
    const receivedAt = clock.monotonic()
    const text = isBinary || !Buffer.isBuffer(data) ? '' : data.toString('utf8')
    if (codec === undefined) welcome(text)
    else read(text, receivedAt)
  })
  socket.on('error', (error) => {
    reason = error.message
  })
  const over = new Promise<void>((resolve) => {
    socket.on('close', (code, why) => {
      for (const timer of timers) clearInterval(timer)
      for (const acked of acks.values()) acked(new Error('the line broke'))
      if (code !== 1006 && code !== 1005) reason = `${code} ${why.toString('utf8').slice(0, 100)}`
      codec = undefined
      if (code === 1008) parts.onRefused?.()
      const said = code === CLOCK_CLOSE ? /^clock (-?\d{1,12})$/.exec(why.toString('utf8'))?.[1] : undefined
      const aheadS = said === undefined ? undefined : Number(said)
      ends.onEnd(reason, { aheadS, isHeldElsewhere: code === HOLDER_CLOSE })
      resolve()
    })
  })

  return {
    isOpen: () => codec !== undefined && socket.readyState === WebSocket.OPEN,
    send: async (events, ended) => {
      const id = randomUUID()
      const late = AbortSignal.any([ended, AbortSignal.timeout(ACK_WITHIN_MS)])
      try {
        return await new Promise<number>((resolve, reject) => {
          acks.set(id, (ackSeq) => (typeof ackSeq === 'number' ? resolve(ackSeq) : reject(ackSeq)))
          late.addEventListener('abort', () => reject(new Error('nobody acknowledged in time')))
          write('event', id, { events })
        })
      } finally {
        acks.delete(id)
      }
    },
    hangUp,
    async end(why) {
      reason = why
      if (socket.readyState === WebSocket.CONNECTING) socket.terminate()
      else socket.close(1000, why)
      const cut = setTimeout(() => socket.terminate(), 1000)
      await over
      clearTimeout(cut)
    },
  }
}
