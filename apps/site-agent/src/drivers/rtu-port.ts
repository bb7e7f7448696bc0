import { EventEmitter } from 'node:events'
import { crc16 } from './crc16.ts'
import { closeStream, isStreamOpen, type LineStream } from './open-stream.ts'

/**
 * A port for the library over a serial line. Its own ones take bytes that came too late or were garbled for the beginning of the
 * next answer, and are then one answer behind for good; this one forgets them when it asks, and takes for an answer only what has the
 * right unit, function, length and checksum, wherever it stands among the noise.
 */
export function createRtuPort(stream: LineStream): RtuPort {
  return new RtuPort(stream)
}

/** More than any answer is long. */
const KEPT = 512

class RtuPort extends EventEmitter {
  readonly #stream: LineStream
  #held = Buffer.alloc(0)
  #asked: Asked | undefined

  constructor(stream: LineStream) {
    super()
    this.#stream = stream
    stream.on('data', (bytes: Buffer) => this.#take(bytes))
    stream.once('close', () => this.emit('close'))
  }

  get isOpen(): boolean {
    return isStreamOpen(this.#stream)
  }

  open(done: (error: Error | null) => void): void {
    done(this.isOpen ? null : new Error('the line closed again'))
  }

  write(request: Buffer): void {
    this.#held = Buffer.alloc(0)
    this.#asked = { unit: request[0]!, code: request[1]!, length: answerLength(request) }
    this.#stream.write(request)
  }

  /** Whoever opened the line closes it, and waits for that. */
  destroy(): void {
    void closeStream(this.#stream)
  }

  #take(bytes: Buffer): void {
    if (!this.#asked) return
    this.#held = Buffer.concat([this.#held, bytes]).subarray(-KEPT)
    const frame = findAnswer(this.#held, this.#asked)
    if (!frame) return
    this.#asked = undefined
    this.emit('data', frame)
  }
}

interface Asked {
  readonly unit: number
  readonly code: number
  readonly length: number
}

const EXCEPTION_LENGTH = 5

function answerLength(request: Buffer): number {
  const isReading = request[1] === 1 || request[1] === 2
  return isReading ? 5 + Math.ceil(request.readUInt16BE(4) / 8) : 8
}

function findAnswer(held: Buffer, asked: Asked): Buffer | undefined {
  for (let start = 0; start + EXCEPTION_LENGTH <= held.length; start++) {
    if (held[start] !== asked.unit) continue
    const isRefusal = held[start + 1] === (asked.code | 0x80)
    if (!isRefusal && held[start + 1] !== asked.code) continue
    const length = isRefusal ? EXCEPTION_LENGTH : asked.length
    const frame = held.subarray(start, start + length)
    if (frame.length === length && hasItsCrc(frame)) return frame
  }
  return undefined
}

function hasItsCrc(frame: Buffer): boolean {
  return frame.readUInt16LE(frame.length - 2) === crc16(frame.subarray(0, -2))
}
