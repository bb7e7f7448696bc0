/** Addresses as the specification writes them (`/boxes?stockId=…`): every value is text, nothing is JSON. */
export type PlainSearch = Readonly<Record<string, string>>

export function parseSearch(text: string): PlainSearch {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      query.set(name, String(value))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** The named values of a page's address; the others are dropped. For `validateSearch`. */
export function texts<const Names extends readonly string[]>(...names: Names) {
  return (search: Record<string, unknown>): { [K in Names[number]]?: string } => {
    const found: Partial<Record<string, string>> = {}
    for (const name of names) {
      const value = search[name]
      if (typeof value === 'string' && value !== '') found[name] = value
    }
    return found as { [K in Names[number]]?: string }
  }
}
