import type * as z from 'zod/mini'

/**
 * The one place where our names and the specification's names meet (decisions.md A1).
 *
 * Schemas are written in our clean camelCase; `wire(schema, names)` remembers the outside name of the fields
 * whose name differs. What is made from it only renames: values stay JSON values, nothing throws, and a name
 * that is not in the table travels unchanged.
 */
type Field<S extends z.core.$ZodObject> = keyof S['_zod']['def']['shape'] & string
type Names = ReadonlyMap<string, string>

const wireNames = new WeakMap<z.core.$ZodType, Names>()
const aliasNames = new WeakMap<z.core.$ZodType, ReadonlyMap<string, readonly string[]>>()

/**
 * Gives an object schema its outside names.
 * @param names clean name → name on the wire, only where they differ
 * @param aliases clean name → further names accepted on the way in (`DocumentID` beside `InvoiceID`)
 */
export function wire<S extends z.core.$ZodObject>(
  schema: S,
  names: Readonly<Partial<Record<Field<S>, string>>>,
  aliases?: Readonly<Partial<Record<Field<S>, readonly string[]>>>,
): S {
  wireNames.set(schema, new Map(Object.entries<string>(names as Record<string, string>)))
  aliasNames.set(schema, new Map(Object.entries((aliases ?? {}) as Record<string, readonly string[]>)))
  return schema
}

type Rename = (value: unknown) => unknown
const same: Rename = (value) => value
const readers = new WeakMap<z.core.$ZodType, Rename>()
const writers = new WeakMap<z.core.$ZodType, Rename>()

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object schema's fields with their wire names; used by OpenAPI and by the big lists made in SQL. */
export function wireFields(
  schema: z.core.$ZodObject,
): readonly { clean: string; wire: string; schema: z.core.$ZodType }[] {
  const names = wireNames.get(schema)
  return Object.entries(schema._zod.def.shape).map(([clean, field]) => ({
    clean,
    wire: names?.get(clean) ?? clean,
    schema: field,
  }))
}

function inner(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const def = schema._zod.def as { type: string; innerType?: z.core.$ZodType; in?: z.core.$ZodType }
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default' || def.type === 'readonly')
    return def.innerType
  if (def.type === 'pipe') return def.in
  return undefined
}

function compile(schema: z.core.$ZodType, direction: 'read' | 'write'): Rename {
  const cache = direction === 'read' ? readers : writers
  const known = cache.get(schema)
  if (known) return known
  // A schema may contain itself: the entry stands before its parts are compiled.
  let made: Rename = same
  cache.set(schema, (value) => made(value))
  made = build(schema, direction)
  cache.set(schema, made)
  return made
}

function build(schema: z.core.$ZodType, direction: 'read' | 'write'): Rename {
  const wrapped = inner(schema)
  if (wrapped) return compile(wrapped, direction)
  const def = schema._zod.def as {
    type: string
    element?: z.core.$ZodType
    valueType?: z.core.$ZodType
    options?: readonly z.core.$ZodType[]
  }
  if (def.type === 'array' && def.element) {
    const element = compile(def.element, direction)
    return element === same ? same : (value) => (Array.isArray(value) ? value.map(element) : value)
  }
  if (def.type === 'record' && def.valueType) {
    const each = compile(def.valueType, direction)
    return (value) =>
      isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, each(item)]))
        : value
  }
  if (def.type === 'union' && def.options) {
    // Unions here are "object or something plain" or share one table of names: the object among them renames.
    const object = def.options.find((option) => option._zod.def.type === 'object')
    const array = def.options.find((option) => option._zod.def.type === 'array')
    const ofObject = object ? compile(object, direction) : same
    const ofArray = array ? compile(array, direction) : same
    return (value) => (isRecord(value) ? ofObject(value) : Array.isArray(value) ? ofArray(value) : value)
  }
  if (def.type === 'object') return ofObject(schema as z.core.$ZodObject, direction)
  return same
}

function ofObject(schema: z.core.$ZodObject, direction: 'read' | 'write'): Rename {
  const aliases = aliasNames.get(schema)
  const fields = wireFields(schema).map((field) => ({ ...field, convert: compile(field.schema, direction) }))
  if (direction === 'write') {
    return (value) => {
      if (!isRecord(value)) return value
      const out: Record<string, unknown> = {}
      for (const { clean, wire, convert } of fields)
        if (Object.hasOwn(value, clean) && value[clean] !== undefined) out[wire] = convert(value[clean])
      return out
    }
  }
  return (value) => {
    if (!isRecord(value)) return value
    const out: Record<string, unknown> = {}
    for (const { clean, wire, convert } of fields) {
      // Only what the value itself has: every object inherits a `constructor`.
      const name = Object.hasOwn(value, wire)
        ? wire
        : aliases?.get(clean)?.find((alias) => Object.hasOwn(value, alias))
      if (name !== undefined) out[clean] = convert(value[name])
    }
    return out
  }
}

/** Renames a value from the wire into our names by the schema; values are untouched and unknown fields dropped. */
export function fromWire(schema: z.core.$ZodType, value: unknown): unknown {
  return compile(schema, 'read')(value)
}

/** Renames a value in our names into the wire's names; fields that the schema does not declare never leave. */
export function toWire(schema: z.core.$ZodType, value: unknown): unknown {
  return compile(schema, 'write')(value)
}

const PLAIN_NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/

/**
 * What comes in the query of a call whose fields are those of a body (decisions.md A6): everything is text there, so that
 * numbers and ticks are read as what the schema has in their place. What is neither stays as it is, for the schema to refuse.
 */
export function fromQuery(
  schema: z.core.$ZodType,
  query: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (schema._zod.def.type !== 'object') return { ...query }
  const kinds = new Map(
    wireFields(schema as z.core.$ZodObject).map((field) => [field.wire, kindOf(field.schema)]),
  )
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const kind = kinds.get(name)
      if (typeof value !== 'string') return [name, value]
      if (kind === 'number' && PLAIN_NUMBER.test(value)) return [name, Number(value)]
      if (kind === 'boolean' && (value === 'true' || value === 'false')) return [name, value === 'true']
      return [name, value]
    }),
  )
}

/** The kind of value beneath what may be left out or null. */
function kindOf(schema: z.core.$ZodType): string {
  const wrapped = inner(schema)
  return wrapped ? kindOf(wrapped) : schema._zod.def.type
}

/** The wire name of a path of clean names (`['lines', 0, 'unitNumber']` → `lines.0.UnitNumber`), for error answers. */
export function wirePath(schema: z.core.$ZodType, path: readonly PropertyKey[]): string {
  return walkPath(schema, path, 'write')
}

/** The clean path of a wire path, so that a form finds the field that an error is about. */
export function cleanPath(schema: z.core.$ZodType, path: string): string {
  return walkPath(schema, path.split('.'), 'read')
}

function walkPath(
  schema: z.core.$ZodType,
  path: readonly PropertyKey[],
  direction: 'read' | 'write',
): string {
  const out: string[] = []
  let at: z.core.$ZodType | undefined = schema
  for (const step of path) {
    at = partFor(at, step)
    const def = at?._zod.def as
      | { type?: string; element?: z.core.$ZodType; valueType?: z.core.$ZodType }
      | undefined
    const field =
      def?.type === 'object'
        ? wireFields(at as z.core.$ZodObject).find(
            (entry) => (direction === 'write' ? entry.clean : entry.wire) === step,
          )
        : undefined
    out.push(field ? (direction === 'write' ? field.wire : field.clean) : String(step))
    at = field?.schema ?? def?.element ?? def?.valueType
  }
  return out.join('.')
}

/** The schema that a step of a path goes through: out of its wrappers, and of a union the list for a number, else the object. */
function partFor(schema: z.core.$ZodType | undefined, step: PropertyKey): z.core.$ZodType | undefined {
  let at = schema
  while (at) {
    const def = at._zod.def as { type: string; options?: readonly z.core.$ZodType[] }
    const wanted = /^\d+$/.test(String(step)) ? 'array' : 'object'
    const next: z.core.$ZodType | undefined =
      inner(at) ?? def.options?.find((option) => option._zod.def.type === wanted)
    if (!next) return at
    at = next
  }
  return at
}
