import net from 'node:net'
import type { Duplex } from 'node:stream'

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

/** For people. */
export function whereOf(transport: StreamTransport): string {
  return transport.kind === 'serial' ? transport.path : `${transport.host}:${transport.port}`
}

/** @throws what the system says of it, within `connectMs` */
export async function openStream(transport: StreamTransport, connectMs: number): Promise<Duplex> {
  const { promise: isOpen, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error(`not open within ${connectMs} ms`)), connectMs)
  const stream = transport.kind === 'tcp' ? connect(transport, resolve) : await openSerial(transport, resolve)
  stream.once('error', reject)
  try {
    await isOpen
    // Later ones end it: whoever waits for an answer hears of its closing.
    stream.on('error', () => stream.destroy())
    return stream
  } catch (error) {
    stream.on('error', () => undefined)
    stream.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function connect({ host, port }: { host: string; port: number }, isOpen: () => void): Duplex {
  return net.connect({ host, port, noDelay: true }).once('connect', isOpen)
}

/** Its native part is there for most machines and not for all; who has no serial port does without it. */
async function openSerial(transport: SerialTransport, isOpen: () => void): Promise<Duplex> {
  const { SerialPort } = await import('serialport')
  const { path, baudRate, parity = 'none' } = transport
  return new SerialPort({ path, baudRate, dataBits: 8, stopBits: 1, parity }).once('open', isOpen)
}

/**
 * How long a line must be quiet between two frames: three and a half characters, and a little for the timer. A converter does not
 * say how fast its line is; it is taken for a slow one.
 */
export function gapMsOf(transport: StreamTransport): number {
  const baudRate = transport.kind === 'serial' ? transport.baudRate : 9600
  return Math.max(2, Math.ceil((3.5 * 11 * 1000) / baudRate) + 1)
}
