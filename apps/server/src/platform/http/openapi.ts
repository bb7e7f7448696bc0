import { createHash } from 'node:crypto'
import { describeApi } from '@stowage/api/openapi'
import type { FastifyInstance } from 'fastify'
import { hasIt } from './kept-answers.ts'

/** GET /api/openapi.json: the description of every call, for whoever writes a client. Made at the first question. */
export function mountOpenApi(app: FastifyInstance): void {
  let kept: { readonly text: string; readonly etag: string } | undefined
  app.get('/api/openapi.json', async (request, reply) => {
    kept ??= describe()
    reply.header('ETag', kept.etag).header('Cache-Control', 'no-cache')
    if (hasIt(request.headers['if-none-match'], kept.etag)) return await reply.code(304).send()
    return await reply.type('application/json; charset=utf-8').send(kept.text)
  })
}

function describe(): { text: string; etag: string } {
  const text = JSON.stringify(describeApi())
  return { text, etag: `"${createHash('sha1').update(text).digest('base64url')}"` }
}
