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
  try {
    localStorage.setItem(key, JSON.stringify(known))
  } catch {
    // A browser that keeps nothing: put away until the page is loaded again.
  }
  for (const listener of listeners) listener()
}

/** Put away in one tab, it is gone in the others too. */
function takeOver({ key: changed }: StorageEvent): void {
  if (changed !== key) return
  known = read()
  for (const listener of listeners) listener()
}

export function onDismissed(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', takeOver)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', takeOver)
  }
}
