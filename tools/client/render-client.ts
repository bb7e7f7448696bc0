import { describeApi, type OpenApi } from '@stowage/api/openapi'

type Node = Readonly<Record<string, unknown>>

const HEAD =
  '// Made from packages/api by `node tools/generate-client.ts`; a test holds it against the API.\n'

/** The typed half of the client: what each call takes and answers, and what webhooks say, in the names of the documentation. */
export function renderClient(api: OpenApi = describeApi()): string {
  // In an order of its own: that of the modules is another one for each tool that loads them.
  const entities = Object.entries(api.components.schemas)
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`)
    .sort()
  const operations = Object.entries(api.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    .sort((one, two) => (`${one.path} ${one.method}` < `${two.path} ${two.method}` ? -1 : 1))
  const calls = operations.map(({ method, path, operation }) => callOf(method, path, operation))
  const table = operations.map(
    ({ method, path, operation }) =>
      `  ${String(operation['operationId'])}: ['${method.toUpperCase()}', '${path}', '${isJson(operation) ? 'json' : 'file'}'],\n`,
  )
  const events = Object.entries(api.webhooks).map(
    ([event, item]) => `  '${event}': ${typeOf(dataOf(item))}\n`,
  )
  return [
    HEAD,
    ...entities,
    `export interface Calls {\n${calls.join('')}}\n`,
    `export interface Events {\n${events.join('')}}\n`,
    `export const calls: { readonly [C in keyof Calls]: readonly [method: string, path: string, kind: 'json' | 'file'] } = {\n${table.join('')}}\n`,
  ].join('\n')
}

function callOf(method: string, path: string, operation: Node): string {
  const parameters = operation['parameters'] as readonly Node[]
  const body = (operation['requestBody'] as { content: Record<string, { schema: Node }> } | undefined)
    ?.content['application/json']
  const parts = [
    partOf('path', parameters),
    partOf('query', parameters),
    ...(body === undefined ? [] : [`readonly body: ${typeOf(body.schema)}`]),
  ].filter((part) => part !== '')
  const { 'x-scope': needed } = operation
  const scope = typeof needed === 'string' ? needed : 'not for keys'
  const about = `${String(operation['summary'])} (${method.toUpperCase()} ${path}; ${scope})`
  return `  /** ${about.replaceAll('*/', '* /')} */\n  ${String(operation['operationId'])}: { input: { ${parts.join('; ')} }; answer: ${answerOf(operation)} }\n`
}

/** The parameters of one place as a field of the input; the field may be left out where each of them may. */
function partOf(place: 'path' | 'query', parameters: readonly Node[]): string {
  const its = parameters.filter((one) => one['in'] === place)
  if (its.length === 0) return ''
  const fields = its.map(
    (one) =>
      `readonly ${quoted(String(one['name']))}${mark(one['required'] === true)}: ${typeOf(one['schema'] as Node)}`,
  )
  return `readonly ${place}${mark(its.some((one) => one['required'] === true))}: { ${fields.join('; ')} }`
}

const contentOf = (operation: Node): Record<string, { schema: Node }> =>
  (operation['responses'] as Record<string, { content: Record<string, { schema: Node }> }>)['200']?.content ??
  {}

const isJson = (operation: Node): boolean => contentOf(operation)['application/json'] !== undefined

function answerOf(operation: Node): string {
  const json = contentOf(operation)['application/json']
  return json === undefined ? 'Blob' : typeOf(json.schema)
}

function dataOf(item: Node): Node {
  const post = item['post'] as {
    requestBody: { content: Record<string, { schema: { properties: { data: Node } } }> }
  }
  return post.requestBody.content['application/json']?.schema.properties.data ?? {}
}

const mark = (isRequired: boolean): string => (isRequired ? '' : '?')
const quoted = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`)

/** A schema of JSON as a type; what it cannot say is unknown. */
function typeOf(node: Node): string {
  const { $ref, enum: values, type } = node
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'unknown'
  if ('const' in node) return JSON.stringify(node['const'])
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  const options = (node['anyOf'] ?? node['oneOf']) as readonly Node[] | undefined
  if (options) return [...new Set(options.map(typeOf))].join(' | ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...node, type: one as unknown })).join(' | ')
  if (type === 'array') return listOf(node['items'] as Node | undefined)
  if (type === 'object') return objectOf(node)
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'string' || type === 'boolean' || type === 'null' ? type : 'unknown'
}

const listOf = (items: Node = {}): string => `readonly (${typeOf(items)})[]`

function objectOf(node: Node): string {
  const properties = Object.entries((node['properties'] ?? {}) as Record<string, Node>)
  const required = new Set((node['required'] ?? []) as string[])
  if (properties.length === 0) {
    const values = node['additionalProperties']
    return typeof values === 'object' && values !== null
      ? `{ readonly [name: string]: ${typeOf(values as Node)} }`
      : '{ readonly [name: string]: unknown }'
  }
  return `{ ${properties.map(([name, field]) => `readonly ${quoted(name)}${mark(required.has(name))}: ${typeOf(field)}`).join('; ')} }`
}
