import fs from 'node:fs'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

const CSP = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "form-action 'self'",
  ].join('; ')

/**
 * Serves the built web app: hashed assets for a year, every other address the one page with a fresh nonce. Without a
 * build the server still answers the API and says what is missing.
 */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  const page = path.join(folder, 'index.html')
  if (!fs.existsSync(page)) {
    app.get(
      '/',
      async (_request, reply) =>
        await reply.type('text/plain').send('The web app is not built: npm run build'),
    )
    return
  }
  const html = fs.readFileSync(page, 'utf8')
  const send = async (reply: FastifyReply): Promise<FastifyReply> => {
    const nonce = randomBytes(16).toString('base64')
    return await reply
      .header('Content-Security-Policy', CSP(nonce))
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll('__NONCE__', nonce))
  }
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: cacheFor,
  })
  app.get('/*', { config: { rateLimit: false } }, async (request, reply) => {
    const [, first, ...rest] = new URL(request.url, 'http://localhost').pathname.split('/')
    // No screen has `api` in its address: who calls one that nobody serves, here or below a part that is not mounted, is a
    // machine, and a page with status 200 would tell it that all is well.
    if (first === 'assets' || first === 'api' || rest.includes('api')) return reply.callNotFound()
    return await send(reply)
  })
  app.get('/', async (_request, reply) => await send(reply))
}

function cacheFor(reply: { header(name: string, value: string): unknown }, file: string): void {
  reply.header(
    'Cache-Control',
    /[/\\]assets[/\\]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
  )
}
