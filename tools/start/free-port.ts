import net from 'node:net'
import { randomInt } from 'node:crypto'

/**
 * Where the systems we run on take no ports for calls that go out (Linux begins at 32768, macOS and Windows at 49152): a port of
 * theirs that is free now may be one of the browser's own calls a moment later, and the product could not listen on it.
 */
const FIRST = 15_000
const BEHIND_LAST = 32_000
const TRIES = 50

/** A port of this machine that nobody listens on, and that no call which goes out will take. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = randomInt(FIRST, BEHIND_LAST)
    if (await isFree(port, host)) return port
  }
  throw new Error(`no free port between ${FIRST} and ${BEHIND_LAST}`)
}

async function isFree(port: number, host: string): Promise<boolean> {
  const server = net.createServer()
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, host, () => resolve(true))
  })
  if (listens) await new Promise((resolve) => server.close(resolve))
  return listens
}
