/**
 * Answers that must be readable without a network: what a tenant needs at the gate. They belong to the session and go with
 * it, so that the next person at this device finds nothing of the last one.
 */
const prefix = 'kept.'

/** Keeps a JSON value for this session; a full storage is no reason to fail. */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // Without room there is no last known state; everything else works.
  }
}

/** What was kept, as it was; whoever reads it checks its shape. Null where nothing is. */
export function kept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null')
  } catch {
    return null
  }
}

export function forgetKept(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
