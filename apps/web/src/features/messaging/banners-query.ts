import type { Answer } from '@stowage/api/endpoint'
import { listNotifications } from '@stowage/api/messaging'
import { keyOf, queryOf } from '../../client/index.ts'

export type Banner = Answer<typeof listNotifications>[number]

/** The prefix of every list of banners. */
export const bannersKey = keyOf(listNotifications)

/** What the strip asks for: active ones, all of them when signed in and the global ones otherwise (calls: notifications). */
export function stripQuery(scope: 'all' | 'global') {
  return queryOf(listNotifications, { query: { activeStatus: 'active', globalStatus: scope } })
}
export const stripKey = (scope: 'all' | 'global') => stripQuery(scope).queryKey
