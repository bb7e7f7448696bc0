import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from '@stowage/server/testing/person'

export type Dependency = 'database' | 'files' | 'mail' | 'processor' | 'locks'

/** One thing that people do, and what it cannot be done without. */
export interface Probe {
  readonly name: string
  readonly needs: readonly Dependency[]
  call(): Promise<Reply<unknown>>
}

export interface Heard {
  readonly name: string
  readonly status: number
  readonly code: number
  readonly ms: number
  /** The beginning of the answer. */
  readonly raw: string
}

/** A little more than that: one call a second of each kind would see little of a fault of eight seconds. */
const EVERY_MS = 300

/** Each probe again and again, one call of a kind at a time. */
export async function probe(probes: readonly Probe[], forMs: number): Promise<Heard[]> {
  const heard: Heard[] = []
  const until = performance.now() + forMs
  await Promise.all(
    probes.map(async ({ name, call }) => {
      while (performance.now() < until) {
        const begun = performance.now()
        const { status, code, raw } = await call()
        heard.push({ name, status, code, ms: performance.now() - begun, raw: raw.slice(0, 200) })
        await sleep(EVERY_MS)
      }
    }),
  )
  return heard
}
