import type { OpenApiDocument, Operation, Schema } from '../../../client/index.ts'

export interface ApiCall {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export interface Module {
  readonly name: string
  readonly calls: readonly ApiCall[]
}

/** The calls by module, those that fit what is looked for: words of the path, the summary, the permission or an error's code. */
export function modulesOf(document: OpenApiDocument, wanted: { search: string; module: string }): Module[] {
  const words = wanted.search.toLowerCase().split(/\s+/).filter(Boolean)
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): ApiCall => ({ method, path, operation })),
  )
  const found = calls.filter((call) => {
    if (wanted.module !== '' && call.operation.tags[0] !== wanted.module) return false
    const text = textOf(call)
    return words.every((word) => text.includes(word))
  })
  const byModule = Map.groupBy(found, ({ operation }) => operation.tags[0] ?? '')
  return [...byModule].map(([name, its]) => ({ name, calls: its }))
}

function textOf({ method, path, operation }: ApiCall): string {
  const codes = Object.values(operation.responses).flatMap((response) => response['x-codes'] ?? [])
  const access = operation['x-access'] ?? ''
  return `${method} ${path} ${operation.summary} ${String(access)} ${operation['x-scope'] ?? ''} ${codes.join(' ')}`.toLowerCase()
}

export interface Field {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
}

/** What a schema asks for or answers, a line a field, down to the third level; entities by name. */
export function fieldsOf(schema: Schema, prefix = '', depth = 0): Field[] {
  const whole = unwrapped(schema)
  const inner = whole.type === 'array' && whole.items ? unwrapped(whole.items) : whole
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => {
    const full = `${prefix}${name}`
    const own = { name: full, type: typeOf(field), isRequired: inner.required?.includes(name) === true }
    const isList = unwrapped(field).type === 'array'
    return [own, ...(depth < 2 ? fieldsOf(field, `${full}${isList ? '[]' : ''}.`, depth + 1) : [])]
  })
}

/** Without "or null". */
function unwrapped(schema: Schema): Schema {
  const options = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return options.length === 1 && options[0] !== undefined ? options[0] : schema
}

/** `string, date, 1–60`; `integer or null`; `Stock[]`. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(' | ')
  if (schema.type === 'array') return `${schema.items === undefined ? '' : typeOf(schema.items)}[]`
  const { format, minLength, maxLength, minimum, maximum } = schema
  const [from, to] = [minLength ?? minimum, maxLength ?? maximum]
  const range = from === undefined && to === undefined ? '' : `${from ?? ''}–${to ?? ''}`
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any')
  return [String(type), format, range].filter(Boolean).join(', ')
}

const KEY = "-H 'X-API-Key: stw_…'"
/** Where no key opens the call: the token that signing in answers. */
const TOKEN = "-H 'Authorization: Bearer …'"

/** The call as one types it, with what it has to be asked and an example of its body; a key that is given again does nothing twice. */
export function curlOf({ method, path, operation }: ApiCall, origin: string): string {
  const content = operation.requestBody?.content['application/json']
  const isWrite = method !== 'get'
  const asked = operation.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}={${name}}`)
  const query = asked.length === 0 ? '' : `?${asked.join('&')}`
  const by = operation['x-scope'] === undefined ? TOKEN : KEY
  const lines = [
    `curl -X ${method.toUpperCase()} '${origin}/api${path}${query}'`,
    ...(operation['x-access'] === 'public' ? [] : [by]),
    ...(isWrite ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(content === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(content.example ?? {}).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ]
  return lines.join(' \\\n  ')
}
