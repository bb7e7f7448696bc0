/** How long a kept value is believed without a look: the tail of events drops it long before, a lost tail must not keep it for ever. */
const BELIEVED_MS = 60_000

export interface Memo<T> {
  get(): Promise<T>
  /** What is asked for from now on is read anew, also while an older reading is still under way. */
  drop(): void
}

/** A value read once for all who ask at the same time and kept until it is dropped. A failed reading is not kept. */
export function createMemo<T>(load: () => Promise<T>, believedMs = BELIEVED_MS): Memo<T> {
  let kept: { readonly value: Promise<T>; readonly since: number } | undefined
  return {
    get() {
      if (kept && performance.now() - kept.since < believedMs) return kept.value
      const mine = { value: load(), since: performance.now() }
      kept = mine
      mine.value.catch(() => {
        if (kept === mine) kept = undefined
      })
      return mine.value
    },
    drop() {
      kept = undefined
    },
  }
}

export interface MemoByKey<T> {
  /** The values of these keys; those not in memory are read in one go. A key that names nothing is absent. */
  get(keys: readonly string[]): Promise<ReadonlyMap<string, T>>
  drop(key: string): void
}

/** Values by key, each dropped by itself and read together. */
export function createMemoByKey<T>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  believedMs = BELIEVED_MS,
): MemoByKey<T> {
  const kept = new Map<string, { readonly value: Promise<T | undefined>; readonly since: number }>()
  return {
    async get(keys) {
      const now = performance.now()
      const missing = keys.filter((key) => now - (kept.get(key)?.since ?? -Infinity) >= believedMs)
      if (missing.length > 0) {
        const reading = load(missing)
        for (const key of missing) {
          const mine = { value: reading.then((found) => found.get(key)), since: now }
          kept.set(key, mine)
          // What could not be read, or is not there, is asked for again.
          mine.value.then(
            (value) => value === undefined && kept.get(key) === mine && kept.delete(key),
            () => kept.get(key) === mine && kept.delete(key),
          )
        }
      }
      const out = new Map<string, T>()
      for (const [key, value] of await Promise.all(
        keys.map(async (key) => [key, await kept.get(key)?.value] as const),
      )) {
        if (value !== undefined) out.set(key, value)
      }
      return out
    },
    drop(key) {
      kept.delete(key)
    },
  }
}
