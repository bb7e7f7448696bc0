import modbus from 'modbus-serial'
import { BusDown, ControllerRefused, ControllerSilent } from './bus.ts'

/** The library's client; it exports its class in two ways, of which types know one. */
export type ModbusClient = InstanceType<typeof modbus.default>

/** One connection to a bus, made anew whenever it is needed. Not for two requests at once: `turns.ts` sees to that. */
export interface ModbusLine {
  /**
   * One request and its answer; connects first where there is no connection.
   * @param isUrgent tries to connect even when it has just failed
   * @throws BusDown, ControllerSilent, ControllerRefused
   */
  ask<T>(unitId: number, isUrgent: boolean, request: (client: ModbusClient) => Promise<T>): Promise<T>
  close(): void
}

export interface ModbusLineOptions {
  /** Opens a fresh client, or throws. */
  readonly connect: () => Promise<ModbusClient>
  /** For people: `10.0.0.5:502`. */
  readonly where: string
  readonly answerMs: number
  /** A request that went wrong costs the connection: the bytes of a late or broken answer go with it. */
  readonly dropsOnError: boolean
  /** First pause after a connection that did not come about; doubles up to twenty times of it. */
  readonly againMs: number
}

/** A gateway answers in a controller's stead: it cannot reach it (10), or got nothing from it (11). */
const GATEWAY_CODES = [10, 11]
/** A line whose every request fails is made anew, whatever kind it is. */
const DEAD_AFTER = 10

export function createModbusLine(options: ModbusLineOptions): ModbusLine {
  let client: ModbusClient | undefined
  let failures = 0
  let refusedConnections = 0
  let notBefore = 0
  let lastReason = 'not tried yet'
  let isClosed = false

  const drop = (): void => {
    const dropped = client
    client = undefined
    failures = 0
    dropped?.destroy(() => undefined)
  }

  const connected = async (isUrgent: boolean): Promise<ModbusClient> => {
    if (isClosed) throw new BusDown(`${options.where} is closed`)
    if (client?.isOpen) return client
    drop()
    if (!isUrgent && performance.now() < notBefore) throw new BusDown(lastReason)
    try {
      client = await options.connect()
      client.setTimeout(options.answerMs)
      refusedConnections = 0
      return client
    } catch (error) {
      lastReason = `nothing answers at ${options.where} (${reasonOf(error)})`
      notBefore = performance.now() + options.againMs * Math.min(2 ** refusedConnections++, 20)
      throw new BusDown(lastReason, { cause: error })
    }
  }

  return {
    ask: async (unitId, isUrgent, request) => {
      const speaking = await connected(isUrgent)
      speaking.setID(unitId)
      try {
        const answer = await unlessItCloses(speaking, request)
        failures = 0
        return answer
      } catch (error) {
        const refused = refusalOf(error)
        if (refused !== undefined && !GATEWAY_CODES.includes(refused)) {
          failures = 0
          throw new ControllerRefused(refused, `unit ${unitId} refuses: ${reasonOf(error)}`, { cause: error })
        }
        if (refused === undefined && (options.dropsOnError || ++failures >= DEAD_AFTER)) drop()
        throw new ControllerSilent(`unit ${unitId} at ${options.where}: ${reasonOf(error)}`, { cause: error })
      }
    },
    close: () => {
      isClosed = true
      drop()
    },
  }
}

/** The library waits out its time even when the connection is long gone. */
async function unlessItCloses<T>(
  client: ModbusClient,
  request: (client: ModbusClient) => Promise<T>,
): Promise<T> {
  const { promise: closed, reject } = Promise.withResolvers<never>()
  lost.set(client, reject)
  try {
    return await Promise.race([request(client), closed])
  } finally {
    lost.delete(client)
  }
}

/** Who waits on a connection for an answer, to be told when it closes. */
const lost = new WeakMap<ModbusClient, (reason: Error) => void>()

/** Makes a client whose closing and errors are heard; the library throws where nobody listens. */
export function newClient(port?: unknown): ModbusClient {
  const client = new modbus.default(port)
  client.on('close', () => lost.get(client)?.(new Error('the connection closed before an answer')))
  client.on('error', (error) => lost.get(client)?.(error instanceof Error ? error : new Error(String(error))))
  return client
}

function refusalOf(error: unknown): number | undefined {
  return typeof error === 'object' &&
    error !== null &&
    'modbusCode' in error &&
    typeof error.modbusCode === 'number'
    ? error.modbusCode
    : undefined
}

function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'message' in error && typeof error.message === 'string' ? error.message : 'no reason given'
}
