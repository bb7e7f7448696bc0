import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

/** The way to a database that can be taken away and given back. */
export interface CutOff {
  readonly url: string
  away(): void
  back(): void
  close(): Promise<void>
}

/** @param url a database over its unix socket, as our own PostgreSQL is reached */
export async function cutOffDatabase(url: string): Promise<CutOff> {
  const target = new URL(url)
  const socket = `${target.searchParams.get('host')}/.s.PGSQL.5432`
  const open = new Set<net.Socket>()
  let isAway = false
  const server = net.createServer((caller) => {
    if (isAway) return void caller.destroy()
    const called = net.connect(socket)
    for (const one of [caller, called]) {
      open.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        open.delete(one)
        caller.destroy()
        called.destroy()
      })
    }
    caller.pipe(called)
    called.pipe(caller)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`,
    away() {
      isAway = true
      for (const one of open) one.destroy()
    },
    back() {
      isAway = false
    },
    async close() {
      for (const one of open) one.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
