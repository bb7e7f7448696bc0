import { MIMEType } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../failure.ts'

/** More than any form of ours has. */
const MOST_FIELDS = 40
/** What stands above a part's value, in bytes; browsers write a few hundred. */
const MOST_HEAD = 8 * 1024

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
      checkParts(body, boundaryOf(type))
      const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } })
        .formData()
        .catch((cause: unknown) => fail(9001, { reason: 'a broken form', cause }))
      const read: [string, unknown][] = []
      for (const [name, value] of form.entries()) {
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

function boundaryOf(type: string): string {
  let boundary: string | null = null
  try {
    boundary = new MIMEType(type).params.get('boundary')
  } catch (cause) {
    fail(9001, { reason: 'a form with a broken type', cause })
  }
  return boundary || fail(9001, { reason: 'a form without a boundary' })
}

/**
 * Counts the parts before they are taken apart: that costs a microsecond each and one for each line of their heads, which
 * for 14 MiB of nothing else is a second in which nobody is served. @throws Failure 9113
 */
function checkParts(body: Buffer, boundary: string): void {
  const delimiter = Buffer.from(`--${boundary}`)
  // The last delimiter ends the form and begins no part.
  let delimiters = 0
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.length)) {
    delimiters += 1
    if (delimiters > MOST_FIELDS + 1) fail(9113, { reason: 'too many parts in a form' })
    const head = body.subarray(at, at + delimiter.length + MOST_HEAD)
    const isCut = at + head.length < body.length
    if (isCut && !head.includes('\r\n\r\n')) fail(9113, { reason: 'a part with an endless head' })
  }
}
