import { ControllerRefused, ControllerSilent, type Bus, type Controller, type Probe } from './bus.ts'
import { createModbusLine, type ModbusClient, type ModbusLine } from './modbus-line.ts'
import type { Parity } from './open-stream.ts'
import { createPulseEnds } from './pulse-ends.ts'
import { createTurns } from './turns.ts'

/** How a bus of Modbus is reached. */
export type ModbusTransport =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'rtu'; readonly path: string; readonly baudRate: number; readonly parity?: Parity }
  /** RTU frames through a converter that passes bytes on as they are. */
  | { readonly kind: 'rtu-over-tcp'; readonly host: string; readonly port: number }

export interface ModbusOptions {
  readonly transport: ModbusTransport
  /** How long a board may think about an answer; 300 ms when absent. */
  readonly answerMs?: number | undefined
  readonly connectMs?: number | undefined
  /** First pause after a connection that did not come about. */
  readonly againMs?: number | undefined
  /** Pause before the end of a pulse that did not get through is tried again. */
  readonly endAgainMs?: number | undefined
}

/** Where the timed pulses of a Waveshare board begin; the value counts 100 ms. */
const FLASH_BASE = 0x0200
const WRITE_COIL = 5
const ILLEGAL_FUNCTION = 1
const ILLEGAL_ADDRESS = 2

/** A bus of relay boards that speak Modbus. */
export function createModbusBus(options: ModbusOptions): Bus {
  const line = openLine(options)
  const turns = createTurns()
  const cleared = new Set<number>()

  const read = (controller: Controller, what: 'coils' | 'inputs', from: number, count: number) =>
    line.ask({
      unitId: controller.unitId,
      isUrgent: false,
      request: async (client) => {
        const { data } =
          what === 'coils'
            ? await client.readCoils(controller.coilBase + from, count)
            : await client.readDiscreteInputs(controller.inputBase + from, count)
        return data.slice(0, count)
      },
    })
  const switchOff = ({ unitId, coilBase }: Controller, output: number) =>
    line.ask({
      unitId,
      isUrgent: true,
      request: (client) => writeCoil(client, coilBase + output - 1, false),
    })
  const ends = createPulseEnds({
    end: (controller, output, isStillDue) =>
      turns.take(true, async () => {
        if (isStillDue()) await switchOff(controller, output)
      }),
    againMs: options.endAgainMs ?? 250,
  })

  /** A coil that an agent left on when it was killed would hold its lock open for good. */
  const clearOnce = async (controller: Controller): Promise<void> => {
    if (cleared.has(controller.no)) return
    for (const output of await outputsOn(controller))
      if (!ends.isRunning(controller, output)) await switchOff(controller, output)
    cleared.add(controller.no)
  }
  const outputsOn = async (controller: Controller): Promise<number[]> => {
    const all = Array.from({ length: controller.outputs }, (_, index) => index + 1)
    try {
      const coils = await read(controller, 'coils', 0, controller.outputs)
      return all.filter((output) => coils[output - 1])
    } catch (error) {
      // Its map is wrong or it does not tell: what it does not have cannot be on.
      if (error instanceof ControllerRefused) return error.code === ILLEGAL_FUNCTION ? all : []
      throw error
    }
  }

  /** Relays alone have nothing to tell, but that they are there. */
  const isThere = async (controller: Controller): Promise<boolean[]> => {
    await read(controller, 'coils', 0, 1).catch((error: unknown) => {
      if (!(error instanceof ControllerRefused)) throw error
    })
    return []
  }

  return {
    readContacts: (controller) =>
      turns.take(false, async () => {
        await clearOnce(controller)
        const inputs = controller.inputs ?? controller.outputs
        const contacts =
          inputs === 0 ? await isThere(controller) : await read(controller, 'inputs', 0, inputs)
        ends.answers(controller)
        return contacts
      }),
    pulse: (controller, output, ms, isStillWanted) =>
      turns.take(true, () =>
        line.ask({
          unitId: controller.unitId,
          isUrgent: true,
          isStillWanted,
          request: async (client) => {
            if (controller.pulse === 'flash') return await flash(client, controller, output, ms)
            // From here on it may be on, whatever comes back.
            ends.due(controller, output, ms)
            await writeCoil(client, controller.coilBase + output - 1, true)
            ends.due(controller, output, ms)
          },
        }),
      ),
    probe: (controller) => probe(controller, (...asked) => turns.take(false, () => read(...asked))),
    close: async () => {
      await ends.close()
      await turns.idle()
      await line.close()
    },
  }
}

async function writeCoil(client: ModbusClient, address: number, on: boolean): Promise<void> {
  const echo = await client.writeCoil(address, on)
  if (echo.address !== address || echo.state !== on) throw new Error('it echoed another order')
}

async function flash(
  client: ModbusClient,
  controller: Controller,
  output: number,
  ms: number,
): Promise<void> {
  const address = FLASH_BASE + controller.coilBase + output - 1
  const tenths = Math.max(1, Math.round(ms / 100))
  // The library writes only on and off by FC05; its way for functions it does not know carries any value.
  const echo: unknown = await client.customFunction(WRITE_COIL, [
    address >> 8,
    address & 0xff,
    tenths >> 8,
    tenths & 0xff,
  ])
  if (typeof echo !== 'object' || echo === null || !('address' in echo) || echo.address !== address)
    throw new Error('it echoed another order')
}

type Read = (
  controller: Controller,
  what: 'coils' | 'inputs',
  from: number,
  count: number,
) => Promise<boolean[]>

async function probe(controller: Controller, read: Read): Promise<Probe> {
  try {
    return {
      answers: true,
      outputs: await countOf(controller, 'coils', controller.outputs, read),
      inputs: await countOf(controller, 'inputs', controller.inputs ?? controller.outputs, read),
      notes: [],
    }
  } catch (error) {
    if (error instanceof ControllerSilent) return { answers: false, reason: error.message }
    throw error
  }
}

/** How many bits answer from the base on; boards refuse a range that goes beyond their end, so the end is found by halving. */
async function countOf(
  controller: Controller,
  what: 'coils' | 'inputs',
  wanted: number,
  read: Read,
): Promise<number | null> {
  if (wanted === 0) return 0
  const reaches = async (count: number): Promise<boolean | null> => {
    try {
      await read(controller, what, 0, count)
      return true
    } catch (error) {
      if (!(error instanceof ControllerRefused)) throw error
      return error.code === ILLEGAL_ADDRESS ? false : null
    }
  }
  const all = await reaches(wanted)
  if (all !== false) return all === null ? null : wanted
  let [has, hasNot] = [0, wanted]
  while (hasNot - has > 1) {
    const middle = (has + hasNot) >> 1
    if (await reaches(middle)) has = middle
    else hasNot = middle
  }
  return has
}

function openLine({ transport, ...options }: ModbusOptions): ModbusLine {
  return createModbusLine({
    transport:
      transport.kind === 'tcp'
        ? transport
        : {
            kind: 'rtu',
            stream:
              transport.kind === 'rtu' ? { ...transport, kind: 'serial' } : { ...transport, kind: 'tcp' },
          },
    connectMs: options.connectMs ?? 2000,
    answerMs: options.answerMs ?? 300,
    againMs: options.againMs ?? 250,
  })
}
