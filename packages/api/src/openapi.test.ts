import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import * as entities from './entities.ts'
import { errorStatus, isErrorCode } from './errors.ts'
import { endpoints } from './index.ts'
import { describeApi } from './openapi.ts'
import { scopeOf, scopes } from './scopes.ts'
// The schema of the OpenAPI Initiative for 3.1 (Apache-2.0), as published.
import published from './testing/oas-3.1.schema.json' with { type: 'json' }
import { webhookEventNames } from './webhook-event-names.ts'
import { wireFields } from './wire.ts'

type Node = Record<string, unknown>

const api = describeApi()
const operationOf = (method: string, path: string): Node =>
  api.paths[`/${path}`]?.[method.toLowerCase()] ?? {}

function* nodes(value: unknown, path = ''): Generator<readonly [string, Node]> {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* nodes(item, `${path}/${index}`)
  else if (typeof value === 'object' && value !== null) {
    yield [path, value as Node]
    for (const [key, item] of Object.entries(value)) yield* nodes(item, `${path}/${key}`)
  }
}

describe('the description of the API', () => {
  test('has every call once, and nothing else', () => {
    const described = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(1)}`),
    )
    expect(described.sort()).toEqual(endpoints.map((one) => `${one.method} ${one.path}`).sort())
    const ids = endpoints.map((one) => operationOf(one.method, one.path)['operationId'])
    expect(new Set(ids).size).toBe(endpoints.length)
  })

  test('says who may call, and that only public calls need no session', () => {
    for (const one of endpoints) {
      const operation = operationOf(one.method, one.path)
      expect(operation['x-access']).toEqual(one.access)
      expect((operation['security'] as Node[]).some((way) => Object.keys(way).length === 0)).toBe(
        one.access === 'public',
      )
    }
  })

  test('names each parameter of a path, and no others as of the path', () => {
    for (const one of endpoints) {
      const given = (operationOf(one.method, one.path)['parameters'] as { name: string; in: string }[])
        .filter((each) => each.in === 'path')
        .map((each) => each.name)
      expect(given).toEqual([...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    }
  })

  test('names each refusal under its status', () => {
    for (const one of endpoints) {
      const responses = operationOf(one.method, one.path)['responses'] as Record<
        string,
        { 'x-codes'?: number[] }
      >
      const codes = Object.entries(responses).flatMap(([status, { 'x-codes': its = [] }]) =>
        its.map((code) => [code, Number(status)]),
      )
      for (const [code = 0, status] of codes) expect(isErrorCode(code) && errorStatus[code]).toBe(status)
      expect(codes.map(([code]) => code)).toEqual(expect.arrayContaining([...one.errors, 9001, 1]))
    }
  })

  test('uses the names of the wire', () => {
    for (const [name, schema] of Object.entries(entities)) {
      if (typeof schema === 'function' || schema._zod.def.type !== 'object') continue
      const fields = wireFields(schema as Parameters<typeof wireFields>[0])
      const described = api.components.schemas[name]?.['properties'] as Node
      expect([name, Object.keys(described).sort()]).toEqual([name, fields.map((field) => field.wire).sort()])
    }
    // Inside answers and bodies too: a clean name whose wire name differs is nowhere a property.
    expect(Object.keys(bodyOf('PUT', 'users/{id}'))).toContain('isKYCVerified')
    expect(Object.keys(bodyOf('PUT', 'users/{id}'))).not.toContain('isKycVerified')
    expect(Object.keys(bodyOf('PUT', 'auth/reset-password'))).toEqual(['passwordResetEmail'])
    const box = api.components.schemas['Box'] as { required: string[] }
    expect(box.required).toEqual(expect.arrayContaining(['_id', 'UnitNumber']))
    expect(box.required).not.toContain('unitNumber')
  })

  test('refers only to what is there', () => {
    const references = [...nodes(api)].flatMap(([, node]) =>
      typeof node['$ref'] === 'string' ? [node['$ref']] : [],
    )
    expect(references.length).toBeGreaterThan(50)
    for (const reference of new Set(references))
      expect(Object.keys(api.components.schemas)).toContain(reference.replace('#/components/schemas/', ''))
    const answer = (
      operationOf('GET', 'stocks')['responses'] as Record<
        string,
        { content: Record<string, { schema: unknown }> }
      >
    )['200']?.content['application/json']?.schema
    expect(answer).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Stock' } })
  })

  test('holds JSON alone, with what a form may type', () => {
    expect(JSON.parse(JSON.stringify(api))).toEqual(api)
    expect(bodyOf('POST', 'auth/sign-up')['email']).toMatchObject({
      type: 'string',
      format: 'email',
      minLength: 6,
      maxLength: 129,
    })
    expect(bodyOf('POST', 'boxes/book')['invoicingPeriod']).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 120,
    })
    expect(bodyOf('POST', 'boxes/book')['arrivalDate']).toMatchObject({ type: 'string', format: 'date' })
  })

  test('is a document of OpenAPI 3.1, by the schema of those who make it', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const isValid = ajv.compile(published)
    isValid(api)
    expect(isValid.errors ?? []).toEqual([])
    expect(isValid({ ...api, paths: { stocks: {} } })).toBe(false)
  })

  test('each schema in it is one of JSON Schema 2020-12, and takes its own example', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const text = JSON.stringify({ $id: 'api', components: { schemas: api.components.schemas } })
    ajv.addSchema(JSON.parse(text.replaceAll('"#/components', '"api#/components')) as Node)
    let bodies = 0
    for (const [path, node] of nodes(api)) {
      if (!('schema' in node) || !('example' in node)) continue
      const text = JSON.stringify(node['schema']).replaceAll('"#/components', '"api#/components')
      const check = ajv.compile(JSON.parse(text) as Node)
      check(node['example'])
      expect([path, check.errors ?? []]).toEqual([path, []])
      bodies += Number(path.includes('requestBody'))
    }
    // Nearly every call that takes a body shows one.
    expect(bodies).toBeGreaterThan(100)
  })

  test('says what a key must hold, and where none will do', () => {
    for (const one of endpoints) {
      const { 'x-scope': scope, security } = operationOf(one.method, one.path)
      expect(scope).toBe(one.notByKey ? undefined : scopeOf(one))
      const ways = (security as Record<string, string[]>[]).flatMap((way) => way['apiKey'] ?? [])
      expect(ways).toEqual(one.notByKey ? [] : [scopeOf(one)])
    }
    expect(api['x-scopes']).toEqual(scopes)
  })

  test('every call that changes something takes an Idempotency-Key', () => {
    for (const one of endpoints) {
      const names = (operationOf(one.method, one.path)['parameters'] as { name: string }[]).map(
        ({ name }) => name,
      )
      expect([one.path, names.includes('Idempotency-Key')]).toEqual([one.path, one.method !== 'GET'])
    }
  })

  test('says what each code means, and what webhooks send', () => {
    const told = describeApi({ sentenceOf: (code) => `sentence ${code}` })['x-error-codes']
    expect((told as Record<string, unknown>)['6001']).toEqual({ status: 409, message: 'sentence 6001' })
    expect(Object.keys(api.webhooks)).toEqual([...webhookEventNames, 'webhook.test'])
  })
})

function bodyOf(method: string, path: string): Node {
  const { content } = operationOf(method, path)['requestBody'] as {
    content: Record<string, { schema: { properties: Node } }>
  }
  return content['application/json']?.schema.properties ?? {}
}
