import * as z from 'zod/mini'

const id = z.string().check(z.minLength(8), z.maxLength(64))

/** Earlier runs that an agent names at most. */
export const RUNS_TOLD = 32

/**
 * One run of an agent on its folder, and the runs before it on the same folder, newest first. A copy of the folder makes another
 * branch, so that the server can tell two holders of one identity from one agent that has restarted (docs/protocols/lsp.md 5).
 */
export const Run = z.object({ instance: id, before: z.array(id).check(z.maxLength(RUNS_TOLD)) })
export type Run = z.output<typeof Run>

export interface KnownRuns {
  /** The run that is let in; null: none has been named yet. */
  readonly holder: string | null
  /** Runs that staff have decided against. */
  readonly barred: readonly string[]
}

/** What the newest run that is known on both sides says of a run. */
export type RunKind = 'same' | 'next' | 'barred' | 'stranger'

export function kindOfRun(run: Run, { holder, barred }: KnownRuns): RunKind {
  if (holder === null || run.instance === holder) return holder === null ? 'next' : 'same'
  for (const id of [run.instance, ...run.before]) {
    if (id === holder) return 'next'
    if (barred.includes(id)) return 'barred'
  }
  return 'stranger'
}
