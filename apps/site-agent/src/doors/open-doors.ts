import type { SiteConfig } from '../config.ts'
import type { Bus, Controller } from '../drivers/bus.ts'
import { createModbusBus } from '../drivers/modbus.ts'
import { createDoors, type DoorBus } from './create-doors.ts'
import type { DoorMemory, DoorNews, Doors } from './door.ts'

export interface OpenDoorsParts {
  readonly config: SiteConfig
  readonly now: () => Date
  readonly tell: (news: DoorNews) => void
  readonly stored: readonly DoorMemory[]
}

/** The doors of a configuration, over the lines that it names. */
export function openDoors({ config, now, tell, stored }: OpenDoorsParts): Doors {
  return createDoors({
    buses: busesOf(config),
    locks: config.locks,
    now,
    tell,
    stored,
    times: { leftOpenMs: config.leftOpenMinutes * 60_000 },
  })
}

/** The lines of a configuration with what hangs on each. */
export function busesOf(config: SiteConfig): DoorBus[] {
  return config.buses.map((bus) => ({
    bus: bus.bus,
    driver: driverOf(bus),
    pollMs: bus.pollMs ?? config.pollMs,
    controllers: config.controllers
      .filter((board) => board.bus === bus.bus)
      .map((board) => controllerOf(board, config)),
  }))
}

function driverOf({ transport }: SiteConfig['buses'][number]): Bus {
  if (transport.kind !== 'tcp') throw new Error(`no driver for ${transport.kind} yet`)
  return createModbusBus({ transport })
}

function controllerOf(board: SiteConfig['controllers'][number], config: SiteConfig): Controller {
  return { ...board, pulseMs: board.pulseMs ?? config.pulseMs }
}
