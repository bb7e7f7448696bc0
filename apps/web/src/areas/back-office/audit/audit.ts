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

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : { '': value }
}

function said(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
