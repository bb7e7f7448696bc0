import { randomUUID } from 'node:crypto'
import { RUNS_TOLD, type Run } from '@stowage/lsp/run'
import * as z from 'zod/mini'
import type { KeptValue } from './kept-value.ts'

export const KeptRuns = z.object({
  /** Newest first. */
  ids: z.array(z.string()),
  /** The last one that the server let in. */
  welcomed: z.optional(z.string()),
})
export type KeptRuns = z.output<typeof KeptRuns>

export interface Runs {
  readonly run: Run
  /** The server has let this run in. */
  welcomed(): void
}

/** A new run of this folder; on the disk before anything is said of it. */
export function beginRun(kept: KeptValue<KeptRuns>): Runs {
  const { ids = [], welcomed } = kept.get() ?? {}
  const instance = randomUUID()
  // Many starts without the server must not push out the one that it knows.
  const named = [...ids.slice(0, RUNS_TOLD - 1), ...(welcomed === undefined ? [] : [welcomed])]
  const before = [...new Set(named)]
  kept.set({ ids: [instance, ...before], ...(welcomed === undefined ? {} : { welcomed }) })
  return {
    run: { instance, before },
    welcomed() {
      if (kept.get()?.welcomed !== instance) kept.set({ ids: [instance, ...before], welcomed: instance })
    },
  }
}
