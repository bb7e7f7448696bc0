/**
 * The table of names of a schema as the browser loads it (made by slim-api.ts): what is renamed, and nothing of what is
 * checked. Mirrors `wire.ts` of packages/api, which says why; a test holds the two together for every call.
 */
export type Names =
  /** Nothing is renamed in here. */
  | 0
  /** An object that is sent: clean name → wire name ('' where they are the same), and the tables of fields that have one. */
  | { readonly o: Readonly<Record<string, string>>; readonly s?: Readonly<Record<string, Names>> }
  /** An object that is answered: wire name → clean name where they differ, tables by clean name; the rest as it comes. */
  | { readonly i: Readonly<Record<string, string>>; readonly s?: Readonly<Record<string, Names>> }
  | { readonly a: Names }
  | { readonly r: Names }
  /** A union: the table of the object in it, and of the array. */
  | { readonly u: readonly [Names, Names] }

/** Stands for a schema: its names at once, its rules when a form asks for them. */
export interface SlimSchema {
  readonly names: Names
  readonly rules?: () => Promise<unknown>
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function rename(names: Names, value: unknown): unknown {
  if (names === 0) return value
  if ('a' in names) return Array.isArray(value) ? value.map((item) => rename(names.a, item)) : value
  if ('r' in names)
    return isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rename(names.r, item)]))
      : value
  if ('u' in names) {
    const [ofObject, ofArray] = names.u
    return isRecord(value) ? rename(ofObject, value) : Array.isArray(value) ? rename(ofArray, value) : value
  }
  if (!isRecord(value)) return value
  const out: Record<string, unknown> = {}
  if ('i' in names) {
    for (const [wire, inner] of Object.entries(value)) {
      const clean = (Object.hasOwn(names.i, wire) ? names.i[wire] : undefined) ?? wire
      out[clean] = rename(names.s?.[clean] ?? 0, inner)
    }
    return out
  }
  // Only what the call declares leaves the page.
  for (const [clean, wire] of Object.entries(names.o))
    if (value[clean] !== undefined)
      out[wire === '' ? clean : wire] = rename(names.s?.[clean] ?? 0, value[clean])
  return out
}

/** Reads an answer. */
export function fromWire(schema: SlimSchema, value: unknown): unknown {
  return rename(schema.names, value)
}

/** Writes parameters, a query or a body. */
export function toWire(schema: SlimSchema, value: unknown): unknown {
  return rename(schema.names, value)
}

/** The clean path of a wire path, so that a form finds the field that an error is about. */
export function cleanPath(schema: SlimSchema, path: string): string {
  const out: string[] = []
  let at: Names = schema.names
  for (const step of path.split('.')) {
    if (at !== 0 && 'a' in at) {
      out.push(step)
      at = at.a
    } else if (at !== 0 && 'o' in at) {
      const names: Extract<Names, { o: unknown }> = at
      const found = Object.entries(names.o).find(
        ([clean, wire]) => (wire === '' ? clean : wire) === step,
      )?.[0]
      out.push(found ?? step)
      at = found === undefined ? 0 : (names.s?.[found] ?? 0)
    } else {
      out.push(step)
      at = 0
    }
  }
  return out.join('.')
}
