import net from 'node:net'
import modbus from 'modbus-serial'
import { ControllerRefused, ControllerSilent, TooLate } from './bus.ts'
import { createConnection, reasonOf } from './connection.ts'
import { closeStream, gapMsOf, keepAwake, openStream, whereOf, type StreamTransport } from './open-stream.ts'
import { createQuiet } from './quiet.ts'
import { createRtuPort } from './rtu-port.ts'

/** The library's client; it exports its class in two ways, of which types know one. */
export type ModbusClient = InstanceType<typeof modbus.default>

/** One connection to a bus of Modbus. Not for two requests at once: `turns.ts` sees to that. */
export interface ModbusLine {
  /**
   * One request and its answer; connects first where there is no connection.
   * @throws TooLate, BusDown, ControllerSilent, ControllerRefused
   */
  ask<T>(asked: ModbusAsk<T>): Promise<T>
  close(): Promise<void>
}

export interface ModbusAsk<T> {
  readonly unitId: number
  readonly isUrgent: boolean
  readonly isStillWanted?: (() => boolean) | undefined
  readonly request: (client: ModbusClient) => Promise<T>
}

export interface ModbusLineOptions {
  /** Modbus TCP, or RTU frames on a stream. */
  readonly transport:
    | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
    | { readonly kind: 'rtu'; readonly stream: StreamTransport }
  readonly connectMs: number
  readonly answerMs: number
  readonly againMs: number
}

/** A gateway answers in a controller's stead: it cannot reach it (10), or got nothing from it (11). */
const GATEWAY_CODES = [10, 11]
/** A serial line on which nothing at all succeeds is opened anew; its converter may have lost its mind. */
const DEAD_AFTER = 3
const SETTLE_MS = 30

export function createModbusLine({ transport, ...options }: ModbusLineOptions): ModbusLine {
  const isTcp = transport.kind === 'tcp'
  const where = isTcp ? `${transport.host}:${transport.port}` : whereOf(transport.stream)
  const quiet = isTcp ? createQuiet(0, 0) : createQuiet(gapMsOf(transport.stream), SETTLE_MS)
  let failures = 0
  const connection = createConnection({
    open: async () => {
      const opened = isTcp
        ? await connectTcp(transport.host, transport.port, options.connectMs)
        : await connectRtu(transport.stream, options.connectMs)
      opened.client.setTimeout(options.answerMs)
      failures = 0
      return opened
    },
    isOpen: ({ client }) => client.isOpen,
    destroy: ({ destroy }) => destroy(),
    where,
    againMs: options.againMs,
  })

  return {
    ask: async ({ unitId, isUrgent, isStillWanted, request }) => {
      await quiet.kept()
      const { client } = await connection.get(isUrgent)
      if (isStillWanted?.() === false) throw new TooLate()
      client.setID(unitId)
      const sleepAgain = isTcp ? undefined : keepAwake(transport.stream)
      try {
        const answer = await unlessItCloses(client, request)
        failures = 0
        quiet.ended(true)
        return answer
      } catch (error) {
        const code = refusalOf(error)
        quiet.ended(code !== undefined)
        if (code !== undefined && !GATEWAY_CODES.includes(code)) {
          failures = 0
          throw new ControllerRefused(code, `unit ${unitId} refuses: ${reasonOf(error)}`, { cause: error })
        }
        // The bytes of a late or broken answer go with the connection; a serial line settles instead.
        if (code === undefined && (isTcp || ++failures >= DEAD_AFTER)) connection.drop()
        throw new ControllerSilent(`unit ${unitId} at ${where}: ${reasonOf(error)}`, { cause: error })
      } finally {
        sleepAgain?.()
      }
    },
    close: () => connection.close(),
  }
}

/** The library waits out its time even when the connection is long gone. */
async function unlessItCloses<T>(
  client: ModbusClient,
  request: (client: ModbusClient) => Promise<T>,
): Promise<T> {
  const { promise: closed, reject } = Promise.withResolvers<never>()
  waiting.set(client, reject)
  try {
    return await Promise.race([request(client), closed])
  } finally {
    waiting.delete(client)
  }
}

/** Who waits on a connection for an answer, to be told when it closes. */
const waiting = new WeakMap<ModbusClient, (reason: Error) => void>()

/** Makes a client whose closing and errors are heard; an error that nobody hears would end the agent. */
function newClient(port?: unknown): ModbusClient {
  const client = new modbus.default(port)
  client.on('close', () => waiting.get(client)?.(new Error('the connection closed before an answer')))
  client.on('error', (error) => waiting.get(client)?.(new Error(reasonOf(error))))
  return client
}

interface Opened {
  readonly client: ModbusClient
  destroy(): Promise<void>
}

async function connectTcp(host: string, port: number, connectMs: number): Promise<Opened> {
  const stream = await openStream({ kind: 'tcp', host, port }, connectMs)
  const client = newClient()
  const destroy = async (): Promise<void> => {
    await closeStream(stream)
    await destroyed(client)
  }
  try {
    await client.connectTCP(host, { port, ...(stream instanceof net.Socket ? { socket: stream } : {}) })
    return { client, destroy }
  } catch (error) {
    await destroy()
    throw error
  }
}

async function connectRtu(transport: StreamTransport, connectMs: number): Promise<Opened> {
  const stream = await openStream(transport, connectMs)
  const client = newClient(createRtuPort(stream))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client.open((error: Error | null) => (error ? reject(error) : resolve()))
  await promise
  return { client, destroy: () => closeStream(stream) }
}

function destroyed(client: ModbusClient): Promise<void> {
  return new Promise((resolve) => client.destroy(resolve))
}

function refusalOf(error: unknown): number | undefined {
  return typeof error === 'object' &&
    error !== null &&
    'modbusCode' in error &&
    typeof error.modbusCode === 'number'
    ? error.modbusCode
    : undefined
}
