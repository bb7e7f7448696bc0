import type { AnyEndpoint, ModuleName } from './endpoint.ts'

/**
 * What a key of the API may be limited to: reading or changing what one module holds. No endpoints here, so that forms
 * know the list as well.
 */
export const scopeModules = [
  'catalog',
  'maps',
  'accounts',
  'booking',
  'contracts',
  'billing',
  'payments',
  'access',
  'support',
  'messaging',
  'management-system',
  'reports',
] as const satisfies readonly ModuleName[]
export const scopeWays = ['read', 'write'] as const

export type Scope = `${(typeof scopeModules)[number]}:${(typeof scopeWays)[number]}`

export const scopes: readonly Scope[] = scopeModules.flatMap((module) =>
  scopeWays.map((way): Scope => `${module}:${way}`),
)

/** What a key needs to make a call. Changing includes no reading: who wants both says both. */
export function scopeOf({ module, method }: Pick<AnyEndpoint, 'module' | 'method'>): Scope {
  return `${module}:${method === 'GET' ? 'read' : 'write'}`
}

/** With this every key begins, so that it is told from a session's token, and found where it should not be. */
export const KEY_MARK = 'stw_'
