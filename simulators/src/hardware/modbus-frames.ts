/** How requests and answers are wrapped: the header of Modbus TCP, or unit and CRC as on a serial line. */
export type Framing = 'mbap' | 'rtu'

/** One whole request as a board sees it, and how its answer is wrapped. */
export interface ModbusRequest {
  readonly unit: number
  /** Function code and data. */
  readonly pdu: Buffer
  wrap(answer: Buffer): Buffer
}

/** CRC-16/MODBUS; on the wire its low byte goes first. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}

const MBAP = 6
const LONGEST = 260

/** Collects the bytes of one connection and gives whole requests. What makes no sense is skipped byte by byte, as a board does. */
export function createDeframer(framing: Framing): (bytes: Buffer) => ModbusRequest[] {
  let held = Buffer.alloc(0)
  const next = framing === 'mbap' ? nextOfTcp : nextOfRtu
  return (bytes) => {
    held = Buffer.concat([held, bytes])
    const found: ModbusRequest[] = []
    for (;;) {
      const step = next(held)
      if (step.request) found.push(step.request)
      if (step.used === 0) return found
      held = held.subarray(step.used)
    }
  }
}

interface Step {
  readonly used: number
  readonly request?: ModbusRequest
}

function nextOfTcp(held: Buffer): Step {
  if (held.length < MBAP) return { used: 0 }
  const length = held.readUInt16BE(4)
  if (held.readUInt16BE(2) !== 0 || length < 2 || length > LONGEST) return { used: 1 }
  if (held.length < MBAP + length) return { used: 0 }
  const header = Buffer.from(held.subarray(0, MBAP))
  const unit = held[MBAP]!
  return {
    used: MBAP + length,
    request: {
      unit,
      pdu: Buffer.from(held.subarray(MBAP + 1, MBAP + length)),
      wrap: (answer) => {
        const head = Buffer.from(header)
        head.writeUInt16BE(answer.length + 1, 4)
        return Buffer.concat([head, Buffer.of(unit), answer])
      },
    },
  }
}

function nextOfRtu(held: Buffer): Step {
  const length = rtuLength(held)
  if (length === undefined) return { used: 0 }
  if (length > LONGEST) return { used: 1 }
  if (held.length < length) return { used: 0 }
  if (held.readUInt16LE(length - 2) !== crc16(held.subarray(0, length - 2))) return { used: 1 }
  const unit = held[0]!
  return {
    used: length,
    request: { unit, pdu: Buffer.from(held.subarray(1, length - 2)), wrap: (pdu) => wrapRtu(unit, pdu) },
  }
}

/** How long the request that seems to begin here is: on a serial line only the function tells. */
function rtuLength(held: Buffer): number | undefined {
  if (held.length < 8) return undefined
  const isMany = held[1] === 0x0f || held[1] === 0x10
  return isMany ? 9 + held[6]! : 8
}

function wrapRtu(unit: number, pdu: Buffer): Buffer {
  const body = Buffer.concat([Buffer.of(unit), pdu])
  const crc = Buffer.alloc(2)
  crc.writeUInt16LE(crc16(body))
  return Buffer.concat([body, crc])
}
