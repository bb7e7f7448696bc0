import { describe, expect, test, vi } from 'vitest'
import { createMemo, createMemoByKey } from './memo.ts'

describe('one value', () => {
  test('read once until dropped; a reading of before the drop does not come back', async () => {
    const readings = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    let next = 0
    const memo = createMemo(() => readings[next++]!.promise)
    const before = memo.get()
    expect(memo.get()).toBe(before)
    memo.drop()
    const after = memo.get()
    readings[1]!.resolve('new')
    readings[0]!.resolve('old')
    expect([await before, await after, await memo.get()]).toEqual(['old', 'new', 'new'])
  })

  test('a failed reading is not kept, and believed no longer than said', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
    const load = vi.fn(async () => 1)
    load.mockRejectedValueOnce(new Error('away'))
    const memo = createMemo(load, 20)
    await expect(memo.get()).rejects.toThrow('away')
    expect(await memo.get()).toBe(1)
    await memo.get()
    expect(load).toHaveBeenCalledTimes(2)
    now.mockReturnValue(1030)
    await memo.get()
    expect(load).toHaveBeenCalledTimes(3)
    now.mockRestore()
  })
})

describe('values by key', () => {
  test('those missing are read together, those dropped alone, those not there again', async () => {
    const asked: string[][] = []
    const memo = createMemoByKey(async (keys) => {
      asked.push([...keys])
      return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]))
    })
    expect(await Promise.all([memo.get(['a', 'b']), memo.get(['b', 'none'])])).toEqual([
      new Map([
        ['a', 'A'],
        ['b', 'B'],
      ]),
      new Map([['b', 'B']]),
    ])
    await memo.get(['a', 'b'])
    memo.drop('a')
    await memo.get(['a', 'b', 'none'])
    expect(asked).toEqual([['a', 'b'], ['none'], ['a', 'none']])
  })

  test('a failed reading is tried again', async () => {
    const load = vi.fn(async (keys: readonly string[]) => new Map(keys.map((key) => [key, 1])))
    load.mockRejectedValueOnce(new Error('away'))
    const memo = createMemoByKey(load)
    await expect(memo.get(['a', 'b'])).rejects.toThrow('away')
    expect((await memo.get(['a', 'b'])).size).toBe(2)
  })
})
