import { describe, expect, test, vi } from 'vitest'
import { accepted, createKeptAnswers, hasIt, type MadeAnswer } from './kept-answers.ts'

const instant = (minute: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(minute * 60_000)

function createBench(options: { maxBytes?: number; maxAgeMs?: number } = {}) {
  let minute = 0
  const kept = createKeptAnswers({ clock: { now: () => instant(minute) }, ...options })
  return { kept, setMinute: (next: number) => (minute = next) }
}

/** A maker that answers when it is told to. */
function slow(): {
  make: () => Promise<MadeAnswer | undefined>
  finish: (made: MadeAnswer | undefined) => void
  fail: (error: Error) => void
  calls: () => number
} {
  const begun: PromiseWithResolvers<MadeAnswer | undefined>[] = []
  return {
    make: async () => {
      const waiting = Promise.withResolvers<MadeAnswer | undefined>()
      begun.push(waiting)
      return await waiting.promise
    },
    finish: (made) => begun.at(-1)?.resolve(made),
    fail: (reason) => begun.at(-1)?.reject(reason),
    calls: () => begun.length,
  }
}

const text = (answer: { plain: Buffer } | undefined): string | undefined => answer?.plain.toString()

describe('answers kept until dropped', () => {
  test('one in the making when its thing changes is given to nobody who asks afterwards', async () => {
    const { kept } = createBench()
    const [old, fresh] = [slow(), slow()]
    const before = kept.get('stock', 'public', old.make)
    kept.drop('stock')
    const after = kept.get('stock', 'public', fresh.make)
    fresh.finish({ json: '"new"' })
    expect(text(await after)).toBe('"new"')
    old.finish({ json: '"old"' })
    expect(text(await before)).toBe('"old"')
    expect(text(await kept.get('stock', 'public', old.make))).toBe('"new"')
    expect([old.calls(), fresh.calls()]).toEqual([1, 1])
  })

  test('a failure is told to all who wait and not kept', async () => {
    const { kept } = createBench()
    const maker = slow()
    const [one, two] = [kept.get('a', 'x', maker.make), kept.get('a', 'x', maker.make)]
    maker.fail(new Error('database away'))
    await expect(one).rejects.toThrow('database away')
    await expect(two).rejects.toThrow('database away')
    const again = kept.get('a', 'x', maker.make)
    maker.finish({ json: '1' })
    expect(text(await again)).toBe('1')
    expect(maker.calls()).toBe(2)
  })

  test('nothing found is asked again each time, so that made-up ids fill no memory', async () => {
    const { kept } = createBench()
    const make = vi.fn(async () => undefined)
    expect(await kept.get('a', 'x', make)).toBeUndefined()
    expect(await kept.get('a', 'x', make)).toBeUndefined()
    expect(make).toHaveBeenCalledTimes(2)
  })

  test('names are dropped by themselves, groups whole, a name everywhere', async () => {
    const { kept } = createBench()
    const made: string[] = []
    const ask = async (group: string, name: string): Promise<unknown> =>
      await kept.get(group, name, async () => (made.push(group + name), { json: '1' }))
    const askAll = async (): Promise<void> => {
      for (const key of ['ap', 'as', 'bp', 'bs']) await ask(key[0]!, key[1]!)
    }
    await askAll()
    made.length = 0
    kept.drop('a', 's')
    await askAll()
    expect(made.splice(0)).toEqual(['as'])
    kept.drop('a')
    await askAll()
    expect(made.splice(0)).toEqual(['ap', 'as'])
    kept.dropEverywhere('s')
    await askAll()
    expect(made.splice(0)).toEqual(['as', 'bs'])
  })

  test('right only within its span of business time, and after a while not believed at all', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
    const { kept, setMinute } = createBench({ maxAgeMs: 30 })
    const make = vi.fn(async () => ({ json: '1', right: { from: instant(10), until: instant(20) } }))
    setMinute(10)
    for (const [minute, calls] of [
      [10, 1],
      [19, 1],
      [20, 2],
      [9, 3],
    ] as const) {
      setMinute(minute)
      await kept.get('a', 'x', make)
      expect(make, `minute ${minute}`).toHaveBeenCalledTimes(calls)
    }
    setMinute(15)
    await kept.get('a', 'x', make)
    now.mockReturnValue(1040)
    await kept.get('a', 'x', make)
    expect(make).toHaveBeenCalledTimes(4)
    now.mockRestore()
  })

  test('beyond the limit what was made longest ago goes', async () => {
    const { kept } = createBench({ maxBytes: 250 })
    const make = vi.fn(async () => ({ json: 'x'.repeat(100) }))
    for (const group of ['a', 'b', 'c']) await kept.get(group, 'p', make)
    await kept.get('b', 'p', make)
    await kept.get('c', 'p', make)
    expect(make).toHaveBeenCalledTimes(3)
    await kept.get('a', 'p', make)
    expect(make).toHaveBeenCalledTimes(4)
  })

  test('equal bytes, equal tag; other bytes, another', async () => {
    const { kept } = createBench()
    const tag = async (group: string, json: string): Promise<string | undefined> =>
      (await kept.get(group, 'x', async () => ({ json })))?.etag
    expect(await tag('a', '[1]')).toBe(await tag('b', '[1]'))
    expect(await tag('c', '[2]')).not.toBe(await tag('b', '[1]'))
  })
})

test.each([
  ['W/"a"', true],
  ['"a"', true],
  ['"b" , W/"a"', true],
  ['*', true],
  [' * ', true],
  ['"b"', false],
  ['', false],
  [undefined, false],
  ['a', false],
])('If-None-Match %s', (header, expected) => {
  expect(hasIt(header, 'W/"a"')).toBe(expected)
})

test.each([
  ['gzip;q=1.0, br;q=0.1', 'br'],
  ['GZIP', 'gzip'],
  ['br; q=0', undefined],
  ['*;q=0', undefined],
  ['*;q=0, gzip', 'gzip'],
  ['deflate', undefined],
  ['', undefined],
  ['gzip;q=x', 'gzip'],
] as const)('Accept-Encoding %s', (header, expected) => {
  expect(accepted(header)).toBe(expected)
})
