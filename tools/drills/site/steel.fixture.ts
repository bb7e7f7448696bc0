import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { LockConfig } from '@stowage/simulators'
import { startLockHardware, type LockHardware } from '@stowage/simulators/hardware/start-lock-hardware'
import { checkConfig, type SiteConfig } from '@stowage/site-agent/config'
import { configFor, wireUp } from '../../simulated-site/site-config.ts'

/** Simulated lock hardware of a site, a folder for its agent, and the configuration that fits both. */
export interface Steel {
  readonly hardware: LockHardware
  readonly stateDir: string
  /** With `tls` the direct way proves itself as over a real network, by a certificate of the site's own making. */
  config(about: {
    readonly server: string
    readonly carrier: 'direct' | 'tunnel'
    readonly tls?: boolean
  }): SiteConfig
  pulses(lockId: string): number
  close(): Promise<void>
}

export async function openSteel(
  locks: readonly LockConfig[],
  { openAfterMs = 0 }: { readonly openAfterMs?: number } = {},
): Promise<Steel> {
  const wiring = wireUp(locks)
  const hardware = await startLockHardware({ ...wiring, closeAfterMs: 60_000, openAfterMs })
  const stateDir = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-site-'))
  return {
    hardware,
    stateDir,
    config: ({ server, carrier, tls = false }) => {
      const where = { server, host: '127.0.0.1', port: 0, stateDir, portOf: hardware.port }
      const { listen, ...config } = checkConfig(configFor(wiring, locks, where))
      return {
        ...config,
        carrier,
        pollMs: 60,
        pulseMs: 100,
        ...(carrier === 'direct' && listen
          ? { listen: { ...listen, ...(tls ? { tls: 'own' as const } : {}) } }
          : {}),
      }
    },
    pulses: (lockId) => hardware.control.door(lockId).pulses,
    async close() {
      await hardware.close()
      fs.rmSync(stateDir, { recursive: true, force: true })
    },
  }
}
