import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Names } from './src/client/names.ts'

/** What this file needs to know of a zod schema. */
interface Schema {
  readonly _zod: {
    readonly def: {
      readonly type: string
      readonly innerType?: Schema
      readonly in?: Schema
      readonly element?: Schema
      readonly valueType?: Schema
      readonly options?: readonly Schema[]
    }
  }
}
interface Endpoint {
  readonly module: string
  readonly method: string
  readonly path: string
  readonly access: string | readonly string[]
  readonly kind: string
  readonly params: Schema
  readonly query: Schema
  readonly body: Schema
  readonly answer: Schema
}
type WireFields = (schema: Schema) => readonly { clean: string; wire: string; schema: Schema }[]

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** `in`: of an answer, which the server has made and stripped; `out`: of what the page sends. */
export type Way = 'in' | 'out'

/** The names in a schema; the way through it is that of `wire.ts`. */
export function namesOf(schema: Schema, way: Way, wireFields: WireFields): Names {
  const { def } = schema._zod
  const inner = ['optional', 'nullable', 'default', 'readonly'].includes(def.type)
    ? def.innerType
    : def.type === 'pipe'
      ? def.in
      : undefined
  if (inner !== undefined) return namesOf(inner, way, wireFields)
  if (def.type === 'array' && def.element !== undefined) {
    const element = namesOf(def.element, way, wireFields)
    return element === 0 ? 0 : { a: element }
  }
  if (def.type === 'record' && def.valueType !== undefined) {
    const value = namesOf(def.valueType, way, wireFields)
    return value === 0 ? 0 : { r: value }
  }
  if (def.type === 'union' && def.options !== undefined) {
    const of = (type: string): Names => {
      const found = def.options?.find((option) => option._zod.def.type === type)
      return found === undefined ? 0 : namesOf(found, way, wireFields)
    }
    return { u: [of('object'), of('array')] }
  }
  if (def.type !== 'object') return 0
  const fields = wireFields(schema)
  const deeper = fields
    .map(({ clean, schema: field }) => [clean, namesOf(field, way, wireFields)] as const)
    .filter(([, names]) => names !== 0)
  const tables = deeper.length > 0 ? { s: Object.fromEntries(deeper) } : {}
  if (way === 'out')
    return {
      o: Object.fromEntries(fields.map(({ clean, wire }) => [clean, wire === clean ? '' : wire])),
      ...tables,
    }
  const renamed = fields.filter(({ clean, wire }) => clean !== wire)
  if (renamed.length === 0 && deeper.length === 0) return 0
  return { i: Object.fromEntries(renamed.map(({ clean, wire }) => [wire, clean])), ...tables }
}

const folder = fileURLToPath(new URL('../../packages/api/src/', import.meta.url))
const runtime = fileURLToPath(new URL('./src/client/names.ts', import.meta.url))
/** These make schemas; only those who check load them. */
const makers = ['wire.ts', 'endpoint.ts', 'fields.ts', 'index.ts', 'errors.ts', 'realtime.ts', 'limits.ts']
const withRules = '?rules'

/**
 * Calls reach the browser as tables of names: what it needs to send and read them. The rules they are checked by come with
 * the first form (`rules`), and zod with them: 12 kB that neither the stocks nor the plan wait for. The tables are made
 * from the very objects that register the routes on the server, when the page is built.
 */
export function slimApi(): Plugin {
  return {
    name: 'slim-api',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer === undefined) return null
      if (importer.startsWith(folder)) {
        // Inside the rules everything is whole: entities as well, wherever they lie.
        if (!importer.endsWith(withRules) || !/^\.\.?\//.test(source)) return null
        return path.resolve(path.dirname(importer), source) + withRules
      }
      return source === '@stowage/api/wire' ? runtime : null
    },
    async load(id) {
      if (!id.startsWith(folder)) return null
      if (id.endsWith(withRules)) return fs.readFileSync(id.slice(0, -withRules.length), 'utf8')
      if (makers.includes(path.basename(id))) return null
      const { wireFields } = (await import(pathToFileURL(path.join(folder, 'wire.ts')).href)) as {
        wireFields: WireFields
      }
      const version = fs.statSync(id).mtimeMs
      const module = (await import(`${pathToFileURL(id).href}?${version}`)) as Record<string, unknown>
      const entries = Object.entries(module)
      if (!entries.some(([, value]) => isSchema(value) || isEndpoint(value))) return null
      return slimModule(`${id}${withRules}`, entries, (schema, way) => namesOf(schema, way, wireFields))
    },
  }
}

/**
 * The module with tables for schemas. What is neither a call nor a schema stays behind: it would bring the rules along (the
 * build ends with "not exported" where a page asks for it).
 */
export function slimModule(
  whole: string,
  entries: readonly [string, unknown][],
  names: (schema: Schema, way: Way) => Names,
): string {
  const tables = new Map<string, string>()
  // A user is answered by ten calls: equal tables are written once.
  const table = (schema: Schema, way: Way): string => {
    const text = JSON.stringify(names(schema, way))
    const known = tables.get(text) ?? `table${tables.size}`
    tables.set(text, known)
    return `{ names: ${known} }`
  }
  const lines = entries.flatMap(([name, value]) => {
    if (isSchema(value)) return [`export const ${name} = ${table(value, 'in')}`]
    if (!isEndpoint(value)) return []
    const { module, method, path: address, access, kind } = value
    // All that `client/call.ts` reads of a call: what is missing here is `undefined` in the browser, and only there.
    const said = JSON.stringify({ module, method, path: address, access, kind })
    const rules = `async () => (await import(${JSON.stringify(whole)})).${name}.body`
    const parts = (['params', 'query', 'answer'] as const).map(
      (part) => `${part}: ${table(value[part], part === 'answer' ? 'in' : 'out')}`,
    )
    return [
      `export const ${name} = { ...${said}, ${parts.join(', ')}, body: { ...${table(value.body, 'out')}, rules: ${rules} } }`,
    ]
  })
  return [...[...tables].map(([text, name]) => `const ${name} = ${text}`), ...lines].join('\n')
}
