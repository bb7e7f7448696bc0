import * as z from 'zod/mini'
import type { AnyEndpoint } from './endpoint.ts'
import * as entities from './entities.ts'
import { errorCodes, errorStatus, type ErrorCode } from './errors.ts'
import { exampleOf, validExample } from './example.ts'
import { endpoints } from './index.ts'
import { scopeOf, scopes } from './scopes.ts'
import { TEST_EVENT } from './webhook-event-names.ts'
import { WEBHOOK_VERSION, webhookEvents } from './webhook-events.ts'
import { wireFields } from './wire.ts'

type Json = Record<string, unknown>

export interface OpenApi {
  readonly openapi: '3.1.0'
  readonly info: Json
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly webhooks: Readonly<Record<string, Json>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>>; readonly securitySchemes: Json }
  readonly [key: string]: unknown
}

/** Entities by their schema: an answer refers to them by name instead of repeating them. */
const named = new Map<z.core.$ZodType, string>(
  Object.entries(entities).flatMap(([name, schema]) =>
    typeof schema === 'function' ? [] : [[schema, name] as const],
  ),
)

interface Told {
  /** What each code of the catalogue says. */
  readonly sentenceOf?: (code: ErrorCode) => string
  readonly version?: string
}

/**
 * The OpenAPI 3.1 description of every call, made from the same objects that register the routes. Fields have their names
 * on the wire; rules that JSON Schema cannot say are the server's, each with its error code.
 */
export function describeApi({ sentenceOf, version = '1' }: Told = {}): OpenApi {
  const schemas = Object.fromEntries(
    [...named].map(([schema, name]) => [name, jsonSchema(schema, 'output', schema)]),
  )
  const paths: Record<string, Record<string, Json>> = {}
  for (const one of endpoints)
    (paths[`/${one.path}`] ??= {})[one.method.toLowerCase()] = operation(one, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stowage',
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: ABOUT,
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(endpoints.map((one) => one.module))].map((name) => ({ name })),
    paths,
    webhooks: describeWebhooks(),
    components: {
      schemas: { ...schemas, Errors: ERRORS },
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token of a signed-in person, good for 15 minutes.',
        },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description:
            'A key of a program, limited to scopes; `Authorization: Bearer stw_…` means the same. It acts in the name of who made it and by the rights that he has now.',
        },
      },
    },
    // Which code stands for what; an answer carries the sentence in the caller's language.
    'x-error-codes': Object.fromEntries(
      errorCodes.map((code) => [
        code,
        { status: errorStatus[code], ...(sentenceOf && { message: sentenceOf(code) }) },
      ]),
    ),
    'x-scopes': scopes,
  }
}

const ABOUT = `Amounts are integers in minor units with their currency beside them; days are YYYY-MM-DD, instants ISO 8601.
Every refusal has the same envelope and a code.

**Keys.** A program sends its key as \`X-API-Key\`. Each call says in \`x-scope\` what the key must hold; what guards accounts and keys themselves is for people alone.

**Proof.** A call with \`x-proof\` changes what guards an account. \`stale\`: it asks for a proof (9192) where the sign-in by password is older than ten minutes, or the account has a second factor; \`always\`: for one proof a call; \`by-change\`: where the body changes credentials or rights; \`in-body\`: password and code are its own fields. \`POST auth/prove\` proves for ten minutes, in this sign-in only.

**Once.** A call that changes something may carry an \`Idempotency-Key\`: the same key with the same body is done once and answered the same for a day.

**Limits.** 429 with \`Retry-After\` says when to come again.

**Webhooks** are signed by Standard Webhooks (v1): \`webhook-signature\` holds \`v1,\` and the Base64 of HMAC-SHA256 over \`{webhook-id}.{webhook-timestamp}.{body}\`, keyed with the Base64 behind \`whsec_\`; during a change of secrets there are two, separated by a space. Refuse a timestamp more than five minutes off. Answer 2xx within ten seconds; else it comes again for about three days. The order is not promised, and \`webhook-id\` stays the same however often one comes: do each once.`

/** What webhooks send, by its event. */
function describeWebhooks(): Record<string, Json> {
  const header = (name: string, description: string): Json => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })
  const parameters = [
    header('webhook-id', 'The same for every attempt of one delivery.'),
    header('webhook-timestamp', 'Seconds since 1970 at this attempt.'),
    header('webhook-signature', 'One or more `v1,<base64>`, separated by spaces.'),
  ]
  const events: [string, z.core.$ZodType][] = [
    ...Object.entries(webhookEvents),
    [TEST_EVENT, z.object({ webhookId: z.string() })],
  ]
  return Object.fromEntries(
    events.map(([event, schema]) => {
      const data = jsonSchema(schema, 'output')
      const body: Json = {
        type: 'object',
        required: ['type', 'version', 'timestamp', 'data'],
        properties: {
          type: { const: event },
          version: { const: WEBHOOK_VERSION },
          timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
          data,
        },
      }
      const example = exampleOf(body, {})
      const post: Json = {
        operationId: `on ${event}`.replaceAll(/[ .-](\w)/g, (_all, letter: string) => letter.toUpperCase()),
        tags: ['messaging'],
        summary: event,
        parameters,
        requestBody: { required: true, content: { 'application/json': { schema: body, example } } },
        responses: {
          '2XX': { description: 'Taken' },
          410: { description: 'Send nothing more: the webhook is switched off' },
        },
      }
      return [event, { post }]
    }),
  )
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
          scope: { type: 'string', description: 'With 9181: the scope that the key lacks.' },
        },
      },
    },
  },
}

type Schemas = Readonly<Record<string, Json>>

function operation(one: AnyEndpoint, schemas: Schemas): Json {
  const hasBody = one.method !== 'GET' && wireFieldsOf(one.body).length > 0
  const body = jsonSchema(one.body, 'input')
  const example = hasBody ? validExample(body, schemas, one.body) : undefined
  const byKey = one.notByKey ? [] : [{ apiKey: [scopeOf(one)] }]
  return {
    operationId: operationId(one),
    tags: [one.module],
    summary: one.summary,
    // An empty list of permissions is for a superUser alone, who passes every check.
    'x-access': one.access,
    ...(one.rateLimit === 'general' ? {} : { 'x-rate-limit': one.rateLimit }),
    ...(one.notByKey ? {} : { 'x-scope': scopeOf(one) }),
    ...(one.proof === 'none' ? {} : { 'x-proof': one.proof }),
    ...(one.notWhileImpersonating ? { 'x-not-while-acting-as-a-user': true } : {}),
    security: [...(one.access === 'public' ? [{}] : []), { session: [] }, ...byKey],
    parameters: [...parametersOf(one.params, 'path'), ...parametersOf(one.query, 'query'), ...headersOf(one)],
    ...(hasBody
      ? {
          requestBody: {
            required: true,
            'x-largest': one.bodyLimit,
            content: {
              'application/json': { schema: body, ...(example === undefined ? {} : { example }) },
              ...(one.takesForm ? { 'multipart/form-data': { schema: formSchema(one.body) } } : {}),
            },
          },
        }
      : {}),
    responses: { 200: success(one, schemas), ...refusals(one) },
  }
}

const operationId = ({ method, path }: AnyEndpoint): string =>
  method.toLowerCase() +
  path.replaceAll(/[{}]/g, '').replaceAll(/(?:^|[/-])(\w)/g, (_all, letter: string) => letter.toUpperCase())

function success(one: AnyEndpoint, schemas: Schemas): Json {
  if (one.kind === 'file')
    return {
      description: one.media === 'application/pdf' ? 'A PDF' : 'A file',
      content: { [one.media]: { schema: { type: 'string', contentMediaType: one.media } } },
    }
  const schema = jsonSchema(one.answer, 'output')
  return {
    description: 'Done',
    ...(one.method === 'GET' ? {} : { headers: { 'Idempotent-Replay': REPLAY } }),
    content: { 'application/json': { schema, example: exampleOf(schema, schemas) } },
  }
}

const REPLAY: Json = {
  description: '`true`: answered before under this Idempotency-Key, and not done again.',
  schema: { const: 'true' },
}
const RETRY: Json = { description: 'Seconds to wait.', schema: { type: 'integer' } }

function refusals(one: AnyEndpoint): Json {
  const codes: ErrorCode[] = [1, 9001, ...one.errors, 9180, one.notByKey ? 9182 : 9181]
  if (one.access !== 'public') codes.push(9003, 9103)
  if (one.rateLimit !== 'none') codes.push(9129)
  if (one.proof !== 'none' && one.proof !== 'in-body') codes.push(9192)
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codes))
    byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code])
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, its]) => [
      status,
      {
        description: `Refused with ${its.toSorted((a, b) => a - b).join(', ')}`,
        'x-codes': its.toSorted((a, b) => a - b),
        ...(status === 429 ? { headers: { 'Retry-After': RETRY } } : {}),
        content,
      },
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
