import type { Health } from '@stowage/lsp/messages'
import { SiteUnavailable, type HealthReading, type LockGateway } from '../lock-gateway.ts'

const nobody = async (): Promise<never> => await Promise.reject(new SiteUnavailable('nobody is there'))

/** A gateway behind which there is no site, but for what a test says. */
export function gatewayOf(over: Partial<LockGateway> = {}): LockGateway {
  return {
    health: nobody,
    locks: nobody,
    command: nobody,
    commandResult: nobody,
    applyList: nobody,
    configure: nobody,
    carrierOf: async () => null,
    ...over,
  }
}

/** What a healthy site says of itself. */
export function healthOf(siteId: string, over: Partial<Health> = {}): Health {
  return {
    protocol: 'LSP/1',
    siteId,
    version: '1.0.0',
    time: new Date().toISOString(),
    uptimeS: 60,
    buses: [{ bus: 1, ok: true, lastPollAt: new Date().toISOString(), errorCount: 0 }],
    accessListVersion: 0,
    accessListValidUntil: null,
    lastSeq: 0,
    unsentEvents: 0,
    ...over,
  }
}

export function readingOf(siteId: string, over: Partial<Health> = {}): HealthReading {
  return { health: healthOf(siteId, over), carrier: 'direct', address: '192.0.2.77', skewMs: 0 }
}
