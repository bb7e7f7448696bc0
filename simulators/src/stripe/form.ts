import { invalidParameter, missingParameter } from './refusals.ts'

interface Field {
  readonly path: readonly string[]
  readonly value: string
}

/** A form in the service's manner: nested names in brackets (`a[b][0][c]`, `expand[]`). */
export class Form {
  private readonly fields: readonly Field[]
  /** Where this part stands in the whole form; empty at the top. */
  private readonly prefix: string

  constructor(fields: readonly Field[], prefix = '') {
    this.fields = fields
    this.prefix = prefix
  }

  static parse(text: string): Form {
    const fields = [...new URLSearchParams(text)].map(([name, value]) => ({ path: pathOf(name), value }))
    return new Form(fields)
  }

  /** The name of a field as an error says it: `payment_intent_data[amount]`. */
  name(field: string): string {
    return this.prefix === '' ? field : `${this.prefix}[${field}]`
  }

  has(name: string): boolean {
    return this.fields.some(({ path }) => path[0] === name)
  }

  /** @throws StripeRefusal parameter_unknown for a field that the call does not have */
  only(known: ReadonlySet<string>): void {
    const unknown = this.fields.find(({ path }) => !known.has(path[0] ?? ''))?.path[0]
    if (unknown !== undefined)
      throw invalidParameter(unknown, `Received unknown parameter: ${unknown}`, 'parameter_unknown')
  }

  /** A text; an empty one counts as not given, as the service empties fields with it. */
  text(name: string): string | undefined {
    const value = this.fields.findLast(({ path }) => path.length === 1 && path[0] === name)?.value
    return value === '' ? undefined : value
  }

  /** @throws StripeRefusal parameter_missing */
  required(name: string): string {
    const value = this.text(name)
    if (value === undefined) throw missingParameter(this.name(name))
    return value
  }

  /** @throws StripeRefusal parameter_invalid_integer */
  integer(name: string): number | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    if (!/^-?\d{1,15}$/.test(value))
      throw invalidParameter(this.name(name), `Invalid integer: ${value}`, 'parameter_invalid_integer')
    return Number(value)
  }

  boolean(name: string): boolean | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    if (value !== 'true' && value !== 'false')
      throw invalidParameter(this.name(name), `Invalid boolean: ${value}`)
    return value === 'true'
  }

  /** One of `values`. */
  choice<const T extends string>(name: string, values: readonly T[]): T | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    const found = values.find((one) => one === value)
    if (found === undefined)
      throw invalidParameter(this.name(name), `Invalid ${name}: must be one of ${values.join(', ')}`)
    return found
  }

  /** The part below a name; empty when there is none. */
  part(name: string): Form {
    return new Form(
      this.fields
        .filter(({ path }) => path.length > 1 && path[0] === name)
        .map(({ path, value }) => ({ path: path.slice(1), value })),
      this.name(name),
    )
  }

  /** The parts of a list of parts, in the order in which they came. */
  parts(name: string): Form[] {
    const list = this.part(name)
    const keys = [...new Set(list.fields.map(({ path }) => path[0] ?? ''))]
    return keys.map((key) => list.part(key))
  }

  /** The texts of a list: `name[]=a&name[]=b` or `name[0]=a`. */
  texts(name: string): string[] {
    return this.part(name).fields.map(({ value }) => value)
  }

  /** `name[key]=value` as pairs; undefined when nothing is given. */
  pairs(name: string): Record<string, string> | undefined {
    if (!this.has(name)) return undefined
    return Object.fromEntries(this.part(name).fields.map(({ path, value }) => [path.join('.'), value]))
  }
}

function pathOf(name: string): string[] {
  const [head = '', ...rest] = name.split('[')
  return [head, ...rest.map((part) => part.replace(/\]$/, ''))]
}

/** Metadata as it is after a change: an empty value takes a key away. @throws StripeRefusal over the service's limits */
export function changedMetadata(
  before: Readonly<Record<string, string>>,
  form: Form,
): Record<string, string> {
  const given = form.pairs('metadata')
  const after = new Map(Object.entries(before))
  for (const [key, value] of Object.entries(given ?? {})) {
    if (key.length > 40)
      throw invalidParameter('metadata', `Metadata keys must be at most 40 characters: ${key}`)
    if (value.length > 500)
      throw invalidParameter(`metadata[${key}]`, 'Metadata values must be at most 500 characters')
    if (value === '') after.delete(key)
    else after.set(key, value)
  }
  if (after.size > 50) throw invalidParameter('metadata', 'Metadata can have at most 50 keys')
  return Object.fromEntries(after)
}
