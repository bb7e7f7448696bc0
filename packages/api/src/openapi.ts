import * as z from 'zod/mini'
import type { AnyEndpoint } from './endpoint.ts'
import * as entities from './entities.ts'
import { errorStatus, type ErrorCode } from './errors.ts'
import { endpoints } from './index.ts'
import { wireFields } from './wire.ts'

type Json = Record<string, unknown>

export interface OpenApi {
  readonly openapi: '3.1.0'
  readonly info: Json
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>>; readonly securitySchemes: Json }
  readonly [key: string]: unknown
}

/** Entities by their schema: an answer refers to them by name instead of repeating them. */
const named = new Map<z.core.$ZodType, string>(
  Object.entries(entities).flatMap(([name, schema]) =>
    typeof schema === 'function' ? [] : [[schema, name] as const],
  ),
)

/**
 * The OpenAPI 3.1 description of every call, made from the same objects that register the routes. Fields have their names
 * on the wire; rules that JSON Schema cannot say are the server's, each with its error code.
 */
export function describeApi(): OpenApi {
  const paths: Record<string, Record<string, Json>> = {}
  for (const one of endpoints) (paths[`/${one.path}`] ??= {})[one.method.toLowerCase()] = operation(one)
  const schemas = Object.fromEntries(
    [...named].map(([schema, name]) => [name, jsonSchema(schema, 'output', schema)]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stowage',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Amounts are integers in minor units with their currency beside them; days are YYYY-MM-DD, instants ISO 8601. Every refusal has the same envelope and a code.',
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(endpoints.map((one) => one.module))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...schemas, Errors: ERRORS },
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

const ERRORS: Json = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['errorCode', 'message'],
        properties: {
          errorCode: { type: 'integer' },
          message: { type: 'string', description: 'A sentence in the caller’s language.' },
          field: { type: 'string', description: 'The field that it is about, by its name on the wire.' },
          reference: { type: 'string', description: 'With code 1, for staff: the number of the log line.' },
          present: { description: 'With 9109: the record as it is now.' },
          mfaToken: { type: 'string', description: 'With 9102: for the second step of signing in.' },
          mustSetUp: { type: 'boolean', description: 'With 9102: the factor is set up in that step.' },
        },
      },
    },
  },
}

function operation(one: AnyEndpoint): Json {
  const hasBody = one.method !== 'GET' && wireFieldsOf(one.body).length > 0
  return {
    operationId: operationId(one),
    tags: [one.module],
    summary: one.summary,
    // An empty list of permissions is for a superUser alone, who passes every check.
    'x-access': one.access,
    ...(one.rateLimit === 'general' ? {} : { 'x-rate-limit': one.rateLimit }),
    security: one.access === 'public' ? [{}, { session: [] }] : [{ session: [] }],
    parameters: [...parametersOf(one.params, 'path'), ...parametersOf(one.query, 'query'), ...headersOf(one)],
    ...(hasBody
      ? {
          requestBody: {
            required: true,
            'x-largest': one.bodyLimit,
            content: {
              'application/json': { schema: jsonSchema(one.body, 'input') },
              ...(one.takesForm ? { 'multipart/form-data': { schema: formSchema(one.body) } } : {}),
            },
          },
        }
      : {}),
    responses: { 200: success(one), ...refusals(one) },
  }
}

const operationId = ({ method, path }: AnyEndpoint): string =>
  method.toLowerCase() +
  path.replaceAll(/[{}]/g, '').replaceAll(/(?:^|[/-])(\w)/g, (_all, letter: string) => letter.toUpperCase())

function success(one: AnyEndpoint): Json {
  if (one.kind === 'file')
    return {
      description: one.media === 'application/pdf' ? 'A PDF' : 'A file',
      content: { [one.media]: { schema: { type: 'string', contentMediaType: one.media } } },
    }
  return {
    description: 'Done',
    content: { 'application/json': { schema: jsonSchema(one.answer, 'output') } },
  }
}

function refusals(one: AnyEndpoint): Json {
  const codes: ErrorCode[] = [1, 9001, ...one.errors]
  if (one.access !== 'public') codes.push(9003, 9103)
  if (one.rateLimit !== 'none') codes.push(9129)
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codes))
    byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code])
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, its]) => [
      status,
      { description: `Refused with ${its.toSorted((a, b) => a - b).join(', ')}`, 'x-codes': its, content },
    ]),
  )
}

function parametersOf(schema: z.core.$ZodType, place: 'path' | 'query'): Json[] {
  return wireFieldsOf(schema).map((field) => ({
    name: field.wire,
    in: place,
    required: place === 'path' || field.schema._zod.optin !== 'optional',
    schema: jsonSchema(field.schema, 'input'),
  }))
}

function headersOf(one: AnyEndpoint): Json[] {
  const language = {
    name: 'X-Language',
    in: 'header',
    required: false,
    schema: { enum: ['ru', 'en', 'de', 'pl'] },
  }
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 8, maxLength: 128 },
    description: 'The same key with the same body answers the same, for a day, and is done once.',
  }
  return one.method === 'GET' ? [language] : [language, key]
}

function wireFieldsOf(schema: z.core.$ZodType): ReturnType<typeof wireFields> {
  return schema._zod.def.type === 'object' ? wireFields(schema as z.core.$ZodObject) : []
}

/** @param whole the entity that is being described itself, which is not a reference to itself */
function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output', whole?: z.core.$ZodType): Json {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: node }) {
      const name = zodSchema === whole ? undefined : named.get(zodSchema)
      if (name !== undefined) replace(node, { $ref: `#/components/schemas/${name}` })
      else if (zodSchema._zod.def.type === 'object') rename(node, zodSchema as z.core.$ZodObject)
    },
  })
  return made
}

/** The same fields in a form, where a file is bytes and everything else a text. */
function formSchema(body: z.core.$ZodType): Json {
  const { properties = {}, ...rest } = jsonSchema(body, 'input') as { properties?: Record<string, Json> }
  const inForm = ([name, field]: [string, Json]): [string, Json] =>
    field['type'] === 'object'
      ? [name, { type: 'string', contentMediaType: 'application/octet-stream' }]
      : [name, field]
  return { ...rest, properties: Object.fromEntries(Object.entries(properties).map(inForm)) }
}

function rename(node: Json, schema: z.core.$ZodObject): void {
  const outside = new Map(wireFields(schema).map(({ clean, wire }) => [clean, wire]))
  const { properties = {}, required } = node as { properties?: Json; required?: string[] }
  node['properties'] = Object.fromEntries(
    Object.entries(properties).map(([clean, value]) => [outside.get(clean) ?? clean, value]),
  )
  if (required) node['required'] = required.map((clean) => outside.get(clean) ?? clean)
  // A field that comes later breaks nobody who reads by name.
  delete node['additionalProperties']
}

function replace(node: Json, by: Json): void {
  for (const key of Object.keys(node)) delete node[key]
  Object.assign(node, by)
}
