import { createFrameCodec, TUNNEL_PATH, type FrameCodec, FrameRequest, Welcome } from '@stowage/lsp/frames'
import { isSignature, keyOf, newNonce, signAnswer, signRequest } from '@stowage/lsp/signature'
import type * as z from 'zod/mini'
import { healthOf } from './gateway.ts'

type Call = z.output<typeof FrameRequest>
type Handle = (call: Call) => { status: number; body?: unknown } | undefined | 'nothing'

/** A site at the other end of a tunnel, as far as a test plays it. */
export interface SiteClient {
  readonly welcome: { time: number; ackSeq: number }
  readonly codec: FrameCodec
  readonly calls: readonly Call[]
  /** What it answers from now on; undefined: as always to questions after its health and locks, and to others nothing. */
  handle(handle: Handle): void
  /** Sends events and waits for their ack. */
  tell(events: readonly object[]): Promise<number>
  ping(): Promise<void>
  send(text: string): void
  readonly closed: Promise<number>
  close(): void
}

interface Hello {
  readonly port: number
  readonly stockId: string
  readonly keyId: string
  readonly secret: string
  readonly handle?: Handle
  readonly run?: { readonly instance: string; readonly before: readonly string[] }
  /** Spoils the hello. */
  readonly over?: { readonly timestamp?: string; readonly nonce?: string; readonly sig?: string }
}

/** @returns the close code where the server does not welcome it */
export async function connectSite(hello: Hello): Promise<SiteClient | number> {
  const { port, stockId, keyId, secret, over = {} } = hello
  const key = keyOf(secret)
  const timestamp = over.timestamp ?? String(Math.floor(Date.now() / 1000))
  const nonce = over.nonce ?? newNonce()
  const payload = JSON.stringify({ version: '1.0.0', lastSeq: 0, accessListVersion: 0, run: hello.run })
  const sig =
    over.sig ?? signRequest(key, { method: 'WS', path: TUNNEL_PATH, timestamp, nonce, body: payload })
  const socket = new WebSocket(`ws://127.0.0.1:${port}${TUNNEL_PATH}`)
  const closed = new Promise<number>((resolve) =>
    socket.addEventListener('close', ({ code }) => resolve(code)),
  )
  const codec = createFrameCodec(key, nonce, 'site')
  const calls: Call[] = []
  const acks = new Map<string, (payload: unknown) => void>()
  const usual: Handle = ({ path }) => {
    if (path === '/v1/health') return { status: 200, body: healthOf(stockId) }
    return path === '/v1/locks' ? { status: 200, body: { seq: 0, locks: [] } } : undefined
  }
  let handle = hello.handle ?? usual
  let count = 0

  socket.addEventListener('open', () =>
    socket.send(
      JSON.stringify({
        v: 1,
        type: 'hello',
        id: 'h',
        siteId: stockId,
        keyId,
        timestamp,
        nonce,
        payload,
        sig,
      }),
    ),
  )
  const welcomed = new Promise<SiteClient['welcome']>((resolve, reject) => {
    const first = ({ data }: MessageEvent): void => {
      socket.removeEventListener('message', first)
      const { payload: said, sig: proof } = Welcome.parse(JSON.parse(String(data)))
      if (!isSignature(proof, signAnswer(key, { status: 200, timestamp, nonce, body: said })))
        return reject(new Error('not the server'))
      resolve(JSON.parse(said) as SiteClient['welcome'])
      socket.addEventListener('message', (event: MessageEvent) => hear(String(event.data)))
    }
    socket.addEventListener('message', first)
  })
  function hear(text: string): void {
    const frame = codec.read(text)
    if (!frame) throw new Error(`not a frame of the server: ${text.slice(0, 200)}`)
    if (frame.type === 'req') {
      const call = FrameRequest.parse(frame.payload)
      calls.push(call)
      const answer = handle(call) ?? usual(call)
      if (answer && answer !== 'nothing') socket.send(codec.write('res', frame.id, answer))
    } else acks.get(frame.id)?.(frame.payload)
  }
  const sendAndWait = async (type: 'event' | 'ping', content: unknown): Promise<unknown> => {
    const id = `c${(count += 1)}`
    const answer = new Promise((resolve) => acks.set(id, resolve))
    socket.send(codec.write(type, id, content))
    return await answer
  }

  const welcome = await Promise.race([welcomed, closed])
  if (typeof welcome === 'number') return welcome
  return {
    welcome,
    codec,
    calls,
    handle(next) {
      handle = next
    },
    tell: async (events) => ((await sendAndWait('event', { events })) as { ackSeq: number }).ackSeq,
    ping: async () => void (await sendAndWait('ping', null)),
    send: (text) => socket.send(text),
    closed,
    close: () => socket.close(),
  }
}
