import { generateKeyPairSync } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { signAccessList, type AccessList, type SignedAccessList } from '@stowage/lsp/access-list'
import { CLOCK_CLOSE, TUNNEL_PATH, type FrameCodec, type FrameType } from '@stowage/lsp/frames'
import { claimOf, hearHello, staleBy } from '@stowage/lsp/hello'
import type { SiteEvent } from '@stowage/lsp/messages'
import { newSecret, signAnswer } from '@stowage/lsp/signature'
import { checkSigned, readSignedHeaders, rememberNonces } from '@stowage/lsp/signed-headers'
import type { SiteKeys } from '../carriers/keys.ts'

const pair = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

export const signList = (list: AccessList): SignedAccessList => signAccessList(list, pair.privateKey)

/** Keys of one site, as pairing would have brought them. */
export const testKeys = (): SiteKeys => ({
  siteId: 'north',
  serverPublicKey: pair.publicKey,
  keys: [{ keyId: 'k1', secret: newSecret() }],
})

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** The product's end of the line: takes events by call and by tunnel, calls through the tunnel. */
export interface TestServer {
  readonly url: string
  readonly batches: { readonly by: 'call' | 'tunnel'; readonly events: readonly SiteEvent[] }[]
  events(): readonly SiteEvent[]
  types(): readonly string[]
  /** A status to answer with, `unsigned` acknowledges without proof, `deaf` takes batches and acknowledges nothing. */
  mode: 'ok' | 'unsigned' | 'deaf' | number
  /** What it says in its welcome; the newest event that came when absent. */
  ackSeq: number | undefined
  answersPings: boolean
  /** Tunnels are let in. */
  takesTunnels: boolean
  isTunnelOpen(): boolean
  tunnelsOpened: number
  /** A call through the tunnel. */
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, sentAt?: number): Promise<Answer>
  /** Sends anything at all down the tunnel. */
  sendRaw(text: string): void
  /** A frame as the server would write it. */
  write(type: FrameType, id: string, payload: unknown): string
  cut(): void
  close(): Promise<void>
}

export async function startTestServer(keys: SiteKeys, port = 0): Promise<TestServer> {
  const nonces = rememberNonces()
  const secretOf = (keyId: string): string | undefined => keys.keys.find((key) => key.keyId === keyId)?.secret
  const waiting = new Map<string, (answer: Answer) => void>()
  let line: { socket: WebSocket; codec: FrameCodec } | undefined
  let counter = 0

  const take = (events: readonly SiteEvent[], by: 'call' | 'tunnel'): number => {
    test.batches.push({ by, events })
    return events.at(-1)?.seq ?? 0
  }
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const headers = readSignedHeaders((name) => String(request.headers[name] ?? ''))
      const signed = checkSigned(
        headers,
        { method: 'POST', path: request.url ?? '', body },
        { siteId: keys.siteId, secretOf, nonces, nowMs: Date.now() },
      )
      if (typeof signed === 'string') return void response.writeHead(401).end()
      if (typeof test.mode === 'number') return void response.writeHead(test.mode).end()
      const { events } = JSON.parse(body.toString()) as { events: SiteEvent[] }
      const text = JSON.stringify({ ackSeq: take(events, 'call') })
      const { timestamp, nonce } = headers
      const signature =
        test.mode === 'unsigned'
          ? 'v1='
          : signAnswer(signed.key, { status: 200, timestamp, nonce, body: text })
      response.writeHead(200, { 'X-Signature': signature }).end(text)
    })
  })
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    if (request.url !== TUNNEL_PATH || !test.takesTunnels) return void socket.destroy()
    sockets.handleUpgrade(request, socket, head, (ws) => {
      ws.on('message', (data: Buffer) => heard(ws, data.toString()))
      ws.on('close', () => {
        if (line?.socket === ws) line = undefined
      })
    })
  })
  const heard = (socket: WebSocket, text: string): void => {
    if (line?.socket !== socket) {
      const claim = claimOf(text)
      const hello = claim && hearHello(claim, { siteId: keys.siteId, secretOf, nonces, nowMs: Date.now() })
      if (claim === undefined || hello === undefined || typeof hello === 'string') {
        const aheadS = claim && staleBy(claim, { siteId: keys.siteId, secretOf, nowMs: Date.now() })
        return aheadS === undefined
          ? socket.close(1008, typeof hello === 'string' ? hello : 'hello')
          : socket.close(CLOCK_CLOSE, `clock ${aheadS}`)
      }
      line = { socket, codec: hello.codec }
      test.tunnelsOpened += 1
      const ackSeq = test.ackSeq ?? test.events().at(-1)?.seq ?? 0
      return socket.send(hello.answer({ time: Date.now(), ackSeq }))
    }
    const frame = line.codec.read(text)
    if (frame === undefined) return socket.terminate()
    const { type, id, payload } = frame
    if (type === 'res') waiting.get(id)?.(payload as Answer)
    if (type === 'ping' && test.answersPings) socket.send(line.codec.write('pong', id, { time: Date.now() }))
    if (type === 'event') {
      const ackSeq = take((payload as { events: SiteEvent[] }).events, 'tunnel')
      if (test.mode === 'ok') socket.send(line.codec.write('ack', id, { ackSeq }))
    }
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  const test: TestServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches: [],
    events: () => test.batches.flatMap(({ events }) => events),
    types: () => test.events().map(({ type }) => type),
    mode: 'ok',
    ackSeq: undefined,
    answersPings: true,
    takesTunnels: true,
    isTunnelOpen: () => line !== undefined,
    tunnelsOpened: 0,
    call: async (method, path, body, sentAt = Date.now()) => {
      if (line === undefined) throw new Error('no tunnel')
      const id = `c${++counter}`
      const { promise, resolve } = Promise.withResolvers<Answer>()
      waiting.set(id, resolve)
      line.socket.send(line.codec.write('req', id, { method, path, sentAt, body }))
      return await promise
    },
    sendRaw: (text) => line?.socket.send(text),
    write: (type, id, payload) => line?.codec.write(type, id, payload) ?? '',
    cut: () => line?.socket.terminate(),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return test
}
