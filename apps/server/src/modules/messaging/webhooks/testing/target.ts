import http from 'node:http'
import net, { type AddressInfo } from 'node:net'

export interface Told {
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

export interface Target {
  readonly url: string
  /** What came, in its order. */
  readonly told: Told[]
  /** What is answered from now on. */
  answer(with_: {
    status?: number
    headers?: Record<string, string>
    body?: string
    isSilent?: boolean
  }): void
  close(): Promise<void>
}

/** A program of somebody that is told by webhook, on this machine. */
export async function openTarget(): Promise<Target> {
  const told: Told[] = []
  let now: Parameters<Target['answer']>[0] = {}
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      told.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') })
      if (now.isSilent === true) return
      response.writeHead(now.status ?? 200, now.headers)
      response.end(now.body ?? 'ok')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    told,
    answer(next) {
      now = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Whoever calls it is told that the line is another protocol's from here on: nobody has asked for one. */
export async function openSwitcher(): Promise<Pick<Target, 'url' | 'close'>> {
  const lines = new Set<net.Socket>()
  const server = net.createServer((line) => {
    lines.add(line)
    line.on('error', () => undefined)
    line.once('data', () =>
      line.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async close() {
      for (const line of lines) line.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
