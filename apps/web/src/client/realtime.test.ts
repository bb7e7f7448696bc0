import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import './browser.fixture.ts'
import { onRealtime, startRealtime } from './realtime.ts'

const sockets: EventTarget[] = []
let reconnected: number

/** Starts a line whose sockets open when the test says so. */
function startLine() {
  const line = startRealtime(async () => await Promise.resolve(null))
  onTestFinished(line.close)
  onTestFinished(onRealtime('RECONNECTED', () => (reconnected += 1)))
  return line
}
const newest = (): EventTarget => sockets.at(-1)!

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  sockets.length = 0
  reconnected = 0
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', cookie: '' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('location', { protocol: 'https:', host: 'stowage.example' })
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      static readonly OPEN = 1
      readonly readyState = 3
      constructor() {
        super()
        sockets.push(this)
      }
      close(): void {
        this.dispatchEvent(new Event('close'))
      }
    },
  )
})

test('a line that is there at once has missed nothing; one that was lost and came back has what is shown read anew', () => {
  startLine()
  newest().dispatchEvent(new Event('open'))
  expect(reconnected).toBe(0)
  newest().dispatchEvent(new Event('close'))
  vi.advanceTimersByTime(1000)
  expect(sockets).toHaveLength(2)
  newest().dispatchEvent(new Event('open'))
  expect(reconnected).toBe(1)
})

test('so has one that came late the first time: what the page has read meanwhile may be old', () => {
  startLine()
  vi.advanceTimersByTime(5000)
  newest().dispatchEvent(new Event('open'))
  expect(reconnected).toBe(1)
})

test('after signing in a new line begins, and is late by its own time', () => {
  const line = startLine()
  newest().dispatchEvent(new Event('open'))
  vi.advanceTimersByTime(60_000)
  line.renew()
  newest().dispatchEvent(new Event('open'))
  expect(reconnected).toBe(0)
})

test('A5: a line that the server closed because it was too slow (1013) comes back and reads again what is shown', () => {
  startLine()
  newest().dispatchEvent(new Event('open'))
  newest().dispatchEvent(Object.assign(new Event('close'), { code: 1013 }))
  vi.advanceTimersByTime(1000)
  expect(sockets).toHaveLength(2)
  newest().dispatchEvent(new Event('open'))
  expect(reconnected).toBe(1)
})
