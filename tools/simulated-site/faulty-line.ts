import http from 'node:http'
import type net from 'node:net'

/** What the line between the product and a site can suffer from. */
export interface LineFaults {
  /** No connection stands and none is taken. */
  isCut: boolean
  /** Every call waits this long before it goes on. */
  slowMs: number
  /** Answers to commands are lost: the site has done what it was asked. */
  losesAnswers: boolean
  garbage: boolean
  wrongSignature: boolean
}

export interface FaultyLine {
  readonly host: string
  readonly port: number
  readonly faults: LineFaults
  /** Puts changed faults into force: cuts what stands. */
  apply(): void
  close(): Promise<void>
}

const isCommand = (url: string | undefined): boolean => /\/(open|run)$/.test(url ?? '')

/**
 * A line over which calls pass as they are, until it is told to break them. It knows HTTP and no more: what it spoils, both ends
 * have to notice by themselves.
 * @param target `http://host:port` where the calls go on to
 */
export async function startFaultyLine(
  target: string,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<FaultyLine> {
  const to = new URL(target)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 32 })
  const faults: LineFaults = {
    isCut: false,
    slowMs: 0,
    losesAnswers: false,
    garbage: false,
    wrongSignature: false,
  }
  const sockets = new Set<net.Socket>()

  const pass = (request: http.IncomingMessage, reply: http.ServerResponse): void => {
    const onward = http.request(
      {
        agent,
        host: to.hostname,
        port: to.port,
        method: request.method,
        path: request.url,
        headers: { ...request.headers, host: to.host },
      },
      (answer) => {
        if (faults.losesAnswers && isCommand(request.url)) {
          answer.resume()
          request.socket.destroy()
          return
        }
        const { 'x-signature': signature, ...headers } = answer.headers
        if (faults.garbage) {
          answer.resume()
          reply.writeHead(200, { 'content-type': 'application/json' }).end('{"commandId":"\u0000\uFFFD<<<')
          return
        }
        reply.writeHead(answer.statusCode ?? 502, {
          ...headers,
          ...(signature === undefined
            ? {}
            : { 'x-signature': faults.wrongSignature ? `v1=${'0'.repeat(64)}` : signature }),
        })
        answer.pipe(reply)
      },
    )
    onward.on('error', () => request.socket.destroy())
    request.pipe(onward)
  }
  const server = http.createServer((request, reply) => {
    if (faults.slowMs > 0) setTimeout(() => pass(request, reply), faults.slowMs)
    else pass(request, reply)
  })
  server.on('connection', (socket) => {
    if (faults.isCut) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    host,
    port: (server.address() as net.AddressInfo).port,
    faults,
    apply() {
      if (faults.isCut) for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
