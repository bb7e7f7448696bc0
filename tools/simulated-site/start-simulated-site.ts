import fs from 'node:fs'
import path from 'node:path'
import type { DoorView, SiteFaultName } from '@stowage/api/simulators'
import type { LockConfig, RunningSite, SiteControl, SiteSetup, SiteWhere } from '@stowage/simulators'
import { startLockHardware, type LockHardware } from '@stowage/simulators/hardware/start-lock-hardware'
import { checkConfig } from '@stowage/site-agent/config'
import { startAgent, type Agent } from '@stowage/site-agent/start-agent'
import { busOf, controllerOf } from '@stowage/lsp/messages'
import { startFaultyLine, type FaultyLine } from './faulty-line.ts'
import { configFor, wireUp } from './site-config.ts'

const CLOCK_FAULT_MS = 5 * 60_000
const CLOSE_AFTER_S = 20

/**
 * A warehouse in one process: the real agent over simulated lock hardware on real sockets, with a line to the product that can be
 * broken on purpose. What it remembers lies in `stateDir`, so that it goes on after a restart.
 */
export async function startSimulatedSite(site: SiteSetup, where: SiteWhere): Promise<RunningSite> {
  const closing = new AsyncDisposableStack()
  try {
    const hardware = await startLockHardware({
      ...wireUp(site.locks),
      closeAfterMs: (where.closeAfterSeconds ?? CLOSE_AFTER_S) * 1000,
    })
    closing.defer(async () => await hardware.close())
    const stateDir = path.join(where.stateDir, `agent-${site.siteId}`)
    fs.mkdirSync(stateDir, { recursive: true })
    const outward = await startFaultyLine(where.product, { host: '127.0.0.1', port: 0 })
    closing.defer(async () => await outward.close())
    const drift = { ms: 0 }
    const config = checkConfig(
      configFor(wireUp(site.locks), site.locks, {
        server: `http://127.0.0.1:${outward.port}`,
        name: site.name,
        host: '127.0.0.1',
        port: 0,
        stateDir,
        lan: { host: where.host, port: 0 },
        portOf: (bus) => hardware.port(bus),
      }),
    )
    const agent = await startAgent(config, {
      keys: {
        siteId: site.siteId,
        serverPublicKey: site.serverPublicKey ?? '',
        keys: [{ keyId: site.keyId, secret: site.secret }],
      },
      wall: () => Date.now() + drift.ms,
    })
    closing.defer(async () => await agent.close())
    const inward = await startFaultyLine(`http://127.0.0.1:${agent.directPort ?? 0}`, where)
    closing.defer(async () => await inward.close())
    return {
      name: site.name ?? site.siteId,
      host: inward.host,
      port: inward.port,
      lanUrl: agent.lanPort === undefined ? undefined : `http://${where.host}:${agent.lanPort}/`,
      control: createControl({ site, hardware, agent, inward, outward, drift, stateDir }),
      close: async () => await closing.disposeAsync(),
    }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

interface Parts {
  readonly site: SiteSetup
  readonly hardware: LockHardware
  readonly agent: Agent
  /** From the product to the site, and from the site to the product. */
  readonly inward: FaultyLine
  readonly outward: FaultyLine
  readonly drift: { ms: number }
  readonly stateDir: string
}

function createControl({ site, hardware, agent, inward, outward, drift, stateDir }: Parts): SiteControl {
  const { control: steel } = hardware
  let fault: SiteFaultName = 'none'
  let closeAfter = CLOSE_AFTER_S
  const viewOf = (lock: LockConfig): DoorView => {
    const { position, staysOpen, jammed, pulses } = steel.door(lock.id)
    const seen = agent.doors.get(lock.id)
    return {
      ...lock,
      position,
      staysOpen,
      jammed,
      pulses,
      state: seen?.state ?? 'unknown',
      online: seen?.online ?? false,
      since: (seen?.since ?? new Date()).toISOString(),
    }
  }
  const lockOf = (id: string): LockConfig => {
    const lock = site.locks.find((entry) => entry.id === id)
    if (!lock) throw new Error(`no lock ${id}`)
    return lock
  }
  const controllerIds = [...new Set(site.locks.map(({ id }) => id.slice(0, 4)))]
  const setController = (id: string, state: 'online' | 'offline'): void =>
    steel.setControllerDead(busOf(id), controllerOf(id), state !== 'online')
  const maintenance = path.join(stateDir, 'maintenance')

  return {
    doors: () => site.locks.map(viewOf),
    door: (id) => viewOf(lockOf(id)),
    openDoor: (id) => steel.openDoor(lockOf(id).id),
    closeDoor: (id) => steel.closeDoor(lockOf(id).id),
    forceOpen: (id) => steel.forceOpen(lockOf(id).id),
    setStaysOpen: (id, stays) => steel.setStaysOpen(lockOf(id).id, stays),
    setJammed: (id, jammed) => steel.setJammed(lockOf(id).id, jammed),
    setCloseAfterSeconds: (seconds) => {
      closeAfter = seconds
      steel.setCloseAfterMs(seconds * 1000)
    },
    closeAfterSeconds: () => closeAfter,
    setController,
    controllers: () => {
      const dead = new Set(
        steel
          .buses()
          .flatMap(({ bus, controllers }) =>
            controllers.flatMap(({ no, isDead }) => (isDead ? `${bus}:${no}` : [])),
          ),
      )
      return controllerIds.map((id) => ({
        id,
        state: dead.has(`${busOf(id)}:${controllerOf(id)}`) ? 'offline' : 'online',
      }))
    },
    fault: () => fault,
    setFault: async (wanted, slowMs) => {
      fault = wanted
      Object.assign(inward.faults, {
        isCut: wanted === 'down' || wanted === 'offline',
        slowMs: wanted === 'slow' ? slowMs : 0,
        losesAnswers: wanted === 'loseAnswer',
        garbage: wanted === 'garbage',
        wrongSignature: wanted === 'wrongSignature',
      })
      outward.faults.isCut = wanted === 'offline'
      inward.apply()
      outward.apply()
      drift.ms = wanted === 'clock' ? CLOCK_FAULT_MS : 0
      if (wanted === 'maintenance') fs.writeFileSync(maintenance, '')
      else fs.rmSync(maintenance, { force: true })
      for (const { bus } of steel.buses()) await steel.setBusDown(bus, wanted === 'cable')
      if (wanted === 'none') for (const id of controllerIds) setController(id, 'online')
    },
    events: (count) => agent.journal.after(Math.max(0, agent.journal.lastSeq() - count), count),
    unsentEvents: () => agent.journal.unsentCount(),
    boxesWithPin: () => agent.boxesWithPin(),
  }
}
