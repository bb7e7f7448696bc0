import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Pages of ours without anything of anybody: no script but their own, and nothing is called. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/**
 * Serves the built documentation under `/help/`, to everybody. Where it was not built there is none: the web app says that
 * nothing is there, as for any address.
 */
export async function serveHelp(app: FastifyInstance, folder: string): Promise<void> {
  const missing = path.join(folder, '404.html')
  if (!fs.existsSync(missing)) return
  const page = fs.readFileSync(missing, 'utf8')
  app.get(
    '/help',
    { config: { rateLimit: false } },
    async (_request, reply) => await reply.redirect('/help/'),
  )
  await app.register(
    async (part) => {
      part.addHook('onSend', async (_request, reply) => {
        void reply.header('Content-Security-Policy', CSP)
      })
      part.setNotFoundHandler(
        async (_request, reply) => await reply.code(404).type('text/html; charset=utf-8').send(page),
      )
      await part.register(fastifyStatic, {
        root: folder,
        prefix: '/',
        decorateReply: false,
        dotfiles: 'ignore',
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply) => void reply.header('Cache-Control', 'no-cache'),
      })
    },
    { prefix: '/help' },
  )
}
