import { ControllerSilent, TooLate } from './bus.ts'
import { createConnection } from './connection.ts'
import {
  closeStream,
  gapMsOf,
  isStreamOpen,
  keepAwake,
  openStream,
  whereOf,
  type LineStream,
  type StreamTransport,
} from './open-stream.ts'
import { createQuiet } from './quiet.ts'

/** A serial line of boards with frames of their own. Not for two requests at once: `turns.ts` sees to that. */
export interface ByteLine {
  /**
   * Sends a frame and listens for its answer.
   * @param find the answer in all that came since; nothing while it is not whole
   * @throws TooLate, BusDown, ControllerSilent
   */
  ask<T>(request: Ask<T>): Promise<T>
  close(): Promise<void>
}

export interface Ask<T> {
  readonly frame: Buffer
  readonly answerMs: number
  readonly isUrgent: boolean
  readonly isStillWanted?: (() => boolean) | undefined
  readonly find: (held: Buffer) => T | undefined
}

export interface ByteLineOptions {
  readonly transport: StreamTransport
  readonly connectMs: number
  readonly againMs: number
}

/** More than any answer is long. */
const KEPT = 256
/** A line on which nothing at all succeeds is opened anew. */
const DEAD_AFTER = 3
const SETTLE_MS = 30

export function createByteLine(options: ByteLineOptions): ByteLine {
  const where = whereOf(options.transport)
  const quiet = createQuiet(gapMsOf(options.transport), SETTLE_MS)
  let failures = 0
  const connection = createConnection({
    open: async () => {
      const stream = await openStream(options.transport, options.connectMs)
      failures = 0
      // What nobody has asked for is noise; unread it would stop the stream.
      stream.on('data', () => undefined)
      return stream
    },
    isOpen: isStreamOpen,
    destroy: closeStream,
    where,
    againMs: options.againMs,
  })

  return {
    ask: async ({ frame, answerMs, isUrgent, isStillWanted, find }) => {
      await quiet.kept()
      const stream = await connection.get(isUrgent)
      if (isStillWanted?.() === false) throw new TooLate()
      const sleepAgain = keepAwake(options.transport)
      try {
        const answer = await exchange(stream, frame, answerMs, find)
        failures = 0
        quiet.ended(true)
        return answer
      } catch (error) {
        quiet.ended(false)
        if (++failures >= DEAD_AFTER) connection.drop()
        const reason = error instanceof Error ? error.message : String(error)
        throw new ControllerSilent(`board ${frame[1]} at ${where}: ${reason}`, { cause: error })
      } finally {
        sleepAgain()
      }
    },
    close: () => connection.close(),
  }
}

async function exchange<T>(
  stream: LineStream,
  frame: Buffer,
  answerMs: number,
  find: (held: Buffer) => T | undefined,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let held = Buffer.alloc(0)
  const take = (bytes: Buffer): void => {
    held = Buffer.concat([held, bytes]).subarray(-KEPT)
    const answer = find(held)
    if (answer !== undefined) resolve(answer)
  }
  const lost = (): void => reject(new Error('the connection closed before an answer'))
  const timer = setTimeout(() => reject(new Error('Timed out')), answerMs)
  stream.on('data', take)
  stream.once('close', lost)
  stream.write(frame)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    stream.off('data', take)
    stream.off('close', lost)
  }
}
