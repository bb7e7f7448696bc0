import { WebSocket } from 'ws'
import { endWithParent, tell } from './children.ts'
import { type LoadCall, openCaller } from './http-load.ts'

/** Orders to this process: connect a crowd to a server, open a door and say when the crowd has heard of it, say how many are still there. */
export type SocketsOrder =
  | {
      readonly connect: { readonly port: number; readonly count: number; readonly token?: string | undefined }
    }
  | { readonly open: { readonly port: number; readonly call: LoadCall; readonly boxId: string } }
  | { readonly count: { readonly port: number } }

export interface Heard {
  /** Milliseconds from sending the call to its answer, to the first and to the last socket that heard. */
  readonly answered: number
  readonly first: number
  readonly last: number
  readonly delivered: number
}

const crowds = new Map<number, WebSocket[]>()
let hear: (boxId: string) => void = () => undefined

async function connect(port: number, count: number, token: string | undefined): Promise<void> {
  const crowd = crowds.get(port) ?? []
  crowds.set(port, crowd)
  const whole = crowd.length + count
  // A hundred at a time: two thousand at once would test the backlog of the listening socket.
  while (crowd.length < whole)
    crowd.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(100, whole - crowd.length) }, async () => await join(port, token)),
      )),
    )
}

async function join(port: number, token: string | undefined): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { perMessageDeflate: false })
  socket.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject))
  if (token !== undefined)
    socket.send(JSON.stringify({ actionType: 'SET_CONNECTION_USER_META', payload: { authToken: token } }))
  socket.on('message', (data) => {
    const text = Buffer.isBuffer(data) ? data.toString() : ''
    if (!text.includes('"BOX_OPENED"')) return
    const { payload } = JSON.parse(text) as { payload: { boxId: string } }
    hear(payload.boxId)
  })
  return socket
}

async function open(port: number, call: LoadCall, boxId: string): Promise<Heard> {
  const size = crowds.get(port)?.length ?? 0
  const caller = await openCaller(port)
  let first = Number.NaN
  let delivered = 0
  const begin = performance.now()
  const all = new Promise<number>((resolve) => {
    const patience = setTimeout(() => resolve(Number.NaN), 20_000)
    hear = (heardOf) => {
      if (heardOf !== boxId) return
      delivered += 1
      if (delivered === 1) first = performance.now() - begin
      if (delivered < size) return
      clearTimeout(patience)
      resolve(performance.now() - begin)
    }
  })
  const { status, body, milliseconds } = await caller.call(call)
  if (status !== 200) throw new Error(`${status} ${body.toString()}`)
  const last = await all
  caller.close()
  return { answered: milliseconds, first, last, delivered }
}

async function carryOut(order: SocketsOrder): Promise<unknown> {
  if ('open' in order) return await open(order.open.port, order.open.call, order.open.boxId)
  if ('count' in order)
    return { open: (crowds.get(order.count.port) ?? []).filter(({ readyState }) => readyState === 1).length }
  await connect(order.connect.port, order.connect.count, order.connect.token)
  return {}
}

process.on('message', (order: SocketsOrder) => {
  carryOut(order).then(tell, (error: unknown) => tell({ error: String(error) }))
})
endWithParent(() => {
  for (const socket of [...crowds.values()].flat()) socket.terminate()
})
tell({})
