import http from 'node:http'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { fingerprintOf, readCertificate } from '@stowage/lsp/certificate'
import { SiteUnavailable, type SiteTrouble } from './lock-gateway.ts'

/** Whoever has not shown by then who he is, does not go on; a call gives up earlier, and its line may still come about for the next. */
const HANDSHAKE_MS = 5000
const AT_ONCE = 32

/** Lines to one machine: each is handed to a call when the machine has proved that it is the one, and not a byte earlier. */
export interface ProvenLines {
  readonly agent: http.Agent
  /** Calls on their way end as they end; nothing new is sent over these lines. */
  retire(): void
  close(): void
}

/** @param certificate PEM that the machine must show; null: plain HTTP, of this machine or where the operator takes it on himself */
export function openProvenLines(certificate: string | null): ProvenLines {
  const connecting = new Set<net.Socket>()
  const connect = certificate === null ? connectPlain : connectTls(certificate)

  class Lines extends http.Agent {
    /** The agent of Node.js waits for `done` where nothing is returned. */
    override createConnection(
      to: http.ClientRequestArgs,
      done: (error: Error | null, stream: Duplex) => void,
    ): undefined {
      const socket = connect({ host: String(to.host), port: Number(to.port) }, (error) => {
        connecting.delete(socket)
        clearTimeout(timer)
        done(error, socket)
      })
      const timer = setTimeout(() => socket.destroy(new Error('no handshake in time')), HANDSHAKE_MS)
      connecting.add(socket)
      return undefined
    }
  }
  const agent = new Lines({ keepAlive: true, maxSockets: AT_ONCE, keepAliveMsecs: 10_000 })
  return {
    agent,
    retire() {
      Object.assign(agent, { keepAlive: false })
      for (const free of Object.values(agent.freeSockets)) for (const socket of free ?? []) socket.destroy()
    },
    close() {
      agent.destroy()
      for (const socket of connecting) socket.destroy()
    },
  }
}

type Connect = (to: { host: string; port: number }, done: (error: Error | null) => void) => net.Socket

const connectPlain: Connect = (to, done) => {
  const socket = net.connect({ ...to, noDelay: true })
  settleOnce(socket, 'connect', done, (error) => error)
  return socket
}

/**
 * Exactly this certificate, whether it signed itself or somebody else did: what else its issuer may have signed counts for nothing. Each
 * line makes a whole handshake; a resumed one would prove who had been there before.
 */
function connectTls(certificate: string): Connect {
  const pinned = readCertificate(certificate)?.fingerprint
  const context = tls.createSecureContext({
    ca: [certificate],
    minVersion: 'TLSv1.2',
    allowPartialTrustChain: true,
  })
  return (to, done) => {
    const socket = tls.connect({
      ...to,
      secureContext: context,
      rejectUnauthorized: true,
      checkServerIdentity: (_host, shown) =>
        fingerprintOf(shown.raw) === pinned ? undefined : new Error('another certificate'),
    })
    let isThere = false
    socket.setNoDelay(true)
    socket.once('connect', () => {
      isThere = true
    })
    settleOnce(socket, 'secureConnect', done, (error) => {
      const trouble = isThere ? troubleOf(error) : null
      return trouble === null
        ? error
        : new SiteUnavailable('whoever answers there is not the site', { cause: error, trouble })
    })
    return socket
  }
}

function settleOnce(
  socket: net.Socket,
  ready: 'connect' | 'secureConnect',
  done: (error: Error | null) => void,
  read: (error: Error) => Error,
): void {
  let isSettled = false
  const settle = (error: Error | null): void => {
    if (isSettled) return
    isSettled = true
    done(error)
  }
  socket.once(ready, () => settle(null))
  // Also an error that comes later, to a line that waits: it must not end the process.
  socket.on('error', (error) => settle(read(error)))
  socket.once('close', () => settle(new Error('the line was closed')))
}

/** A line that breaks in the middle of its handshake says nothing about who was there. */
function troubleOf(error: Error): SiteTrouble | null {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') return 'certificateExpired'
  if (error.message === 'another certificate' || /CERT|SELF_SIGNED|UNABLE_TO|ISSUER/.test(code))
    return 'certificateWrong'
  return code === 'ERR_SSL_WRONG_VERSION_NUMBER' ||
    code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG' ||
    code === 'EPROTO'
    ? 'certificateNone'
    : null
}
