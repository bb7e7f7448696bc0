/** Which version of a banner this browser has put away: it comes back when the announcement changes (specification 2.2). */
const key = 'dismissedBanners'
const listeners = new Set<() => void>()
let known: Readonly<Record<string, string>> = read()

function read(): Readonly<Record<string, string>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, string>) : {}
  } catch {
    return {}
  }
}

export function dismissedBanners(): Readonly<Record<string, string>> {
  return known
}

export function dismiss(id: string, version: string): void {
  known = { ...known, [id]: version }
  localStorage.setItem(key, JSON.stringify(known))
  for (const listener of listeners) listener()
}

export function onDismissed(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
