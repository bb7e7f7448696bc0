import type * as z from 'zod/mini'
import type { ApiKey } from '@stowage/api/api-keys'
import type { Webhook, WebhookDelivery } from '@stowage/api/webhooks'

export type Key = z.output<typeof ApiKey>
export type Hook = z.output<typeof Webhook>
export type Delivery = z.output<typeof WebhookDelivery>

/** Where machine time is read by staff: theirs. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** `catalog:read`, `catalog:write` and `maps:read` as `catalog` → both, `maps` → one, in the order of the list. */
export function byModule(scopes: readonly string[]): readonly (readonly [module: string, ways: string])[] {
  const found = new Map<string, string[]>()
  for (const scope of scopes) {
    const at = scope.lastIndexOf(':')
    const module = scope.slice(0, at)
    found.set(module, [...(found.get(module) ?? []), scope.slice(at + 1)])
  }
  return [...found].map(([module, ways]) => [module, ways.length > 1 ? 'both' : (ways[0] ?? 'read')] as const)
}

/** The instant so many days from now, as a call takes it; null for never. */
export function endIn(days: string, now: number): string | null {
  return days === '' ? null : new Date(now + Number(days) * 86_400_000).toISOString()
}
