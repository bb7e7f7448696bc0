import { once } from 'node:events'
import net from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { endCalls, exitCodeWithin } from './stop.ts'

const log = createLog('silent')
const sockets: net.Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** A server whose call is answered when told to. */
async function start(): Promise<{
  app: FastifyInstance
  port: number
  called: Promise<void>
  answer(): void
}> {
  const [called, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  const app = fastify({ forceCloseConnections: 'idle' })
  app.post('/', async () => {
    called.resolve()
    return await answered.promise
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as net.AddressInfo
  return { app, port, called: called.promise, answer: () => answered.resolve('done') }
}

/** A connection on which a call has come, whole or in part. */
async function send(port: number, text: string): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n${text}`)
  return socket
}

test('a call that runs is answered; nothing was cut', async () => {
  const { app, port, called, answer } = await start()
  const socket = await send(port, 'Content-Length: 0\r\n\r\n')
  await called
  const ending = endCalls(app, 60_000)
  const said = once(socket, 'data')
  answer()
  expect(String((await said)[0])).toMatch(/^HTTP\/1\.1 200 OK[^]*done$/)
  expect(await ending).toBe(true)
})

test.each([
  ['is never answered', 'Content-Length: 0\r\n\r\n'],
  ['never comes whole', 'Content-Length: 100\r\n\r\nabc'],
])('a call that %s is cut at the limit', async (_name, text) => {
  const { app, port } = await start()
  const socket = await send(port, text)
  await once(app.server, 'request')
  const gone = once(socket, 'close')
  expect(await endCalls(app, 50)).toBe(false)
  await gone
})

test('the exit code is 0 only for what has ended by itself and in time', async () => {
  expect(await exitCodeWithin(60_000, Promise.resolve(), log)).toBe(0)
  expect(await exitCodeWithin(60_000, Promise.reject(new Error('cut')), log)).toBe(1)
  expect(await exitCodeWithin(20, new Promise(() => undefined), log)).toBe(1)
})
