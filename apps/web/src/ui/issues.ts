import * as z from 'zod/mini'

export interface Issue {
  readonly field: string
  /** Of the error catalogue; NaN for a rule that names none. */
  readonly code: number
}

/** What a schema finds wrong with a value; loaded with the first form (load-check.ts). */
export function issuesOf(schema: z.core.$ZodType, value: unknown): readonly Issue[] {
  const result = z.safeParse(schema, value)
  return result.success
    ? []
    : result.error.issues.map((issue) => ({ field: issue.path.join('.'), code: Number(issue.message) }))
}
