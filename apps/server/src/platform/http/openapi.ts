import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { hasIt } from './kept-answers.ts'

/**
 * GET /api/openapi.json: the description of every call, for whoever writes a client. Made, and what makes it loaded, at the first
 * question.
 */
export function mountOpenApi(app: FastifyInstance): void {
  let kept: { readonly text: string; readonly etag: string } | undefined
  app.get('/api/openapi.json', async (request, reply) => {
    kept ??= await describe()
    reply.header('ETag', kept.etag).header('Cache-Control', 'no-cache')
    if (hasIt(request.headers['if-none-match'], kept.etag)) return await reply.code(304).send()
    return await reply.type('application/json; charset=utf-8').send(kept.text)
  })
}

async function describe(): Promise<{ text: string; etag: string }> {
  const { describeApi } = await import('@stowage/api/openapi')
  const text = JSON.stringify(describeApi())
  return { text, etag: `"${createHash('sha1').update(text).digest('base64url')}"` }
}
