/**
 * Chance that comes out the same every time, for the demo (mulberry32 over an FNV-1a hash of the seed): the demo company is the
 * same on every machine, and a test may speak of "box YA106".
 */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number
  /** Whole, both ends included. */
  between(from: number, to: number): number
  /** @throws RangeError for an empty list */
  pick<Item>(items: readonly Item[]): Item
  shuffle<Item>(items: readonly Item[]): Item[]
  /** In the form of a version 4 UUID. */
  uuid(): string
}

/** @param seed the same seed gives the same run of numbers, on every machine */
export function randomFrom(seed: string | number): Random {
  let state = 2166136261
  for (const character of String(seed)) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)

  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    pick(items) {
      if (items.length === 0) throw new RangeError('nothing to pick from')
      return items[between(0, items.length - 1)]!
    },
    shuffle(items) {
      const list = [...items]
      for (let index = list.length - 1; index > 0; index--) {
        const other = between(0, index)
        ;[list[index], list[other]] = [list[other]!, list[index]!]
      }
      return list
    },
    uuid() {
      const hex = Array.from({ length: 32 }, () => between(0, 15).toString(16))
      hex[12] = '4'
      hex[16] = '89ab'[between(0, 3)]!
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
        .map((part) => part.join(''))
        .join('-')
    },
  }
}
