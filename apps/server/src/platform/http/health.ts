import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { countParked } from '../events/parked.ts'
import { createMemo } from '../memo.ts'

interface Options {
  readonly db: Database
  readonly version: string
  /** Names of the migrations that this version needs. */
  readonly migrations: readonly string[]
  isStopping(): boolean
}

/** Balancers ask often, several of them, and whoever likes may: the database is asked once a second, also while it is away. */
const KEPT_MS = 1000

/**
 * - GET /api/live: this process answers. Nothing else: who restarts what does not answer must not restart it because the
 *   database is away.
 * - GET /api/ready: whether calls may be sent here; 503 with the reasons while it stops, without database or before its migrations.
 * - GET /api/health: 200 when this server can do its work, 503 while the database is away. `parkedEvents` counts deliveries that
 *   failed too often and wait for somebody (docs/operations/events.md): this server works, but watch it. Both are at most a second old.
 */
export function mountHealth(app: FastifyInstance, options: Options): void {
  const { db } = options
  const unmet = createMemo(async (): Promise<string[]> => {
    const names = [...options.migrations]
    try {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from migration where name = any(${names}::text[])`.execute(db)
      return rows[0]?.count === names.length ? [] : ['migrations of this version are missing in the database']
    } catch {
      return ['database away']
    }
  }, KEPT_MS)
  const parked = createMemo(async () => await countParked(db).catch(() => undefined), KEPT_MS)
  const open = { config: { rateLimit: false } } as const

  app.get(
    '/api/live',
    open,
    async (_request, reply) => await reply.send({ status: 'ok', version: options.version }),
  )
  app.get('/api/ready', open, async (_request, reply) => {
    const reasons = [...(options.isStopping() ? ['stopping'] : []), ...(await unmet.get())]
    reply.header('Cache-Control', 'no-store')
    return reasons.length === 0
      ? await reply.send({ status: 'ready' })
      : await reply.status(503).send({ status: 'not ready', reasons })
  })
  app.get('/api/health', open, async (_request, reply) => {
    const parkedEvents = await parked.get()
    reply.header('Cache-Control', 'no-store')
    return parkedEvents === undefined
      ? await reply.status(503).send({ status: 'database away' })
      : await reply.send({ status: 'ok', parkedEvents })
  })
  // Whoever keeps a connection to a server that stops is to come back over another one.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (options.isStopping()) reply.header('Connection', 'close')
    done(null, payload)
  })
}
