import { randomUUID } from 'node:crypto'

export interface LoadFigures {
  readonly calls: number
  readonly seconds: number
  /** Reads that a browser would have shown an error for. */
  readonly failed: number
  /** Writes that were sent again under the same key. */
  readonly retried: number
  /** Writes that were not answered in five tries. */
  readonly unanswered: number
  /** Reads by a writer that did not show what he had written. */
  readonly stale: number
  /** What was acknowledged. */
  readonly written: readonly string[]
  readonly p50: number
  readonly p99: number
}

const WRITERS = 3
const READERS = 6
const TRIES = 5

/** People at their browsers: writers write something and look whether it is there, readers read. All over one address. */
export function startLoad(url: string, token: () => Promise<string>): { stop(): Promise<LoadFigures> } {
  const begin = performance.now()
  let isOver = false
  let [calls, failed, retried, unanswered, stale] = [0, 0, 0, 0, 0]
  const written: string[] = []
  const took: number[] = []

  async function ask(
    path: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<Response | undefined> {
    const from = performance.now()
    calls += 1
    try {
      const answer = await fetch(`${url}/api/${path}`, {
        ...init,
        headers: { authorization: `Bearer ${await token()}`, ...init.headers },
        signal: AbortSignal.timeout(15_000),
      })
      took.push(performance.now() - from)
      return answer
    } catch {
      return undefined
    }
  }

  async function writer(): Promise<void> {
    let cookie = ''
    while (!isOver) {
      const name = `Drill ${randomUUID().slice(0, 18)}`
      const key = randomUUID()
      let answer: Response | undefined
      for (let tries = 0; tries < TRIES; tries += 1) {
        answer = await ask('cities', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': key, cookie },
          body: JSON.stringify({ city: name, country: 'DE' }),
        })
        if (answer !== undefined && answer.status < 500) break
        retried += 1
      }
      if (answer === undefined || answer.status >= 400) {
        unanswered += 1
        continue
      }
      written.push(name)
      const [, fact] = /stowage-fact=(\d+)/.exec(answer.headers.get('set-cookie') ?? '') ?? []
      if (fact !== undefined) cookie = `stowage-fact=${fact}`
      const read = await ask('cities', { headers: { cookie } })
      if (read === undefined || !read.ok) failed += 1
      else if (!(await read.text()).includes(name)) stale += 1
    }
  }
  async function reader(): Promise<void> {
    while (!isOver) {
      for (const path of ['auth/me', 'stocks', 'cities', 'statistics/debtors']) {
        const answer = await ask(path)
        if (answer === undefined || answer.status >= 500) failed += 1
        await answer?.arrayBuffer().catch(() => undefined)
      }
    }
  }
  const all = Promise.all([
    ...Array.from({ length: WRITERS }, writer),
    ...Array.from({ length: READERS }, reader),
  ])
  return {
    async stop() {
      isOver = true
      await all
      took.sort((a, b) => a - b)
      const at = (part: number): number => Math.round(took[Math.floor(took.length * part)] ?? 0)
      const seconds = (performance.now() - begin) / 1000
      return { calls, seconds, failed, retried, unanswered, stale, written, p50: at(0.5), p99: at(0.99) }
    },
  }
}
