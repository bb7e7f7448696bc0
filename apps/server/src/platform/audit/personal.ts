import { createHash, randomBytes } from 'node:crypto'

/**
 * A value of an audit record that is about a person. Records are chained and never changed; this value is kept beside its
 * record, which holds a salted hash of it, and goes when the person is erased.
 */
export class Personal {
  readonly holderId: string
  readonly value: unknown
  constructor(holderId: string, value: unknown) {
    this.holderId = holderId
    this.value = value
  }
}

/** Marks a value as about this person; nothing where there is nothing. */
export const personal = (holderId: string, value: unknown): unknown =>
  value === null || value === undefined || value === '' ? (value ?? null) : new Personal(holderId, value)

export interface PersonalRow {
  readonly place: string
  readonly holderId: string
  readonly salt: string
  readonly value: unknown
}

/** What stands in the record where a value is kept beside it, and whose it is. */
export interface SealedValue {
  readonly sealed: string
  /** Not in records of before. */
  readonly of?: string
}

export const isSealedValue = (value: unknown): value is SealedValue =>
  typeof value === 'object' && value !== null && typeof (value as SealedValue).sealed === 'string'

/** Which hash a value leaves in its record: the same whether it comes from us or back from the database, which orders names its own way. */
const sealOf = (salt: string, value: unknown): string =>
  createHash('sha256')
    .update(salt)
    .update('\n')
    .update(JSON.stringify(inOrder(JSON.parse(JSON.stringify(value)))))
    .digest('hex')

const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, one]) => [name, inOrder(one)])
      : value

/**
 * Splits what a record says into what is chained and what is kept beside it.
 * @param part `before` or `after`, where the places begin
 */
export function setApart(
  part: string,
  said: unknown,
): { readonly chained: unknown; readonly beside: PersonalRow[] } {
  const beside: PersonalRow[] = []
  const walk = (value: unknown, place: string): unknown => {
    if (value instanceof Personal) {
      const salt = randomBytes(16).toString('base64url')
      beside.push({ place, holderId: value.holderId, salt, value: value.value })
      return { sealed: sealOf(salt, value.value), of: value.holderId } satisfies SealedValue
    }
    if (Array.isArray(value)) return value.map((one, index) => walk(one, `${place}.${index}`))
    // A day, an instant and the like write themselves.
    if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, walk(one, `${place}.${name}`)]),
      )
    return value
  }
  return { chained: walk(said, part), beside }
}

/** The value as it was where it is still kept; null in the place of one that was erased. */
export function putBack(part: string, chained: unknown, kept: ReadonlyMap<string, unknown>): unknown {
  const walk = (value: unknown, place: string): unknown => {
    if (isSealedValue(value)) return kept.get(place) ?? null
    if (Array.isArray(value)) return value.map((one, index) => walk(one, `${place}.${index}`))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, walk(one, `${place}.${name}`)]),
      )
    return value
  }
  return walk(chained, part)
}

/** What a record says, where words are kept beside it, and those words by their place. */
export interface KeptWords {
  readonly said: { readonly before: unknown; readonly after: unknown } | null
  readonly kept: Readonly<
    Record<string, { readonly holder: string; readonly salt: string; readonly value: unknown }>
  > | null
}

/**
 * What is wrong with the words kept beside a record: each must be the one that was sealed, none may be without a seal, and none
 * may be gone unless whose it is was erased.
 * @param erased of whom everything that the audit said is forgotten
 */
export function faultOfWords({ said, kept }: KeptWords, erased: ReadonlySet<string>): string | undefined {
  if (said === null && kept === null) return undefined
  const seals = new Map<string, SealedValue>()
  const walk = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    if (isSealedValue(value)) seals.set(place, value)
    else for (const [name, one] of Object.entries(value)) walk(one, place === '' ? name : `${place}.${name}`)
  }
  walk(said, '')
  for (const [place, { holder, salt, value }] of Object.entries(kept ?? {})) {
    const seal = seals.get(place)
    if (seal === undefined) return `words at ${place} were put beside it`
    if (seal.sealed !== sealOf(salt, value)) return `its words at ${place} are not those that were sealed`
    if (seal.of !== undefined && seal.of !== holder) return `its words at ${place} are told of somebody else`
  }
  for (const [place, { of }] of seals)
    if (kept?.[place] === undefined && of !== undefined && !erased.has(of))
      return `its words at ${place} are gone, and nobody was erased`
  return undefined
}
