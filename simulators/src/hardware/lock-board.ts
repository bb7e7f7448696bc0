import type { HardwareDoors } from './hardware-doors.ts'
import { doorId, type BoardOptions } from './modbus-board.ts'
import type { Reply } from './serve-line.ts'

/** How a lock board of a locker maker behaves, beside what all boards have. */
export interface LockBoardHabits {
  /** The answer to an opening comes when the lock has moved; a second when absent. */
  readonly openAnswerMs?: number | undefined
  /** How long it lets current on a lock; 300 ms when absent. */
  readonly pulseMs?: number | undefined
  /** Which byte of a reading of all locks holds locks 1-8. */
  readonly order?: 'lowest-first' | 'highest-first' | undefined
}

const FRAME = 5
const OPEN = 0x8a
const OPEN_DO = 0x11
const READ = 0x80
const READ_DO = 0x33
const CONTACT_CLOSED = 0x11
const CONTACT_OPEN = 0x00

/** Collects the bytes of one connection and gives whole frames; what has no true checksum is skipped byte by byte. */
export function createLockFrames(): (bytes: Buffer) => Buffer[] {
  let held = Buffer.alloc(0)
  return (bytes) => {
    held = Buffer.concat([held, bytes])
    const found: Buffer[] = []
    while (held.length >= FRAME) {
      const frame = held.subarray(0, FRAME)
      const isWhole = (frame[0] === OPEN || frame[0] === READ) && xor(frame) === 0
      if (isWhole) found.push(Buffer.from(frame))
      held = held.subarray(isWhole ? FRAME : 1)
    }
    return found
  }
}

/** A lock board: `8A board lock 11 xor` opens, `80 board lock 33 xor` reads one, lock 0 is all. */
export function answerLockFrame(
  frame: Buffer,
  board: BoardOptions,
  bus: number,
  doors: HardwareDoors,
  habits: LockBoardHabits,
): Reply {
  const [head, unit, lock, order] = frame as unknown as [number, number, number, number]
  const idOf = (no: number): string => doorId(bus, board.no, no)
  const isLock = lock >= 1 && lock <= board.outputs
  const contact = (no: number): boolean =>
    (doors.door(idOf(no)).position === 'opened') === (board.inputInverted ?? false)
  const stateOf = (no: number): number => (contact(no) ? CONTACT_CLOSED : CONTACT_OPEN)
  const silent: Reply = { bytes: null, hasPulsed: false }

  if (head === OPEN && order === OPEN_DO && (isLock || lock === 0)) {
    const opened = isLock ? [lock] : Array.from({ length: board.outputs }, (_, index) => index + 1)
    for (const no of opened) doors.flash(idOf(no), habits.pulseMs ?? 300)
    return {
      bytes: () => framed(OPEN, unit, lock, isLock ? stateOf(lock) : CONTACT_CLOSED),
      hasPulsed: true,
      afterMs: habits.openAnswerMs ?? 1000,
    }
  }
  if (head !== READ || order !== READ_DO) return silent
  if (isLock) return { bytes: () => framed(READ, unit, lock, stateOf(lock)), hasPulsed: false }
  if (lock !== 0) return silent
  return {
    bytes: () => framed(READ, unit, ...states(board.outputs, contact, habits), READ_DO),
    hasPulsed: false,
  }
}

/** Three bytes tell of up to 24 locks, four of 32. */
function states(outputs: number, contact: (no: number) => boolean, habits: LockBoardHabits): number[] {
  const bytes = Array.from({ length: outputs > 24 ? 4 : 3 }, () => 0)
  for (let no = 1; no <= outputs; no++)
    if (contact(no)) bytes[(no - 1) >> 3] = bytes[(no - 1) >> 3]! | (1 << ((no - 1) & 7))
  return habits.order === 'highest-first' ? bytes.reverse() : bytes
}

function framed(...bytes: number[]): Buffer {
  return Buffer.of(...bytes, xor(bytes))
}

function xor(bytes: Iterable<number>): number {
  let sum = 0
  for (const byte of bytes) sum ^= byte
  return sum
}
