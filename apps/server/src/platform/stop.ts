import type { FastifyInstance } from 'fastify'
import type { Log } from './log.ts'

/**
 * No new calls; those that run end by themselves. What has not ended after `withinMs` (a body that never comes whole, an
 * outside that hangs) is cut, so that one caller cannot keep a server from going down.
 * @returns whether all ended by themselves
 */
export async function endCalls(app: FastifyInstance, withinMs: number): Promise<boolean> {
  let areCut = false
  const cut = setTimeout(() => {
    areCut = true
    app.server.closeAllConnections()
  }, withinMs)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
  return !areCut
}

/**
 * Waits for a server that goes down, and not longer than it may take.
 * @returns the exit code: 0 only if everything has ended as it should. Work that was cut is done by the next start
 */
export async function exitCodeWithin(withinMs: number, closing: Promise<void>, log: Log): Promise<number> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), withinMs)
  try {
    if ((await Promise.race([closing, late])) !== 'late') return 0
    log.error({ withinMs }, 'not everything has ended in time; going down without it')
  } catch (error) {
    log.error({ err: error }, 'the server did not go down cleanly')
  } finally {
    clearTimeout(timer)
  }
  return 1
}
