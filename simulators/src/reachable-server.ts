import type { Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A listening HTTP server that can be cut off and come back on the same port. */
export interface ReachableServer {
  readonly host: string
  readonly port: number
  /** Where a client on this machine reaches it: a wildcard host becomes loopback. */
  readonly baseUrl: string
  setDown(down: boolean): void
  isDown(): boolean
  close(): Promise<void>
}

/** Starts `app` on a port of its own (0: any free one). While down, every connection is cut before a byte is read. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<ReachableServer> {
  const sockets = new Set<Socket>()
  let down = false
  app.server.on('connection', (socket: Socket) => {
    if (down) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await app.listen({ host, port })
  const bound = app.server.address() as AddressInfo
  const name = reachableHost(host)
  return {
    host: name,
    port: bound.port,
    baseUrl: `http://${name.includes(':') ? `[${name}]` : name}:${bound.port}`,
    isDown: () => down,
    setDown: (now) => {
      down = now
      if (down) for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await app.close()
    },
  }
}

/** The address to call for a server that listens on `host`. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
