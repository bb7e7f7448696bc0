import type { BoardOptions, HardwareBus } from '@stowage/simulators/hardware/start-lock-hardware'
import type { LockConfig } from '@stowage/simulators'
import { busOf, controllerOf, outputOf } from '@stowage/lsp/messages'

/** The wiring of a warehouse: a board per controller, with a contact and a button for each door. */
export interface Wiring {
  readonly buses: readonly HardwareBus[]
}

/** Wires these locks as an electrician would: bus X, board YY at unit YY, output ZZ; the button of output ZZ on input boards + ZZ. */
export function wireUp(locks: readonly LockConfig[]): Wiring {
  const boards = new Map<string, { bus: number; no: number; outputs: number }>()
  for (const { id } of locks) {
    const [bus, no] = [busOf(id), controllerOf(id)]
    const known = boards.get(`${bus}:${no}`) ?? { bus, no, outputs: 0 }
    known.outputs = Math.max(known.outputs, outputOf(id))
    boards.set(`${bus}:${no}`, known)
  }
  const byBus = Map.groupBy(boards.values(), ({ bus }) => bus)
  return {
    buses: [...byBus].map(([bus, list]) => ({
      bus,
      protocol: 'modbus-tcp',
      boards: list.map(({ no, outputs }): BoardOptions => ({
        no,
        unitId: no,
        outputs,
        exits: Object.fromEntries(
          Array.from({ length: outputs }, (_, index) => [index + 1, outputs + index + 1]),
        ),
      })),
    })),
  }
}

/** The configuration file of the agent for this wiring. */
export function configFor(
  { buses }: Wiring,
  locks: readonly LockConfig[],
  about: {
    readonly server: string
    readonly name?: string | undefined
    readonly host: string
    readonly port: number
    readonly stateDir: string
    readonly lan?: { readonly host: string; readonly port: number } | undefined
    readonly portOf: (bus: number) => number
  },
): unknown {
  const outputsOf = (id: string): number =>
    buses.find(({ bus }) => bus === busOf(id))?.boards.find(({ no }) => no === controllerOf(id))?.outputs ?? 0
  return {
    server: about.server,
    ...(about.name === undefined ? {} : { name: about.name }),
    carrier: 'direct',
    listen: { host: about.host, port: about.port },
    ...(about.lan ? { lan: about.lan } : {}),
    stateDir: about.stateDir,
    buses: buses.map(({ bus }) => ({
      bus,
      protocol: 'modbus',
      transport: { kind: 'tcp', host: '127.0.0.1', port: about.portOf(bus) },
    })),
    controllers: buses.flatMap(({ bus, boards }) =>
      boards.map(({ no, unitId, outputs }) => ({ bus, no, unitId, outputs, inputs: outputs * 2 })),
    ),
    locks: locks.map(({ id, kind, name }) => ({
      id,
      kind,
      name,
      exit: { input: outputsOf(id) + outputOf(id) },
    })),
    // Eight houses in one process: a door is seen within the second that the protocol allows.
    pollMs: 700,
  }
}
