import * as api from '@stowage/api/api-keys'
import type { Actor } from '../../../platform/http/actor.ts'
import { route, type Route } from '../../../platform/http/call.ts'
import type { Parts } from '../parts.ts'
import { createKey, listKeys, revokeKey } from './manage-keys.ts'

/** Keys are a superUser's alone, and no key makes another. */
export function keyRoutes(parts: Parts, makerOf: (accountId: string) => Promise<Actor | null>): Route[] {
  return [
    route(api.listApiKeys, () => listKeys(parts, makerOf)),
    route(api.createApiKey, (call) => createKey(parts, makerOf, call)),
    route(api.revokeApiKey, (call) => revokeKey(parts, makerOf, call)),
  ]
}
