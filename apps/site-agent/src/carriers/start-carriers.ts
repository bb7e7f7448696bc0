import { rememberNonces } from '@stowage/lsp/signed-headers'
import type { HandleCall } from '../calls/handle-call.ts'
import type { SiteConfig } from '../config.ts'
import type { Journal } from '../journal/journal.ts'
import type { Log } from '../log.ts'
import type { SiteClock } from '../site-clock.ts'
import { deliverEvents } from './deliver-events.ts'
import type { Direct } from './direct.ts'
import { newestKey, type SiteKeys } from './keys.ts'
import { pushEvents } from './push-events.ts'
import type { Tunnel } from './tunnel.ts'

export interface CarrierParts {
  readonly config: Pick<SiteConfig, 'server' | 'carrier' | 'listen'>
  readonly keys: SiteKeys
  readonly clock: SiteClock
  readonly handle: HandleCall
  readonly journal: Journal
  readonly version: string
  readonly accessListVersion: () => number
  readonly onHeard: () => void
  readonly log: Log
  readonly firstPauseMs?: number | undefined
  readonly pingEveryMs?: number | undefined
}

/** The ways between site and server. */
export interface Carriers {
  /** Where the server's calls come in; undefined with a tunnel only. */
  readonly port: number | undefined
  isTunnelOpen(): boolean
  /** There is something to tell. */
  kick(): void
  /** The server is there again. */
  kickNow(): void
  close(): Promise<void>
}

/** Each way loads what it needs only where it is used: a small machine has better things to do with its memory. */
export async function startCarriers(parts: CarrierParts): Promise<Carriers> {
  const { config, keys, clock, handle, journal, log } = parts
  const { server, carrier, listen } = config
  const key = () => newestKey(keys)
  const pauses = parts.firstPauseMs === undefined ? {} : { firstPauseMs: parts.firstPauseMs }

  let direct: Direct | undefined
  if (carrier !== 'tunnel' && listen !== undefined) {
    const { listenDirect } = await import('./direct.ts')
    const { host, port, tls } = listen
    direct = await listenDirect({ host, port, tls, keys, nonces: rememberNonces(), clock, handle, log })
  }
  const ws = carrier === 'direct' ? undefined : await import('./tunnel.ts')
  let tunnel: Tunnel | undefined
  const delivery = deliverEvents({
    journal,
    // Over the tunnel while it is open; else, where the site may call out as well, by a call.
    send: async (events, ended) =>
      tunnel?.isOpen() === true
        ? await tunnel.send(events, ended)
        : await pushEvents({ server, siteId: keys.siteId, key, wall: clock.wall }, events, ended),
    isOpen: () => carrier !== 'tunnel' || tunnel?.isOpen() === true,
    onDelivered: parts.onHeard,
    log,
    ...pauses,
  })
  if (ws !== undefined)
    tunnel = ws.openTunnel({
      server,
      siteId: keys.siteId,
      key,
      clock,
      handle,
      hello: () => ({
        version: parts.version,
        lastSeq: journal.lastSeq(),
        accessListVersion: parts.accessListVersion(),
      }),
      onOpen: (ackSeq) => {
        journal.continueAbove(ackSeq)
        delivery.kickNow()
      },
      onHeard: parts.onHeard,
      log,
      ...pauses,
      ...(parts.pingEveryMs === undefined ? {} : { pingEveryMs: parts.pingEveryMs }),
    })
  delivery.kick()

  return {
    port: direct?.port,
    isTunnelOpen: () => tunnel?.isOpen() === true,
    kick: delivery.kick,
    kickNow: delivery.kickNow,
    async close() {
      await Promise.all([delivery.close(), direct?.close(), tunnel?.close()])
    },
  }
}
