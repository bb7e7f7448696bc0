import { CertificateKnown } from '@stowage/lsp/certificate'
import { said, type Log } from '../log.ts'
import { callServer, Refused, type CallTarget } from './signed-call.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

export interface CertificateTeller {
  /** The server is there again, or the certificate is another one: it is told anew. */
  kick(): void
  close(): Promise<void>
}

export interface TellerParts {
  readonly target: CallTarget
  readonly certificate: () => { readonly told: string; readonly fingerprint: string }
  /** A server that has lost what it knew of us does not call, and is never "there again": it is told again and again while it is away. */
  readonly isAway: () => boolean
  /** The server does not believe the key: it may be another one by now. */
  readonly onRefused: () => void
  readonly log: Log
  readonly firstPauseMs?: number
}

/** Tells the server by what this site is called: at the start, and whenever the server has come back, until it says that it knows. */
export function tellCertificate(parts: TellerParts): CertificateTeller {
  const { target, certificate, isAway, onRefused, log, firstPauseMs = FIRST_PAUSE_MS } = parts
  const ended = new AbortController()
  let failures = 0
  let again: NodeJS.Timeout | undefined
  let isDue = true
  let current: Promise<void> | undefined

  const tellOnce = async (): Promise<void> => {
    const { told, fingerprint } = certificate()
    isDue = false
    try {
      const call = { method: 'PUT', path: 'certificate', body: { certificate: told } } as const
      const known = CertificateKnown.parse(await callServer(target, call, ended.signal))
      if (known.fingerprint !== fingerprint) throw new Error('the server knows another certificate')
      if (failures > 0) log.info('the server knows the certificate of this site')
      failures = 0
    } catch (error) {
      if (ended.signal.aborted) return
      isDue = true
      failures += 1
      if (error instanceof Refused && error.status === 401) onRefused()
      if (failures === 1) log.warn('the server could not be told the certificate', { reason: said(error) })
    }
  }
  const pauseMs = (): number =>
    failures === 0
      ? LONGEST_PAUSE_MS
      : Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS)
  const run = (): void => {
    clearTimeout(again)
    current ??= tellOnce().finally(() => {
      current = undefined
      if (ended.signal.aborted) return
      // Told while it was being told: once more, for it may be another one.
      if (isDue && failures === 0) return run()
      again = setTimeout(look, pauseMs() * (0.75 + Math.random() / 2)).unref()
    })
  }
  const look = (): void => {
    if (isDue || isAway()) return run()
    again = setTimeout(look, LONGEST_PAUSE_MS).unref()
  }
  run()
  return {
    kick() {
      isDue = true
      failures = 0
      run()
    },
    async close() {
      ended.abort()
      clearTimeout(again)
      await current
    },
  }
}
