import http from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * `through`: whole; `silent`: taken and never answered; `html`, `error`: somebody else answers; `deaf`: what changes something
 * arrives, and the answer to it is lost.
 */
export type LineState = 'through' | 'silent' | 'html' | 'error' | 'deaf'

/** The line between an adapter and its simulator, to be cut in every way a line is cut. */
export interface CutLine {
  readonly url: string
  set(state: LineState): void
  /** An address at which nobody listens. */
  readonly nobodyUrl: string
  close(): Promise<void>
}

export async function openLine(target: string): Promise<CutLine> {
  let state: LineState = 'through'
  const server = http.createServer((request, response) => {
    const now = state
    if (now === 'silent') return
    if (now === 'html') return void response.end('<html><body>Maintenance</body></html>')
    if (now === 'error') return void response.writeHead(500, { 'stripe-should-retry': 'false' }).end('oops')
    const { hostname, port } = new URL(target)
    const onward = http.request(
      { hostname, port, method: request.method, path: request.url, headers: request.headers, agent: false },
      (answer) => {
        if (now === 'deaf' && request.method === 'POST') {
          answer.resume()
          answer.on('end', () => request.socket.destroy())
          return
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => request.socket.destroy())
    request.pipe(onward)
  })
  const port = await listen(server)
  const nobody = http.createServer()
  const deadPort = await listen(nobody)
  await close(nobody)
  return {
    url: `http://127.0.0.1:${port}`,
    nobodyUrl: `http://127.0.0.1:${deadPort}`,
    set: (next) => {
      state = next
    },
    close: async () => await close(server),
  }
}

export async function listen(server: http.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

export async function close(server: http.Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
