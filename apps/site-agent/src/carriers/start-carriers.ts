import { rememberNonces } from '@stowage/lsp/signed-headers'
import type { HandleCall } from '../calls/handle-call.ts'
import type { SiteConfig } from '../config.ts'
import type { Journal } from '../journal/journal.ts'
import type { Log } from '../log.ts'
import type { Runs } from '../state/runs.ts'
import type { SiteClock } from '../site-clock.ts'
import { deliverEvents } from './deliver-events.ts'
import type { Direct } from './direct.ts'
import type { Certificate } from './certificate.ts'
import type { HeldKeys } from './held-keys.ts'
import { pushEvents } from './push-events.ts'
import { Refused } from './signed-call.ts'
import { tellCertificate, type CertificateTeller } from './tell-certificate.ts'
import type { Tunnel } from './tunnel.ts'

export interface CarrierParts {
  readonly config: Pick<SiteConfig, 'server' | 'carrier' | 'listen'>
  readonly keys: HeldKeys
  /** With what the direct way proves this site; undefined: plain, on this machine only. */
  readonly certificate: Certificate | undefined
  readonly isAway: () => boolean
  readonly clock: SiteClock
  readonly handle: HandleCall
  readonly journal: Journal
  readonly version: string
  readonly runs: Runs
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
  /** Other keys count: the tunnel is opened anew under them. */
  keysChanged(): void
  /** The direct way proves this site by another one. */
  useCertificate(certificate: Certificate): void
  close(): Promise<void>
}

/** Each way loads what it needs only where it is used: a small machine has better things to do with its memory. */
export async function startCarriers(parts: CarrierParts): Promise<Carriers> {
  const { config, keys, clock, handle, journal, log } = parts
  const { server, carrier, listen } = config
  const { siteId } = keys.get()
  const target = { server, siteId, key: keys.newest, wall: clock.wall }
  const pauses = parts.firstPauseMs === undefined ? {} : { firstPauseMs: parts.firstPauseMs }

  let direct: Direct | undefined
  if (carrier !== 'tunnel' && listen !== undefined) {
    const { listenDirect } = await import('./direct.ts')
    const { host, port } = listen
    const tls = parts.certificate
    direct = await listenDirect({
      host,
      port,
      tls,
      keys: keys.get,
      nonces: rememberNonces(),
      clock,
      handle,
      log,
    })
  }
  let teller: CertificateTeller | undefined
  let { certificate } = parts
  if (direct !== undefined && certificate !== undefined) {
    const first = certificate
    teller = tellCertificate({
      target,
      certificate: () => certificate ?? first,
      isAway: parts.isAway,
      onRefused: keys.reread,
      log,
      ...pauses,
    })
  }
  const ws = carrier === 'direct' ? undefined : await import('./tunnel.ts')
  let tunnel: Tunnel | undefined
  const delivery = deliverEvents({
    journal,
    // Over the tunnel while it is open; else, where the site may call out as well, by a call.
    send: async (events, ended) =>
      tunnel?.isOpen() === true
        ? await tunnel.send(events, ended)
        : await pushEvents(target, events, parts.runs.run, ended).catch((error: unknown) => {
            if (error instanceof Refused && error.status === 401) keys.reread()
            throw error
          }),
    isOpen: () => carrier !== 'tunnel' || tunnel?.isOpen() === true,
    onDelivered: parts.onHeard,
    log,
    ...pauses,
  })
  if (ws !== undefined)
    tunnel = ws.openTunnel({
      server,
      siteId,
      key: keys.newest,
      clock,
      handle,
      hello: () => ({
        version: parts.version,
        lastSeq: journal.lastSeq(),
        accessListVersion: parts.accessListVersion(),
        run: parts.runs.run,
      }),
      onOpen: (ackSeq) => {
        parts.runs.welcomed()
        journal.continueAbove(ackSeq)
        delivery.kickNow()
        teller?.kick()
      },
      onRefused: keys.reread,
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
    kickNow() {
      delivery.kickNow()
      teller?.kick()
    },
    keysChanged() {
      tunnel?.reopen()
      delivery.kickNow()
      teller?.kick()
    },
    useCertificate(next) {
      if (certificate === undefined || next.fingerprint === certificate.fingerprint) return
      certificate = next
      direct?.useCertificate(next)
      teller?.kick()
    },
    async close() {
      await Promise.all([delivery.close(), teller?.close(), direct?.close(), tunnel?.close()])
    },
  }
}
