import type { FastifyInstance } from 'fastify'
import type pg from 'pg'

/** GET /api/health: 200 when this server can do its work, 503 while the database is away. */
export function mountHealth(app: FastifyInstance, options: { pool: pg.Pool }): void {
  app.get('/api/health', { config: { rateLimit: false } }, async (_request, reply) => {
    try {
      await options.pool.query('select 1')
      return await reply.send({ status: 'ok' })
    } catch {
      return await reply.status(503).send({ status: 'database away' })
    }
  })
}
