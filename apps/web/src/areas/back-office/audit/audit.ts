import type { Answer } from '@stowage/api/endpoint'
import type { listAudit } from '@stowage/api/reports'

export type AuditPage = Answer<typeof listAudit>
export type AuditEntry = AuditPage['items'][number]

export interface Difference {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** What an act changed, field by field; what stayed the same is left out where both sides are known. */
export function differences({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Difference[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return names
    .map((field) => ({ field, before: said(was[field]), after: said(is[field]) }))
    .filter(({ before: one, after: other }) => one !== other)
}

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of an act on many boxes each of them is a field, by its number. */
function fieldsOf(value: unknown): Fields {
  if (value === null || value === undefined) return {}
  if (!isRecord(value)) return { '': value }
  const { boxes, ...own } = value
  return isRecord(boxes) ? { ...boxes, ...own } : value
}

function said(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map(said).join(', ')
  if (isRecord(value)) return Object.entries(value).flatMap(partOf).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Where something has a name, its id says nothing to a reader; the exported table keeps all. */
function partOf([name, value]: [string, unknown], _index: number, all: readonly unknown[]): string[] {
  if (name === 'id' && all.length > 1) return []
  return [`${name}: ${said(value) ?? '–'}`]
}
