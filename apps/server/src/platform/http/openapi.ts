import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Language } from './actor.ts'
import { hasIt } from './kept-answers.ts'

interface Kept {
  readonly text: string
  readonly etag: string
}

/**
 * GET /api/openapi.json: the description of every call, for whoever writes a client, with what each code says in his language.
 * Made, and what makes it loaded, at the first question.
 */
export function mountOpenApi(app: FastifyInstance): void {
  const kept = new Map<Language, Kept>()
  app.get('/api/openapi.json', async (request, reply) => {
    const { language } = request
    const { text, etag } = kept.get(language) ?? (await describe(language))
    kept.set(language, { text, etag })
    reply
      .header('ETag', etag)
      .header('Cache-Control', 'no-cache')
      .header('Vary', 'X-Language, Accept-Language')
    if (hasIt(request.headers['if-none-match'], etag)) return await reply.code(304).send()
    return await reply.type('application/json; charset=utf-8').send(text)
  })
}

async function describe(language: Language): Promise<Kept> {
  const { describeApi } = await import('@stowage/api/openapi')
  const { errorText } = await import('@stowage/texts/errors/index.ts')
  const text = JSON.stringify(describeApi({ sentenceOf: (code) => errorText(code, language) }))
  return { text, etag: `"${createHash('sha1').update(text).digest('base64url')}"` }
}
