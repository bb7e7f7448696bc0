import net from 'node:net'
import type { SerialPort } from 'serialport'

/** How the bytes of a serial line are reached: by a port of this machine, or by a converter in the network. */
export type StreamTransport =
  | SerialTransport
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
interface SerialTransport {
  readonly kind: 'serial'
  readonly path: string
  readonly baudRate: number
  readonly parity?: Parity
}
export type Parity = 'none' | 'even' | 'odd'

/** Bytes in, bytes out. */
export type LineStream = net.Socket | SerialPort

/** For people. */
export function whereOf(transport: StreamTransport): string {
  return transport.kind === 'serial' ? transport.path : `${transport.host}:${transport.port}`
}

/** @throws what the system says of it, within `connectMs` */
export async function openStream(transport: StreamTransport, connectMs: number): Promise<LineStream> {
  const { promise: isOpen, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error(`not open within ${connectMs} ms`)), connectMs)
  const sleepAgain = keepAwake(transport)
  const stream = transport.kind === 'tcp' ? connect(transport) : await openSerial(transport)
  stream.once(stream instanceof net.Socket ? 'connect' : 'open', resolve)
  stream.once('error', reject)
  // Later ones end it: whoever waits for an answer hears of its closing.
  stream.on('error', () => void closeStream(stream))
  try {
    await isOpen
    return stream
  } catch (error) {
    await closeStream(stream)
    throw error
  } finally {
    clearTimeout(timer)
    sleepAgain()
  }
}

/** Resolves when the port may be opened again: it is locked as long as it is open, and destroying it does not close it. */
export async function closeStream(stream: LineStream): Promise<void> {
  if (!(stream instanceof net.Socket) && stream.isOpen) {
    const { promise: isClosed, resolve } = Promise.withResolvers<void>()
    const timer = setInterval(() => undefined, AWAKE_MS)
    stream.close(() => resolve())
    await isClosed
    clearInterval(timer)
  }
  if (stream instanceof net.Socket) endNow(stream)
  else stream.destroy()
}

/**
 * Without what it has not got rid of yet. A socket that is merely closed goes on telling that to a network that has gone away, for a
 * minute and longer: a pulse would open its lock long after everybody has left, and behind the order that was to end it.
 */
function endNow(socket: net.Socket): void {
  if (socket.connecting || socket.destroyed) socket.destroy()
  else socket.resetAndDestroy()
}

function connect({ host, port }: { host: string; port: number }): net.Socket {
  return net.connect({ host, port, noDelay: true })
}

/** Its native part is there for most machines and not for all; who has no serial port does without it. */
async function openSerial(transport: SerialTransport): Promise<SerialPort> {
  const serial = await import('serialport')
  const { path, baudRate, parity = 'none' } = transport
  return new serial.SerialPort({ path, baudRate, dataBits: 8, stopBits: 1, parity })
}

export function isStreamOpen(stream: LineStream): boolean {
  return stream instanceof net.Socket ? !stream.destroyed && stream.writable : stream.isOpen
}

/**
 * How long a line must be quiet between two frames: three and a half characters, and a little for the timer. A converter does not
 * say how fast its line is; it is taken for a slow one.
 */
export function gapMsOf(transport: StreamTransport): number {
  const baudRate = transport.kind === 'serial' ? transport.baudRate : 9600
  return Math.max(2, Math.ceil((3.5 * 11 * 1000) / baudRate) + 1)
}

const AWAKE_MS = 2

/**
 * For as long as an answer is awaited. The native part of the serial port calls back in a way after which Node 26 does not go on
 * with what was promised before something else happens; without this, each answer would be seen with the next timer, too late.
 * @returns ends it
 */
export function keepAwake(transport: StreamTransport): () => void {
  if (transport.kind !== 'serial') return () => undefined
  const timer = setInterval(() => undefined, AWAKE_MS)
  return () => clearInterval(timer)
}
