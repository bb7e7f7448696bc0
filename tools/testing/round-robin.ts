import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'

/** A balancer that sends each call to the next server, and past one that does not take it. */
export interface Balancer {
  readonly url: string
  readonly port: number
  /** How many calls each has been given. */
  readonly given: ReadonlyMap<number, number>
  close(): Promise<void>
}

/**
 * No sessions, no memory of who went where; live connections go to the next one as well. What was refused before a byte was
 * answered goes on to the next server when it can be done twice, as any balancer does.
 */
export async function startRoundRobin(ports: readonly number[]): Promise<Balancer> {
  let turn = 0
  const given = new Map(ports.map((port) => [port, 0]))
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 })
  const portOf = (at: number): number => {
    const port = ports[at % ports.length] ?? 0
    given.set(port, (given.get(port) ?? 0) + 1)
    return port
  }
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    // Others take turns meanwhile: who was refused goes to the next one from where he was, not to whoever is next for them.
    request.on('end', () => forward(turn++, ports.length))
    function forward(at: number, left: number): void {
      const onward = http.request(
        {
          agent,
          host: '127.0.0.1',
          port: portOf(at),
          method: request.method,
          path: request.url,
          headers: request.headers,
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
          answer.pipe(response)
          answer.on('error', () => response.destroy())
        },
      )
      onward.on('error', (error) => {
        const isRefused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
        if (response.headersSent) response.destroy()
        else if (left > 1 && (isRefused || request.method === 'GET')) forward(at + 1, left - 1)
        else response.writeHead(502).end()
      })
      onward.end(Buffer.concat(parts))
    }
  })
  server.on('upgrade', (request, socket, head) => {
    const onward = net.connect(portOf(turn++), '127.0.0.1', () => {
      const headers = request.rawHeaders
        .map((word, at) => (at % 2 === 0 ? `${word}: ` : `${word}\r\n`))
        .join('')
      onward.write(`GET ${request.url} HTTP/1.1\r\n${headers}\r\n`)
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    for (const one of [onward, socket]) {
      one.on('error', () => {
        onward.destroy()
        socket.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    given,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
