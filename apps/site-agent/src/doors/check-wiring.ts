import { busOf, controllerOf, outputOf } from '@stowage/lsp/messages'
import { BusDown, type Controller, type Probe } from '../drivers/bus.ts'
import type { DoorBus } from './create-doors.ts'
import type { DoorLock } from './door.ts'

export interface Wiring {
  readonly buses: readonly DoorBus[]
  readonly locks: readonly DoorLock[]
}

/**
 * Looks whether the boards are there, and have what the configuration file says of them. Moves nothing, and may be called while the
 * doors are read.
 * @returns what is wrong, a plain sentence each; nothing when all is well
 */
export async function checkWiring(wiring: Wiring): Promise<string[]> {
  const answered = await Promise.all(wiring.buses.map((bus) => checkBus(bus, wiring.locks)))
  return [...checkMap(wiring), ...answered.flat()]
}

/** What is wrong with the map in itself, before anybody is asked. */
export function checkMap({ buses, locks }: Wiring): string[] {
  return [
    ...repeated(locks),
    ...locks.flatMap((lock) => checkLock(lock, buses)),
    ...buses.flatMap(checkUnits),
  ]
}

function repeated(locks: readonly DoorLock[]): string[] {
  const ids = locks.map((lock) => lock.id)
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))].map(
    (id) => `Lock ${id} stands in the file more than once.`,
  )
}

function checkLock(lock: DoorLock, buses: readonly DoorBus[]): string[] {
  const bus = buses.find((entry) => entry.bus === busOf(lock.id))
  if (!bus) return [`Lock ${lock.id} hangs on bus ${busOf(lock.id)}, which is not in the file.`]
  const controller = bus.controllers.find((entry) => entry.no === controllerOf(lock.id))
  if (!controller)
    return [
      `Lock ${lock.id} hangs on controller ${controllerOf(lock.id)} of bus ${bus.bus}, which is not in the file.`,
    ]
  const found: string[] = []
  if (outputOf(lock.id) > controller.outputs)
    found.push(
      `Lock ${lock.id} wants output ${outputOf(lock.id)}; ${nameOf(bus, controller)} has ${controller.outputs} by the file.`,
    )
  else if (lock.hasContact !== false && outputOf(lock.id) > inputsOf(controller))
    found.push(
      `Lock ${lock.id} has no contact: ${nameOf(bus, controller)} has ${inputsOf(controller)} by the file. Set its "hasContact" to false.`,
    )
  const button = buttonOf(lock)
  if (button !== undefined && button > inputsOf(controller))
    found.push(
      `The exit button of lock ${lock.id} wants input ${button}; ${nameOf(bus, controller)} has ${inputsOf(controller)} by the file.`,
    )
  return found
}

/** Two controllers may be parts of one board, as long as they do not mean the same outputs. */
function checkUnits(bus: DoorBus): string[] {
  const found: string[] = []
  bus.controllers.forEach((one, index) => {
    for (const two of bus.controllers.slice(index + 1)) {
      if (one.no === two.no)
        found.push(`Controller ${one.no} of bus ${bus.bus} stands in the file more than once.`)
      else if (one.unitId === two.unitId && overlap(one, two))
        found.push(
          `Controllers ${one.no} and ${two.no} of bus ${bus.bus} are both unit ${one.unitId} and share outputs (from address ${one.coilBase} and ${two.coilBase} on).`,
        )
    }
  })
  return found
}

function overlap(one: Controller, two: Controller): boolean {
  return one.coilBase < two.coilBase + two.outputs && two.coilBase < one.coilBase + one.outputs
}

async function checkBus(bus: DoorBus, locks: readonly DoorLock[]): Promise<string[]> {
  const found: string[] = []
  for (const controller of bus.controllers) {
    const mine = locks.filter((lock) => busOf(lock.id) === bus.bus && controllerOf(lock.id) === controller.no)
    try {
      found.push(...judge(bus, controller, mine, await bus.driver.probe(controller)))
    } catch (error) {
      if (!(error instanceof BusDown)) throw error
      return [...found, `Bus ${bus.bus}: ${error.message}.`]
    }
  }
  return found
}

function judge(bus: DoorBus, controller: Controller, locks: readonly DoorLock[], probe: Probe): string[] {
  const name = nameOf(bus, controller)
  if (!probe.answers) return [`${capital(name)} does not answer: ${probe.reason}.`]
  const found = probe.notes.map((note) => `${capital(name)}: ${note}.`)
  const { outputs, inputs } = probe
  if (outputs === 0)
    found.push(
      `${capital(name)} has no output at address ${controller.coilBase} (illegal there, Modbus exception 2).`,
    )
  else if (outputs !== null)
    for (const { id } of locks)
      if (outputOf(id) > outputs)
        found.push(
          `${capital(name)} has ${outputs} outputs from address ${controller.coilBase} on; lock ${id} wants output ${outputOf(id)} (Modbus exception 2).`,
        )
  if (inputs === null) found.push(`${capital(name)} does not tell of contacts; set its "inputs" to 0.`)
  else if (inputs < inputsOf(controller))
    found.push(
      inputs === 0
        ? `${capital(name)} has no contact at address ${controller.inputBase} (illegal there, Modbus exception 2).`
        : `${capital(name)} has ${inputs} contacts from address ${controller.inputBase} on, and not ${inputsOf(controller)} (Modbus exception 2).`,
    )
  return found
}

const nameOf = (bus: DoorBus, controller: Controller): string =>
  `controller ${controller.no} of bus ${bus.bus} (unit ${controller.unitId})`
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const inputsOf = (controller: Controller): number => controller.inputs ?? controller.outputs
const buttonOf = (lock: DoorLock): number | undefined =>
  typeof lock.exit === 'object' ? lock.exit.input : undefined
