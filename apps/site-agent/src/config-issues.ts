import type * as z from 'zod/mini'

/** What an installer reads of one wrong member: where it is, what is there, what would be right. */
export function saidOfIssue(issue: z.core.$ZodIssue, value: unknown): string {
  const where = pathOf(issue.path) || 'the file'
  const lock = lockAt(value, issue.path)
  const place = lock === undefined ? where : `${where} (lock ${lock})`
  return `${place}: ${reason(issue, at(value, issue.path))}`
}

function reason(issue: z.core.$ZodIssue, there: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return there === undefined
        ? `is missing: ${kindOf(issue.expected)} is needed`
        : `${kindOf(issue.expected)} is needed, ${shown(there)} is there`
    case 'unrecognized_keys':
      return `nobody knows ${issue.keys.map((key) => `"${key}"`).join(', ')} here`
    case 'invalid_value':
      return `${issue.values.map((one) => JSON.stringify(one)).join(' or ')} is needed, ${shown(there)} is there`
    case 'too_small':
      return isCounted(issue.origin)
        ? `at least ${issue.minimum} needed`
        : `at least ${issue.minimum}, ${shown(there)} is there`
    case 'too_big':
      return isCounted(issue.origin)
        ? `${issue.maximum} at most`
        : `${issue.maximum} at most, ${shown(there)} is there`
    case 'invalid_format':
      return issue.format === 'url'
        ? `an address as https://example.com is needed, ${shown(there)} is there`
        : `${shown(there)} is no lock number: bus 0-9, controller and output 01-99, as "1:02:03"`
    case 'invalid_union':
      if (issue.path.at(-1) === 'tls')
        return `"own" or certFile and keyFile are needed, ${shown(there)} is there`
      return `"rtu" or "tcp" is needed as kind of the transport, ${shown(there)} is there`
    default:
      return issue.message
  }
}

const isCounted = (origin: string): boolean => origin === 'array' || origin === 'string'

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
const kindOf = (expected: string): string => KINDS[expected] ?? expected

function shown(there: unknown): string {
  if (there === undefined) return 'nothing'
  const text = JSON.stringify(there)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

function pathOf(parts: readonly PropertyKey[]): string {
  return parts
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}

function at(value: unknown, parts: readonly PropertyKey[]): unknown {
  let here = value
  for (const part of parts) {
    if (typeof here !== 'object' || here === null) return undefined
    here = (here as Record<PropertyKey, unknown>)[part]
  }
  return here
}

function lockAt(value: unknown, parts: readonly PropertyKey[]): string | undefined {
  if (parts[0] !== 'locks' || parts[2] === 'id') return undefined
  const id = at(value, [...parts.slice(0, 2), 'id'])
  return typeof id === 'string' ? id : undefined
}
