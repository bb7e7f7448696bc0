import { once } from 'node:events'
import net from 'node:net'
import { endpoint } from '@stowage/api/endpoint'
import { fastify } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCallers } from './callers.ts'

const page = endpoint({
  module: 'reports',
  method: 'GET',
  path: 'page',
  summary: 'A page',
  access: 'public',
})

describe('calls that are counted', () => {
  const app = fastify()
  const callers = createCallers(() => 0)
  const open = Promise.withResolvers<void>()
  callers.mount(app)
  app.get('/api/page', { config: { endpoint: page } }, async () => await open.promise.then(() => 'done'))
  app.get('/api/quick', { config: { endpoint: page } }, async () => 'done')
  app.get('/api/ready', async () => 'yes')

  test('a probe is nobody; whoever hangs up is not waited for', async () => {
    await app.inject('/api/ready')
    expect(callers.areHere()).toBe(false)

    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = net.connect((app.server.address() as net.AddressInfo).port, '127.0.0.1')
    socket.write('GET /api/page HTTP/1.1\r\nhost: x\r\n\r\n')
    await vi.waitFor(() => expect(callers.areHere()).toBe(true), { timeout: 30_000 })
    let isGap = false
    const gap = callers.gap(60_000).then(() => (isGap = true))
    // An answer to another one is no gap.
    await app.inject('/api/quick')
    expect(isGap).toBe(false)
    socket.destroy()
    await once(socket, 'close')
    await gap
    open.resolve()
    await app.close()
  })
})

describe('who is there', () => {
  let now = 0
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('somebody who was answered stays for a while', () => {
    const callers = createCallers(() => now)
    expect(callers.areHere()).toBe(false)
    const over = callers.came()
    now = 600_000
    expect(callers.areHere()).toBe(true)
    over()
    now += 29_000
    expect(callers.areHere()).toBe(true)
    now += 2000
    expect(callers.areHere()).toBe(false)
  })

  test('a gap is where the last of several calls ends, not before, and twice over is once', async () => {
    const callers = createCallers(() => now)
    const [first, second] = [callers.came(), callers.came()]
    let isGap = false
    const gap = callers.gap(1000).then(() => (isGap = true))
    first()
    first()
    await vi.advanceTimersByTimeAsync(500)
    expect(isGap).toBe(false)
    second()
    await gap
    // Nothing is under way: at once.
    await callers.gap(1000)
  })

  test('where calls never end a gap is waited for so long and no longer, and not by a process that stops', async () => {
    const callers = createCallers(() => now)
    callers.came()
    const said: string[] = []
    const stopping = new AbortController()
    void callers.gap(1000).then(() => said.push('time is over'))
    void callers.gap(5000, stopping.signal).then(() => said.push('stopped'))
    await vi.advanceTimersByTimeAsync(999)
    expect(said).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(said).toEqual(['time is over'])
    stopping.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(said).toEqual(['time is over', 'stopped'])
    await callers.gap(5000, stopping.signal)
    expect(vi.getTimerCount()).toBe(0)
  })
})
