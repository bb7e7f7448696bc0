import { busOf, controllerOf, outputOf } from '@stowage/lsp/messages'
import { BusDown, type Controller, type Probe } from '../drivers/bus.ts'
import type { DoorBus } from './create-doors.ts'
import { exitsOnDoorContacts } from './exit-contacts.ts'
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
  const found = await Promise.all(wiring.buses.map((bus) => checkBus(bus, wiring.locks)))
  return [...exitsOnDoorContacts(wiring.locks), ...found.flat()]
}

async function checkBus(bus: DoorBus, locks: readonly DoorLock[]): Promise<string[]> {
  const found: string[] = []
  for (const controller of bus.controllers) {
    const mine = locks.filter((lock) => busOf(lock.id) === bus.bus && controllerOf(lock.id) === controller.no)
    try {
      const faults = judge(bus, controller, mine, await bus.driver.probe(controller))
      found.push(...faults, ...(faults.length === 0 ? await pressedNow(bus, controller, mine) : []))
    } catch (error) {
      if (!(error instanceof BusDown)) throw error
      return [...found, `Bus ${bus.bus}: ${error.message}.`]
    }
  }
  return found
}

/** A button that says "pressed" while it is checked is wired the other way round, or stuck. */
async function pressedNow(
  { driver }: DoorBus,
  controller: Controller,
  locks: readonly DoorLock[],
): Promise<string[]> {
  const buttons = locks.flatMap(({ id, name, exit }) =>
    typeof exit === 'object' ? [{ id, name, exit }] : [],
  )
  if (buttons.length === 0) return []
  const contacts = await driver.readContacts(controller)
  return buttons
    .filter(({ exit }) => contacts[exit.input - 1] !== (exit.inverted ?? false))
    .map(
      ({ id, name, exit }) =>
        `Lock ${id} (${name}): its exit button on contact ${exit.input} says "pressed" now. With nobody at it, set "inverted" of its exit to ${exit.inverted === true ? 'false' : 'true'}, or look at its wires.`,
    )
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
  if (inputs === null)
    found.push(`${capital(name)} does not tell of contacts; its locks need "hasContact": false.`)
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
