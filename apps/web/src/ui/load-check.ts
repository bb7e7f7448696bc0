import type * as z from 'zod/mini'
import type { Issue } from './issues.ts'

export type Check = (value: unknown) => readonly Issue[]

/** In the browser a call's schema knows its names only and brings its rules when asked (slim-api.ts). */
interface Slim {
  readonly rules?: () => Promise<z.core.$ZodType>
}

const loaded = new WeakMap<z.core.$ZodType, Promise<Check>>()

/** The rules of a call's body, loaded when the first form over it is shown. */
export async function loadCheck(schema: z.core.$ZodType): Promise<Check> {
  const known = loaded.get(schema) ?? load(schema)
  loaded.set(schema, known)
  return await known
}

async function load(schema: z.core.$ZodType): Promise<Check> {
  const { rules } = schema as Slim
  try {
    const [{ issuesOf }, whole] = await Promise.all([
      import('./issues.ts'),
      rules === undefined ? schema : rules(),
    ])
    return (value) => issuesOf(whole, value)
  } catch {
    // Not loadable just now: the form is sent as it is, and the server says what is wrong. The next form asks again.
    loaded.delete(schema)
    return () => []
  }
}
