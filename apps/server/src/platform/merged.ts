/** A record with what was given put over it; what is left out or undefined stays as it is. */
export function merged<T extends object>(
  before: T,
  given: { readonly [K in keyof T]?: T[K] | undefined },
): T {
  const changes = Object.entries(given).filter(([name, value]) => name in before && value !== undefined)
  return { ...before, ...(Object.fromEntries(changes) as Partial<T>) }
}
