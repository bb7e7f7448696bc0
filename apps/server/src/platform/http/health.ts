import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connect.ts'
import { countParked } from '../events/parked.ts'

/**
 * GET /api/health: 200 when this server can do its work, 503 while the database is away. `parkedEvents` counts deliveries that
 * failed too often and wait for somebody (docs/operations/events.md): this server works, but watch it.
 */
export function mountHealth(app: FastifyInstance, options: { db: Database }): void {
  app.get('/api/health', { config: { rateLimit: false } }, async (_request, reply) => {
    try {
      return await reply.send({ status: 'ok', parkedEvents: await countParked(options.db) })
    } catch {
      return await reply.status(503).send({ status: 'database away' })
    }
  })
}
