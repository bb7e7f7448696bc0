import { ControllerSilent, type Bus, type Controller, type Probe } from './bus.ts'
import { createByteLine } from './byte-line.ts'
import type { StreamTransport } from './open-stream.ts'
import { createTurns } from './turns.ts'

export interface LockBoardOptions {
  readonly transport: StreamTransport
  /**
   * Which byte of a reading of all locks holds locks 1-8: boards of this kind are sold both ways. `probe` says when the other one is
   * meant.
   */
  readonly order?: ByteOrder | undefined
  /** How long a board may think about a reading; 300 ms when absent. */
  readonly answerMs?: number | undefined
  /** The answer to an opening comes when the lock has moved, after about a second; 2 s when absent. */
  readonly openAnswerMs?: number | undefined
  readonly connectMs?: number | undefined
  readonly againMs?: number | undefined
}
export type ByteOrder = 'lowest-first' | 'highest-first'

const OPEN = 0x8a
const OPEN_DO = 0x11
const READ = 0x80
const READ_DO = 0x33
/** Head and board before the states, function and checksum after them. */
const AROUND_STATES = 4
const STATE_BYTES = [3, 4, 7]
const CONTACT_CLOSED = 0x11
const CONTACT_OPEN = 0x00

/**
 * A bus of lock boards as they are built into lockers: `8A board lock 11 xor` opens, `80 board lock 33 xor` reads one, `80 board 00
 * 33 xor` reads all. The unit of a controller is the board's address; how long a pulse lasts is the board's own affair, and it has no
 * bases.
 */
export function createLockBoardBus(options: LockBoardOptions): Bus {
  const line = createByteLine({
    transport: options.transport,
    connectMs: options.connectMs ?? 2000,
    againMs: options.againMs ?? 250,
  })
  const turns = createTurns()
  const answerMs = options.answerMs ?? 300
  const order = options.order ?? 'lowest-first'
  const readAll = (unitId: number, locks: number): Promise<Buffer> =>
    line.ask({
      frame: frameOf(READ, unitId, 0, READ_DO),
      answerMs,
      isUrgent: false,
      find: (held) => findStates(held, unitId, locks),
    })
  const readOne = (unitId: number, lock: number): Promise<boolean> =>
    line.ask({
      frame: frameOf(READ, unitId, lock, READ_DO),
      answerMs,
      isUrgent: false,
      find: (held) => findState(held, READ, unitId, lock),
    })

  return {
    readContacts: ({ unitId, inputs, outputs }) =>
      turns.take(false, async () => {
        const wanted = inputs ?? outputs
        return contactsOf(await readAll(unitId, wanted), order).slice(0, wanted)
      }),
    pulse: ({ unitId }, output, _ms, isStillWanted) =>
      turns.take(true, async () => {
        // Lock 0 would be all of them.
        if (output < 1 || output > 0xff) throw new RangeError(`no output ${output}`)
        await line.ask({
          frame: frameOf(OPEN, unitId, output, OPEN_DO),
          answerMs: options.openAnswerMs ?? 2000,
          isUrgent: true,
          isStillWanted,
          find: (held) => findState(held, OPEN, unitId, output),
        })
      }),
    probe: (controller) =>
      probe(
        controller,
        order,
        (...asked) => turns.take(false, () => readAll(...asked)),
        (...asked) => turns.take(false, () => readOne(...asked)),
      ),
    close: async () => {
      await turns.idle()
      await line.close()
    },
  }
}

async function probe(
  { unitId, inputs, outputs }: Controller,
  order: ByteOrder,
  readAll: (unitId: number, locks: number) => Promise<Buffer>,
  readOne: (unitId: number, lock: number) => Promise<boolean>,
): Promise<Probe> {
  try {
    const wanted = inputs ?? outputs
    const states = await readAll(unitId, wanted)
    // Read one by one there is no order to be wrong about.
    const singly: boolean[] = []
    for (let lock = 1; lock <= wanted; lock++) singly.push(await readOne(unitId, lock))
    const agrees = (by: ByteOrder): boolean => {
      const contacts = contactsOf(states, by)
      return singly.every((contact, index) => contact === contacts[index])
    }
    const other = order === 'lowest-first' ? 'highest-first' : 'lowest-first'
    return {
      answers: true,
      outputs: null,
      inputs: wanted,
      notes:
        !agrees(order) && agrees(other)
          ? [`its bytes come in the other order: set "order" of the bus to "${other}"`]
          : [],
    }
  } catch (error) {
    if (error instanceof ControllerSilent) return { answers: false, reason: error.message }
    throw error
  }
}

function frameOf(...bytes: number[]): Buffer {
  return Buffer.of(...bytes, xor(bytes))
}

function xor(bytes: Iterable<number>): number {
  let sum = 0
  for (const byte of bytes) sum ^= byte
  return sum
}

/** `head board lock state xor`, wherever it begins among the noise. */
function findState(held: Buffer, head: number, unitId: number, lock: number): boolean | undefined {
  for (let start = 0; start + 5 <= held.length; start++) {
    const frame = held.subarray(start, start + 5)
    if (frame[0] !== head || frame[1] !== unitId || frame[2] !== lock || xor(frame) !== 0) continue
    if (frame[3] === CONTACT_CLOSED) return true
    if (frame[3] === CONTACT_OPEN) return false
  }
  return undefined
}

/**
 * `80 board states… 33 xor`. Boards send three, four or seven bytes of states, and no length; one with fewer than are needed would
 * only be the beginning of a longer one.
 */
function findStates(held: Buffer, unitId: number, locks: number): Buffer | undefined {
  for (let start = 0; start < held.length; start++) {
    if (held[start] !== READ || held[start + 1] !== unitId) continue
    for (const count of STATE_BYTES.filter((bytes) => bytes * 8 >= locks)) {
      const frame = held.subarray(start, start + AROUND_STATES + count)
      if (frame.length < AROUND_STATES + count) continue
      if (frame.at(-2) === READ_DO && xor(frame) === 0) return frame.subarray(2, 2 + count)
    }
  }
  return undefined
}

function contactsOf(states: Buffer, order: ByteOrder): boolean[] {
  const bytes = order === 'lowest-first' ? [...states] : [...states].reverse()
  return bytes.flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte & (1 << bit)) !== 0))
}
