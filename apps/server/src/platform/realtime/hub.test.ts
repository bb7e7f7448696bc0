import websocket from '@fastify/websocket'
import fastify, { type FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Actor } from '../http/actor.ts'
import { createHub, type Hub } from './hub.ts'

const STAFF = 'staff of the first stock'
const actorOf = (token: string): Actor | null =>
  token === 'unknown'
    ? null
    : {
        id: token,
        platformRole: token === STAFF ? 'staff' : token === 'super' ? 'superUser' : 'client',
        grants: new Set(token === STAFF ? ['boxes.read'] : []),
        stockId: token === STAFF ? 'first' : null,
        language: 'en',
        familyId: null,
        impersonatedBy: null,
      }

let app: FastifyInstance
let hub: Hub
let actors: Map<string, Actor | null>
const clients: WebSocket[] = []
beforeEach(async () => {
  actors = new Map()
  app = fastify({ trustProxy: ['127.0.0.1'] })
  await app.register(websocket)
  hub = createHub(app, {
    authenticate: async (token) => await Promise.resolve(actorOf(token)),
    actorById: async (id) => await Promise.resolve(actors.get(id) ?? null),
    publicUrl: 'https://stowage.example',
    log: pino({ level: 'silent' }),
    visitorsPerAddress: 5,
    lastFact: () => 7,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.terminate()
  hub.close()
  await app.close()
})

interface Page {
  readonly socket: WebSocket
  readonly heard: unknown[]
  readonly closed: Promise<number>
}

/** @param from the caller's address as a trusted proxy says it */
async function open(from = '192.0.2.1', headers: Record<string, string> = {}): Promise<Page> {
  const { port } = app.server.address() as { port: number }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, {
    headers: { 'x-forwarded-for': from, ...headers },
  })
  clients.push(socket)
  const heard: unknown[] = []
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { actionType: string }
    if (message.actionType !== 'SET_CONNECTION_ID') heard.push(message)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return { socket, heard, closed }
}

async function signIn(token: string, from?: string): Promise<Page> {
  const page = await open(from)
  const before = page.heard.length
  page.socket.send(JSON.stringify({ actionType: 'SET_CONNECTION_USER_META', payload: { authToken: token } }))
  await expect
    .poll(() => {
      hub.send({ accounts: [token] }, { actionType: 'SIGNED_IN', payload: null })
      return page.heard.length
    })
    .toBeGreaterThan(before)
  await settled(page)
  page.heard.length = 0
  return page
}

/** All that was sent by now is heard. */
async function settled(page: Page): Promise<void> {
  await new Promise((resolve) => {
    page.socket.once('pong', resolve)
    setTimeout(() => page.socket.ping(), 30)
  })
}

const message = { actionType: 'TOLD', payload: { n: 1 } }
const framed = { ...message, fact: 7 }

describe('A7: the hub', () => {
  test('tells those whom it concerns and no other', async () => {
    const pages = {
      visitor: await open(),
      client: await signIn('a client'),
      staff: await signIn(STAFF),
      boss: await signIn('super'),
    }
    const who = async (audience: Parameters<Hub['send']>[0]): Promise<string[]> => {
      hub.send(audience, message)
      for (const page of Object.values(pages)) await settled(page)
      const heard = Object.entries(pages).filter(([, page]) => page.heard.length > 0)
      for (const [, page] of heard) expect(page.heard.splice(0)).toEqual([framed])
      return heard.map(([name]) => name)
    }
    expect(await who({ everybody: true })).toEqual(['visitor', 'client', 'staff', 'boss'])
    expect(await who({ signedIn: true })).toEqual(['client', 'staff', 'boss'])
    expect(await who({ visitors: true })).toEqual(['visitor'])
    expect(await who({ accounts: ['a client'] })).toEqual(['client'])
    expect(await who({ staff: { stockId: 'first', permission: 'boxes.read' } })).toEqual(['staff', 'boss'])
    expect(await who({ staff: { stockId: 'second', permission: 'boxes.read' } })).toEqual(['boss'])
    expect(await who({ staff: { stockId: 'first', permission: 'contracts.read' } })).toEqual(['boss'])
    expect(await who({ staff: { stockId: null, without: 'boxes.read' } })).toEqual([])
  })

  test('closes who signs in with a token of nobody, whose account ended, and who comes from another page', async () => {
    const stranger = await open()
    stranger.socket.send(
      JSON.stringify({ actionType: 'SET_CONNECTION_USER_META', payload: { authToken: 'unknown' } }),
    )
    expect(await stranger.closed).toBe(4401)
    const gone = await signIn('a client')
    hub.disconnect('a client')
    expect(await gone.closed).toBe(4401)
    const elsewhere = await open('192.0.2.1', { origin: 'https://evil.example' })
    expect(await elsewhere.closed).toBe(4403)
  })

  test('an account whose rights changed hears by those that it has now', async () => {
    const staff = await signIn(STAFF)
    actors.set(STAFF, { ...actorOf(STAFF)!, stockId: 'second' })
    hub.refresh(STAFF)
    await expect
      .poll(() => {
        hub.send({ staff: { stockId: 'second' } }, message)
        return staff.heard.length
      })
      .toBeGreaterThan(0)
    await settled(staff)
    staff.heard.length = 0
    hub.send({ staff: { stockId: 'first' } }, message)
    await settled(staff)
    expect(staff.heard).toEqual([])
  })
})

test('A5: a socket for which too much waits is closed with 1013, after all that it was sent; others hear on', async () => {
  const slow = await signIn('slow')
  const quick = await signIn('quick')
  slow.socket.pause()
  const large = { actionType: 'LARGE', payload: 'x'.repeat(256 * 1024) }
  let sent = 0
  // What the system keeps for a connection that is not read is some megabytes.
  for (; sent < 400; sent += 1) {
    hub.send({ accounts: ['slow'] }, large)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  slow.socket.resume()
  expect(await slow.closed).toBe(1013)
  expect(slow.heard.length).toBeGreaterThan(0)
  expect(slow.heard.length).toBeLessThan(sent)
  hub.send({ everybody: true }, message)
  await settled(quick)
  expect(quick.heard).toEqual([framed])
})

describe('B12: sockets that have not signed in', () => {
  test('are at most so many from one address; who signed in and other addresses are not counted', async () => {
    for (let one = 0; one < 7; one += 1) await signIn(`client ${one}`)
    const pages = await Promise.all(Array.from({ length: 5 }, async () => await open()))
    await expect(open()).rejects.toThrow('429')
    await open('192.0.2.2')
    const [first] = pages
    first!.socket.close()
    await first!.closed
    await expect.poll(async () => await open().then(() => 'open', String)).toBe('open')
    await expect(open()).rejects.toThrow('429')
  })

  test('a flood at once leaves no more open than may be', async () => {
    await Promise.allSettled(Array.from({ length: 100 }, async () => await open()))
    await expect.poll(() => hub.size()).toBe(5)
  })
})
