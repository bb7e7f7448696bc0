import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'
import { type BareSite, openRoute } from './bare/open.ts'
import { bareRoutes } from './bare/routes.ts'
import { volumeRoutes } from './bare/volume-routes.ts'
import { endWithParent, tell } from './children.ts'

// The limit that the product is held against: node:http and pg and nothing else, on the same PostgreSQL.
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 10,
  // Helpers answer sooner and cost more: it is held to the CPU.
  options: '-c max_parallel_workers_per_gather=0',
})
const sockets = new Set<WebSocket>()
const site = JSON.parse(process.env['BENCH_BARE_SITE'] ?? 'null') as BareSite | null
const routes = {
  ...bareRoutes(pool),
  ...volumeRoutes(pool),
  ...(site ? { 'PUT /open': openRoute(pool, site, sockets) } : {}),
}

const server = http.createServer((request, response) => {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const route = routes[`${request.method} ${path}` as keyof typeof routes]
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => (text += part))
  request.on('end', () => {
    const answer = async (): Promise<string> => {
      if (!route) throw new Error(`no such call: ${request.method} ${request.url}`)
      return await route(
        text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
        new URLSearchParams(query),
      )
    }
    answer().then(
      (body) => {
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        })
        response.end(body)
      },
      (error: unknown) => {
        console.error(error)
        response.writeHead(500, { 'content-length': 0 }).end()
      },
    )
  })
})
const live = new WebSocketServer({ server, path: '/socket', perMessageDeflate: false })
live.on('connection', (socket) => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  socket.on('error', () => socket.terminate())
})
server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as AddressInfo).port }))
endWithParent(async () => {
  for (const socket of sockets) socket.terminate()
  server.closeAllConnections()
  await pool.end()
})
