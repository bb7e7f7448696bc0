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
  const pages = new Map(
    Object.entries(readPreloads(folder)).map(([path, files]) => [path, withPreloads(html, files)]),
  )
  const send = async (reply: FastifyReply, pathname: string): Promise<FastifyReply> => {
    const nonce = randomBytes(16).toString('base64')
    return await reply
      .header('Content-Security-Policy', CSP(nonce))
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send((pages.get(pathname) ?? html).replaceAll('__NONCE__', nonce))
  }
  await app.register(async (files) => {
    // The plugin takes no settings for its routes.
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, isFile: true }
    })
    await files.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: cacheFor,
    })
  })
  app.get('/*', { config: { rateLimit: false } }, async (request, reply) => {
    // Not read as an address: `//[` is none, and nobody's fault here.
    const [pathname = '/'] = request.url.split(/[?#]/, 1)
    const [, first, ...rest] = pathname.split('/')
    // No screen has `api` in its address: who calls one that nobody serves, here or below a part that is not mounted, is a
    // machine, and a page with status 200 would tell it that all is well.
    if (first === 'assets' || first === 'api' || rest.includes('api')) return reply.callNotFound()
    return await send(reply, pathname)
  })
  app.get('/', { config: { rateLimit: false } }, async (_request, reply) => await send(reply, '/'))
}

/** What the build says that pages of arrival need beside the entry; a build without it is served as it is. */
function readPreloads(folder: string): Readonly<Record<string, readonly string[]>> {
  const file = path.join(folder, 'preload.json')
  if (!fs.existsSync(file)) return {}
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string[]>
}

/**
 * Names the files that the page does not name yet: they come with the entry, not when that has run. Style sheets go behind what the
 * page shows by itself, which they would keep back in the head.
 */
function withPreloads(html: string, files: readonly string[]): string {
  const missing = files.filter((file) => !html.includes(`/${file}"`))
  const sheets = missing.filter((file) => file.endsWith('.css'))
  const scripts = missing.filter((file) => !file.endsWith('.css'))
  return html
    .replace(
      '</head>',
      `${scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')}</head>`,
    )
    .replace(
      '</body>',
      `${sheets.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join('')}</body>`,
    )
}

function cacheFor(reply: { header(name: string, value: string): unknown }, file: string): void {
  reply.header(
    'Cache-Control',
    /[/\\]assets[/\\]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
  )
}
