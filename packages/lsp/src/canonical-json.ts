/**
 * JSON as RFC 8785 writes it, for values of JSON with members of plain ASCII names: sorted names, no spaces, numbers and texts
 * as JSON writes them; members that are undefined are left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value as Record<string, unknown>).filter(
    ([, member]) => member !== undefined,
  )
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
