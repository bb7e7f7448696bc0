import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { answeredOnce, webAddress } from './answered-once.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('location', { href: 'https://stowage.example/book' })
})

const lost = () => new ApiError(0, [])
const refused = (status: number, code: number) => new ApiError(status, [{ code, message: '' }])
const noWait = async (): Promise<void> => undefined

/** Answers in turn: an error is thrown, anything else returned; remembers the keys it was asked under. */
function server(...answers: readonly unknown[]) {
  const keys: string[] = []
  const act = async (key: string): Promise<unknown> => {
    const answer = answers[keys.length]
    keys.push(key)
    if (answer instanceof Error) throw answer
    return answer
  }
  return { keys, act }
}

test('a lost line is tried again at once, under the same key', async () => {
  const { keys, act } = server(lost(), lost(), 'booked')
  await expect(answeredOnce(['book', 1], act, noWait)).resolves.toBe('booked')
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

test('what stayed without an answer keeps its key when it is pressed again, and another deed has its own', async () => {
  const first = server(lost(), lost(), lost())
  await expect(answeredOnce(['book', 1], first.act, noWait)).rejects.toThrow('no answer')
  const other = server('ok')
  await answeredOnce(['book', 2], other.act, noWait)
  const again = server('booked')
  await answeredOnce(['book', 1], again.act, noWait)
  expect(again.keys[0]).toBe(first.keys[0])
  expect(other.keys[0]).not.toBe(first.keys[0])
})

test('a server that broke may have done it: the key stays, but nothing is repeated by itself', async () => {
  const broken = server(refused(503, 1))
  await expect(answeredOnce(['pay'], broken.act, noWait)).rejects.toMatchObject({ status: 503 })
  expect(broken.keys).toHaveLength(1)
  const again = server('paid')
  await answeredOnce(['pay'], again.act, noWait)
  expect(again.keys[0]).toBe(broken.keys[0])
})

test('an answer, yes or no, ends the deed: the next one is another', async () => {
  const keys: string[] = []
  for (const answer of ['booked', refused(409, 6001), 'booked']) {
    const { act, keys: asked } = server(answer)
    await answeredOnce(['book', 1], act, noWait).catch(() => undefined)
    keys.push(...asked)
  }
  expect(new Set(keys).size).toBe(3)
})

test.each([
  ['https://pay.example/bill/1', 'https://pay.example/bill/1'],
  ['http://127.0.0.1:4000/x', 'http://127.0.0.1:4000/x'],
  ['/payment-success', 'https://stowage.example/payment-success'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  [undefined, null],
  ['http://', null],
])('a page to be sent to: %s', (url, expected) => expect(webAddress(url)).toBe(expected))
