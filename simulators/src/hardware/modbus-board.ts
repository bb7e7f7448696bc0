import type { HardwareDoors } from './hardware-doors.ts'

/** A board as it is screwed to the wall: what it has, which may be other than what an installer believes. */
export interface BoardOptions {
  /** YY of X:YY:ZZ */
  readonly no: number
  readonly unitId: number
  /** How many relays it has. */
  readonly outputs: number
  readonly coilBase?: number | undefined
  readonly inputBase?: number | undefined
  /** The door contact is closed while the door is open. */
  readonly inputInverted?: boolean | undefined
  /** Buttons on the inside: output → input of this board, both from 1. */
  readonly exits?: Readonly<Record<number, number>> | undefined
}

const ILLEGAL_FUNCTION = 1
const ILLEGAL_ADDRESS = 2
const ILLEGAL_VALUE = 3

/** Where the timed pulses of a Waveshare board begin; the value counts 100 ms. */
const FLASH_BASE = 0x0200
const ALL_COILS = 0x00ff
const ON = 0xff00
const OFF = 0x0000

/** A relay board with door contacts: function and data in, function and data out, after the register map of Waveshare. */
export function answerModbus(pdu: Buffer, options: BoardOptions, bus: number, doors: HardwareDoors): Buffer {
  const coilBase = options.coilBase ?? 0
  const inputBase = options.inputBase ?? 0
  const buttons = new Map(
    Object.entries(options.exits ?? {}).map(([output, input]) => [input, Number(output)]),
  )
  const inputs = Math.max(options.outputs, ...buttons.keys())
  const idOf = (output: number): string => doorId(bus, options.no, output)
  const isOutput = (output: number): boolean => output >= 1 && output <= options.outputs
  const outputs = (): number[] => Array.from({ length: options.outputs }, (_, index) => index + 1)

  const readInput = (input: number): boolean => {
    const button = buttons.get(input)
    if (button !== undefined) return doors.door(idOf(button)).exitPressed
    return (doors.door(idOf(input)).position === 'opened') === (options.inputInverted ?? false)
  }

  const readBits = (base: number, count: number, read: (no: number) => boolean): Buffer => {
    if (pdu.length !== 5) return refuse(pdu, ILLEGAL_VALUE)
    const [address, wanted] = [pdu.readUInt16BE(1), pdu.readUInt16BE(3)]
    if (wanted < 1 || wanted > 2000) return refuse(pdu, ILLEGAL_VALUE)
    if (address < base || address + wanted > base + count) return refuse(pdu, ILLEGAL_ADDRESS)
    const bytes = Buffer.alloc(Math.ceil(wanted / 8))
    for (let bit = 0; bit < wanted; bit++)
      if (read(address - base + bit + 1)) bytes[bit >> 3] = bytes[bit >> 3]! | (1 << (bit & 7))
    return Buffer.concat([Buffer.of(pdu[0]!, bytes.length), bytes])
  }

  const writeCoil = (): Buffer => {
    if (pdu.length !== 5) return refuse(pdu, ILLEGAL_VALUE)
    const [address, value] = [pdu.readUInt16BE(1), pdu.readUInt16BE(3)]
    const flashed = address - FLASH_BASE - coilBase + 1
    if (isOutput(flashed)) {
      doors.flash(idOf(flashed), value * 100)
      return Buffer.from(pdu)
    }
    const written = address === ALL_COILS ? outputs() : [address - coilBase + 1]
    if (!written.every(isOutput)) return refuse(pdu, ILLEGAL_ADDRESS)
    if (value !== ON && value !== OFF) return refuse(pdu, ILLEGAL_VALUE)
    for (const output of written) doors.energise(idOf(output), value === ON)
    return Buffer.from(pdu)
  }

  const writeCoils = (): Buffer => {
    if (pdu.length < 7) return refuse(pdu, ILLEGAL_VALUE)
    const [address, count, bytes] = [pdu.readUInt16BE(1), pdu.readUInt16BE(3), pdu[5]!]
    if (count < 1 || bytes !== Math.ceil(count / 8) || pdu.length !== 6 + bytes)
      return refuse(pdu, ILLEGAL_VALUE)
    if (address < coilBase || address + count > coilBase + options.outputs)
      return refuse(pdu, ILLEGAL_ADDRESS)
    for (let bit = 0; bit < count; bit++)
      doors.energise(idOf(address - coilBase + bit + 1), (pdu[6 + (bit >> 3)]! & (1 << (bit & 7))) !== 0)
    return Buffer.from(pdu.subarray(0, 5))
  }

  switch (pdu[0]) {
    case 0x01:
      return readBits(coilBase, options.outputs, (output) => doors.door(idOf(output)).energised)
    case 0x02:
      return readBits(inputBase, inputs, readInput)
    case 0x05:
      return writeCoil()
    case 0x0f:
      return writeCoils()
    default:
      return refuse(pdu, ILLEGAL_FUNCTION)
  }
}

/** X:YY:ZZ */
export function doorId(bus: number, controller: number, output: number): string {
  return `${bus}:${String(controller).padStart(2, '0')}:${String(output).padStart(2, '0')}`
}

/** Whether a request puts current on a lock. */
export function isPulse(pdu: Buffer): boolean {
  return pdu[0] === 0x05 && pdu.length === 5 && pdu.readUInt16BE(3) !== OFF
}

function refuse(pdu: Buffer, code: number): Buffer {
  return Buffer.of(pdu[0]! | 0x80, code)
}
