import { useQueryClient } from '@tanstack/react-query'
import { Notification } from '@stowage/api/entities/messaging'
import { fromWire } from '@stowage/api/wire'
import { useRealtime } from '../../client/index.ts'
import { bannersKey, stripKey, type Banner } from './banners-query.ts'

/**
 * A banner was changed: an active one replaces or joins those of the strip, any other leaves it (specification 4). The lists of
 * whoever edits banners hold inactive ones too, and are read anew.
 */
export function useLiveBanners(): void {
  const client = useQueryClient()
  useRealtime('UPDATE_NOTIFICATION', (payload) => {
    const changed = fromWire(Notification, payload) as Banner
    if (typeof changed.id !== 'string') return
    for (const scope of ['all', 'global'] as const) {
      client.setQueryData<readonly Banner[]>(stripKey(scope), (known) => {
        if (known === undefined) return undefined
        const others = known.filter(({ id }) => id !== changed.id)
        return changed.isActive && (scope === 'all' || changed.isGlobal) ? [changed, ...others] : others
      })
    }
    const strips = ['all', 'global'].map((scope) => JSON.stringify(stripKey(scope as 'all')))
    void client.invalidateQueries({
      queryKey: bannersKey,
      predicate: ({ queryKey }) => !strips.includes(JSON.stringify(queryKey)),
    })
  })
}
