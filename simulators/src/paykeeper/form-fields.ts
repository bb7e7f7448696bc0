import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The service takes forms only: JSON bodies are refused by the server (415), as a wrong client would notice there. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, new URLSearchParams(String(body)))
    },
  )
}

/** The fields of a call: those of the body of a POST, those of the address otherwise. */
export function fieldsOf(request: FastifyRequest): URLSearchParams {
  if (request.method === 'POST')
    return request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  return new URLSearchParams(request.raw.url?.split('?')[1] ?? '')
}

/** A repeated field, written `status[]=a&status[]=b` or `status[0]=a`. */
export function listOf(fields: URLSearchParams, name: string): string[] {
  return [...fields]
    .filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'))
    .map(([, value]) => value)
}

/** A field that is given and not empty. */
export function given(fields: URLSearchParams, name: string): string | null {
  const value = fields.get(name)
  return value === null || value === '' ? null : value
}

/** Business failures come with HTTP 200. */
export function refused(msg: string): { result: 'fail'; msg: string } {
  return { result: 'fail', msg }
}

export const SUCCESS = { result: 'success' } as const

export function sendHtml(reply: FastifyReply, html: string, status = 200): FastifyReply {
  return reply
    .status(status)
    .header('Cache-Control', 'no-store')
    .header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
    )
    .header('Referrer-Policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html)
}
