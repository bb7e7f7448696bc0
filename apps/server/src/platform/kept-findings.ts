/** Of fewer rows it is found in a moment, and always anew: a company of ordinary size never sees anything kept. */
const WORTH_KEEPING = 1000
/** For what no fact tells of: a mail that was sent, a day that has begun. */
const KEPT_MS = 10_000
const MOST_KEPT = 200

/** What is known of one question, and where its finder leaves what he found. */
export interface Finding<T> {
  readonly known: T | undefined
  /** @param rows how many rows had to be looked at for it */
  keep(value: T, rows: number): void
}

export interface KeptFindings<T> {
  /** @param question anything that says as JSON what is asked, and by whom where that matters */
  of(question: unknown): Finding<T>
  /** Something has happened: who asks from now on hears nothing that was found before, also of what is still being looked for. */
  drop(): void
}

/**
 * What is dear to find because it is many, and the same for every page and reader: how many there are in all. It is kept until a
 * fact may have changed it, ten seconds at most, and only when it was many (decision record 293).
 */
export function createKeptFindings<T>(now: () => number = () => performance.now()): KeptFindings<T> {
  let kept = new Map<string, { readonly value: T; readonly until: number }>()
  return {
    of(question) {
      const name = JSON.stringify(question)
      const found = kept.get(name)
      const asked = kept
      return {
        known: found !== undefined && now() < found.until ? found.value : undefined,
        keep(value, rows) {
          if (rows <= WORTH_KEEPING || asked !== kept) return
          kept.delete(name)
          kept.set(name, { value, until: now() + KEPT_MS })
          const [oldest] = kept.keys()
          if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
        },
      }
    },
    drop() {
      kept = new Map()
    },
  }
}

/** How many there are in all, by what was counted a moment ago and by the rows that a page has now: it never says less than it shows. */
export function atPage(
  total: number,
  { page, pageSize, shown }: { readonly page: number; readonly pageSize: number; readonly shown: number },
): number {
  const until = (page - 1) * pageSize + shown
  return shown < pageSize ? until : Math.max(total, until)
}
