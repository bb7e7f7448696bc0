import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../failure.ts'

/** More than any form of ours has. */
const MOST_FIELDS = 40

/**
 * Reads multipart/form-data for the calls that take it (`takesForm`), into what the same call gets as JSON: a text stays a
 * text, a file becomes `{ type, base64 }`. The body is in memory, as JSON bodies are, and under the same limit. A file that was
 * not chosen (no name, no bytes) is absent, as browsers mean it.
 */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer): Promise<unknown> => {
      if (request.routeOptions.config.endpoint?.takesForm !== true)
        fail(9001, { reason: 'a form where none is taken' })
      const type = request.headers['content-type'] ?? ''
      const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } })
        .formData()
        .catch((cause: unknown) => fail(9001, { reason: 'a broken form', cause }))
      const entries = [...form.entries()]
      if (entries.length > MOST_FIELDS) fail(9001, { reason: 'too many fields in a form' })
      const read: [string, unknown][] = []
      for (const [name, value] of entries) {
        if (typeof value === 'string') read.push([name, value])
        else if (value.size > 0 || value.name !== '')
          read.push([
            name,
            {
              type: value.type.slice(0, 100),
              base64: Buffer.from(await value.arrayBuffer()).toString('base64'),
            },
          ])
      }
      return Object.fromEntries(read)
    },
  )
}
