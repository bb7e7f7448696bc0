import * as z from 'zod/mini'
import { fromWire } from './wire.ts'

type Json = Record<string, unknown>

/** Deep enough for every entity; a schema that contains itself ends here. */
const DEEPEST = 16
const ID = '01K8Z3V7Q2M4N6P8R0S2T4V6X8'

const byFormat: Readonly<Record<string, string>> = {
  date: '2026-12-01',
  'date-time': '2026-12-01T09:00:00Z',
  email: 'anna@example.com',
  uri: 'https://crm.example.com/hooks/stowage',
}
/** Where the name says more than the type. */
const byName: readonly (readonly [RegExp, string])[] = [
  [/(^_id$|Id$|^id$|ID$)/, ID],
  [/month$/i, '2026-12'],
  [/phone/i, '+49 30 1234567'],
  [/country$/i, 'DE'],
  [/language$/i, 'en'],
  [/method$/i, 'card'],
  [/reason$/i, 'hold-ended'],
  [/currency$/i, 'EUR'],
  [/password/i, 'Correct-horse-7'],
  [/zip/i, '10115'],
  [/city/i, 'Berlin'],
  [/name/i, 'Anna'],
  [/(created|updated|since|until|last|next|expires|revoked|^at$|At$)/, '2026-12-01T09:00:00Z'],
]

/** A value that a schema of JSON would take, as somebody would write it into a document. */
export function exampleOf(
  node: Json,
  schemas: Readonly<Record<string, Json>>,
  name = '',
  depth = 0,
): unknown {
  const { $ref } = node
  if (typeof $ref === 'string') {
    const found = schemas[$ref.split('/').at(-1) ?? '']
    return found === undefined || depth > DEEPEST ? null : exampleOf(found, schemas, name, depth + 1)
  }
  if (Array.isArray(node['enum'])) return node['enum'][0]
  if ('const' in node) return node['const']
  if ('default' in node) return node['default']
  const options = (node['anyOf'] ?? node['oneOf']) as Json[] | undefined
  if (options) return exampleOf(options.find(({ type }) => type !== 'null') ?? {}, schemas, name, depth)
  const { type } = node
  if (type === 'object') return objectOf(node, schemas, depth)
  if (type === 'array') {
    const items = (node['items'] ?? {}) as Json
    return depth > DEEPEST ? [] : [exampleOf(items, schemas, name.replace(/s$/, ''), depth + 1)]
  }
  if (type === 'string') return textOf(node, name)
  if (type === 'integer' || type === 'number') return Math.max(1, Number(node['minimum'] ?? 1))
  return type === 'boolean' ? true : null
}

function objectOf(node: Json, schemas: Readonly<Record<string, Json>>, depth: number): Json {
  if (depth > DEEPEST) return {}
  const properties = (node['properties'] ?? {}) as Record<string, Json>
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, exampleOf(field, schemas, name, depth + 1)]),
  )
}

function textOf({ format, minLength, maxLength }: Json, name: string): string {
  const known = byFormat[String(format)] ?? byName.find(([pattern]) => pattern.test(name))?.[1] ?? 'text'
  const padded = known.padEnd(Number(minLength ?? 0), '0')
  return typeof maxLength === 'number' ? padded.slice(0, maxLength) : padded
}

/**
 * The example of what a call takes, if its own rules take it: a document must not show what the server refuses. First with all
 * fields, then with those alone that must be there.
 */
export function validExample(
  node: Json,
  schemas: Readonly<Record<string, Json>>,
  rules: z.core.$ZodType,
): unknown {
  const required = new Set((node['required'] ?? []) as string[])
  const properties = Object.entries((node['properties'] ?? {}) as Record<string, Json>)
  const needed = {
    ...node,
    properties: Object.fromEntries(properties.filter(([name]) => required.has(name))),
  }
  return [node, needed]
    .map((one) => exampleOf(one, schemas))
    .find((example) => z.safeParse(rules, fromWire(rules, example)).success)
}
