import { afterEach, expect, test, vi } from 'vitest'
import { bytesBeside, readJsonBeside, screenBeside } from './beside.ts'

afterEach(() => void vi.useRealTimers())

const file = (letter: string): string => JSON.stringify({ file: { base64: letter.repeat(300_000) } })

test('a body that comes in slowly is not cut off when others have long been done', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const slow = readJsonBeside()
  const text = Buffer.from(file('A'))
  slow.add(text.subarray(0, 1000))
  await screenBeside('AAAA')
  vi.advanceTimersByTime(60_000)
  slow.add(text.subarray(1000))
  const read = await slow.end(true)
  expect('value' in read && read.held).toHaveLength(1)
  read.drop()
})

test('what is sent to the thread is counted until its call is over, and not twice', async () => {
  const before = bytesBeside()
  const reader = readJsonBeside()
  const text = Buffer.from(file('B'))
  reader.add(text)
  expect(bytesBeside() - before).toBe(text.length)
  const read = await reader.end(true)
  expect(bytesBeside() - before).toBe(text.length)
  read.drop()
  read.drop()
  reader.forget()
  expect(bytesBeside()).toBe(before)
})

test('who sends when too much is there already is told to come again', async () => {
  const most = bytesBeside() + 1_000_000
  const first = readJsonBeside(most)
  first.add(Buffer.alloc(900_000, ' '))
  const second = readJsonBeside(most)
  second.add(Buffer.alloc(100_000, ' '))
  expect(() => second.add(Buffer.from(' '))).toThrow(expect.objectContaining({ code: 9129 }))
  first.forget()
  const third = readJsonBeside(most)
  third.add(Buffer.from(`"${'x'.repeat(900_000)}"`))
  expect(await third.end(false)).toMatchObject({ value: 'x'.repeat(900_000) })
  expect(bytesBeside()).toBe(most - 1_000_000)
})
