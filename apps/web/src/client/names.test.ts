import { expect, test } from 'vitest'
import { endpoints } from '@stowage/api/index'
import type { AnyEndpoint } from '@stowage/api/endpoint'
import * as real from '@stowage/api/wire'
import { namesOf, type Way } from '../../slim-api.ts'
import { cleanPath, fromWire, toWire } from './names.ts'

type Schema = Parameters<typeof real.fromWire>[0]
type Def = {
  type: string
  innerType?: Schema
  in?: Schema
  element?: Schema
  valueType?: Schema
  options?: readonly Schema[]
}

const slim = (schema: Schema, way: Way) => ({
  names: namesOf(schema, way, real.wireFields as unknown as Parameters<typeof namesOf>[2]),
})

/** A value that fills every field of a schema, in clean names; of a union each kind once. */
function samples(schema: Schema): unknown[] {
  const def = schema._zod.def as Def
  const inner = def.innerType ?? def.in
  if (inner) return samples(inner)
  if (def.type === 'array' && def.element) return [samples(def.element)]
  if (def.type === 'record' && def.valueType) return [{ 'a key': samples(def.valueType)[0] }]
  if (def.type === 'union' && def.options) return def.options.flatMap(samples)
  if (def.type !== 'object') return ['text', null]
  const fields = real.wireFields(schema as Parameters<typeof real.wireFields>[0])
  const full = Object.fromEntries(fields.map((field) => [field.clean, samples(field.schema)[0]]))
  return [{ ...full, unknownField: 1 }, {}, null, 'no object']
}

const schemas = endpoints.flatMap((endpoint: AnyEndpoint) =>
  (['params', 'query', 'body', 'answer'] as const).map(
    (part) => [`${endpoint.method} ${endpoint.path} ${part}`, endpoint[part] as Schema] as const,
  ),
)

test('there are calls to compare', () => {
  expect(schemas.length).toBeGreaterThan(150)
})

test.each(schemas)('%s is renamed as on the server', (name, schema) => {
  for (const sample of samples(schema)) {
    const written = real.toWire(schema, sample)
    if (name.endsWith('answer'))
      expect(fromWire(slim(schema, 'in'), written)).toEqual(real.fromWire(schema, written))
    else expect(toWire(slim(schema, 'out'), sample)).toEqual(written)
  }
})

test.each(schemas.filter(([name]) => name.endsWith('body')))(
  '%s: an error finds its field',
  (_name, schema) => {
    const paths = (value: unknown, before: string[]): string[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, item]) => [
            [...before, key].join('.'),
            ...paths(item, [...before, key]),
          ])
        : []
    for (const wirePath of paths(real.toWire(schema, samples(schema)[0]), []))
      expect(cleanPath(slim(schema, 'out'), wirePath), wirePath).toBe(real.cleanPath(schema, wirePath))
  },
)
