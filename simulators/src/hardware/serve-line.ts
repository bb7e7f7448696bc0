import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** What is wrong with a line at the moment. */
export interface LineFaults {
  /** So many pulses are given, and their answers are dropped on the way back. */
  losePulseAnswers: number
  /** Garbage on the wire: before every answer, or in its place. */
  noise: 'none' | 'before' | 'instead'
  /** Every answer is late by so much. */
  slowMs: number
  /** Answers come in single bytes. */
  dribble: boolean
}

/** A bus of a site behind a TCP port: a board with a network socket, or a serial line behind a converter. */
export interface Line {
  readonly port: number
  readonly faults: LineFaults
  /** Whole requests that came in since the start. */
  requests(): number
  /** The cable is cut: no connection stands, none is taken. */
  setDown(down: boolean): Promise<void>
  isDown(): boolean
  close(): Promise<void>
}

/** What goes back for one request; no bytes where nobody answers. They are made when they are sent. */
export interface Reply {
  readonly bytes: (() => Buffer) | null
  readonly hasPulsed: boolean
  /** How long the board takes for it. */
  readonly afterMs?: number | undefined
}

/** Takes the bytes of one connection and gives what goes back, in order. */
export type Conversation = (bytes: Buffer) => Reply[]

/** Below those that a system gives to whoever asks for any: a line whose cable was cut comes back to its own. */
const COMES_BACK_TO = [15_000, 32_000] as const

/**
 * Serves a line.
 * @param converse is called once per connection
 * @param port 0 for any
 */
export async function serveLine(converse: () => Conversation, port = 0): Promise<Line> {
  const faults: LineFaults = { losePulseAnswers: 0, noise: 'none', slowMs: 0, dribble: false }
  const sockets = new Set<net.Socket>()
  let requests = 0
  let noiseSeed = 1
  let bound = port
  let server: net.Server | undefined

  const garbage = (): Buffer =>
    Buffer.from(
      Array.from({ length: 11 }, () => {
        noiseSeed = (noiseSeed * 48_271) % 0x7fff_ffff
        return noiseSeed & 0xff
      }),
    )
  const answer = async (socket: net.Socket, { bytes, hasPulsed, afterMs = 0 }: Reply): Promise<void> => {
    if (!bytes) return
    if (hasPulsed && faults.losePulseAnswers > 0) {
      faults.losePulseAnswers--
      return
    }
    if (faults.slowMs + afterMs > 0) await sleep(faults.slowMs + afterMs)
    if (socket.destroyed) return
    if (faults.noise !== 'none') socket.write(garbage())
    if (faults.noise === 'instead') return
    if (!faults.dribble) {
      socket.write(bytes())
      return
    }
    for (const byte of bytes()) {
      socket.write(Buffer.of(byte))
      await nextTurn()
    }
  }
  const serve = (socket: net.Socket): void => {
    sockets.add(socket)
    socket.setNoDelay()
    // A client that goes away in the middle is no news here.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    const talk = converse()
    let sent: Promise<void> = Promise.resolve()
    socket.on('data', (bytes: Buffer) => {
      for (const reply of talk(bytes)) {
        requests++
        sent = sent.then(() => answer(socket, reply))
      }
    })
  }
  const listen = async (at: number): Promise<void> => {
    const listening = net.createServer(serve).listen(at, '127.0.0.1')
    await once(listening, 'listening')
    server = listening
    bound = at
  }
  const up = async (): Promise<void> => {
    if (bound !== 0) return await listen(bound)
    for (let tries = 50; server === undefined; tries -= 1)
      await listen(randomInt(...COMES_BACK_TO)).catch((error: unknown) => {
        if (tries === 0) throw error
      })
  }
  const down = async (): Promise<void> => {
    const closing = server
    server = undefined
    if (!closing) return
    const closed = once(closing, 'close')
    closing.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await up()
  return {
    port: bound,
    faults,
    requests: () => requests,
    setDown: (isDown) => (isDown ? down() : server ? Promise.resolve() : up()),
    isDown: () => server === undefined,
    close: down,
  }
}
