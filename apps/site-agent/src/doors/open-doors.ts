import { busOf, controllerOf } from '@stowage/lsp/messages'
import type { SiteConfig } from '../config.ts'
import type { Controller } from '../drivers/bus.ts'
import { openBus } from '../drivers/open-bus.ts'
import { createDoors, type DoorBus } from './create-doors.ts'
import type { DoorMemory, DoorNews, Doors, DoorTimes } from './door.ts'

export interface OpenDoorsParts {
  readonly config: SiteConfig
  readonly now: () => Date
  readonly tell: (news: DoorNews) => void
  readonly stored: readonly DoorMemory[]
  /** Other than the usual ones. */
  readonly times?: Partial<DoorTimes>
}

/** The doors of a configuration, over the lines that it names. */
export function openDoors({ config, now, tell, stored, times }: OpenDoorsParts): Doors {
  return createDoors({
    buses: busesOf(config),
    locks: config.locks,
    now,
    tell,
    stored,
    times: { leftOpenMs: config.leftOpenMinutes * 60_000, ...times },
  })
}

/** The lines of a configuration with what hangs on each. */
export function busesOf(config: SiteConfig): DoorBus[] {
  return config.buses.map((bus) => ({
    bus: bus.bus,
    driver: openBus(bus),
    pollMs: bus.pollMs ?? config.pollMs,
    controllers: config.controllers
      .filter((board) => board.bus === bus.bus)
      .map((board) => boardOf(board, config)),
  }))
}

function boardOf(board: SiteConfig['controllers'][number], config: SiteConfig): Controller {
  const hasContacts = config.locks.some(
    (lock) => lock.hasContact && busOf(lock.id) === board.bus && controllerOf(lock.id) === board.no,
  )
  return {
    ...board,
    pulseMs: board.pulseMs ?? config.pulseMs,
    // Relays alone have no contacts to be asked for.
    inputs: board.inputs ?? (hasContacts ? undefined : 0),
  }
}
