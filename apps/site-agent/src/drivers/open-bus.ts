import type { Bus } from './bus.ts'
import { createLockBoardBus, type ByteOrder } from './lock-board.ts'
import { createModbusBus } from './modbus.ts'
import type { Parity } from './open-stream.ts'

/** A line as the configuration file describes it. */
export interface BusLine {
  readonly protocol: 'modbus' | 'xorlock'
  readonly transport:
    | { readonly kind: 'rtu'; readonly path: string; readonly baud: number; readonly parity: Parity }
    | { readonly kind: 'tcp' | 'rtu-over-tcp'; readonly host: string; readonly port: number }
  /** Of lock boards. */
  readonly order?: ByteOrder | undefined
}

/** The driver of a line. Nothing is opened before it is first asked. */
export function openBus({ protocol, transport, order }: BusLine): Bus {
  if (protocol === 'modbus') {
    if (transport.kind !== 'rtu') return createModbusBus({ transport: { ...transport } })
    const { path, baud: baudRate, parity } = transport
    return createModbusBus({ transport: { kind: 'rtu', path, baudRate, parity } })
  }
  if (transport.kind !== 'rtu') {
    const { host, port } = transport
    return createLockBoardBus({ transport: { kind: 'tcp', host, port }, order })
  }
  const { path, baud: baudRate, parity } = transport
  return createLockBoardBus({ transport: { kind: 'serial', path, baudRate, parity }, order })
}
