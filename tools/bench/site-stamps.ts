import diagnostics from 'node:diagnostics_channel'
import { WebSocket } from 'ws'
import { tell } from './children.ts'

// Loaded into the product's server and into an agent (`--import`): notes when a command to open leaves this process and when one
// comes in, on the clock that all processes of this machine share. Nothing else of them is touched.

export interface Stamps {
  /** Milliseconds, see `sharedClock`. */
  readonly left: readonly number[]
  readonly came: readonly number[]
}
/** Asked of a process with stamps: answers them, and forgets them. */
export const STAMPS = { stamps: true } as const

/** CLOCK_MONOTONIC in milliseconds: the same in every process. */
export const sharedClock = (): number => Number(process.hrtime.bigint()) / 1e6

let left: number[] = []
let came: number[] = []

if (process.send) {
  diagnostics.subscribe('http.client.request.start', (message) => {
    if ((message as { request: { path: string } }).request.path.endsWith('/open')) left.push(sharedClock())
  })
  diagnostics.subscribe('http.server.request.start', (message) => {
    const { url = '' } = (message as { request: { url?: string } }).request
    if (url.startsWith('/v1/') && url.endsWith('/open')) came.push(sharedClock())
  })
  const isCommand = (text: string): boolean =>
    text.startsWith('{"v":1,"type":"req"') && text.includes('/open')
  const proto = WebSocket.prototype as unknown as {
    send(data: unknown, ...rest: unknown[]): void
    emit(name: string, ...rest: unknown[]): boolean
  }
  const { send, emit } = proto
  proto.send = function (data, ...rest) {
    if (typeof data === 'string' && isCommand(data)) left.push(sharedClock())
    return send.call(this, data, ...rest)
  }
  proto.emit = function (name, ...rest) {
    if (name === 'message' && isCommand(String(rest[0]))) came.push(sharedClock())
    return emit.call(this, name, ...rest)
  }
  process.on('message', (question: object) => {
    if (!('stamps' in question)) return
    tell({ left, came } satisfies Stamps)
    left = []
    came = []
  })
}
