import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { deleteMap, listMaps, orderMaps, renameMap, saveMap, undeleteMap } from '@stowage/api/maps'
import { call, keyOf } from '../../../../client/index.ts'
import { confirm, toast } from '../../../../ui/index.ts'
import { useMapSession, type MapFacts } from './session.ts'
import { readMapsAgain } from './use-save-map.ts'

/** Adding, renaming, ordering, deleting and taking back the maps of the stock. */
export function useMapDeeds() {
  const t = useTranslations('plan.maps')
  const { stock, maps, open, mapId: seen, onMap } = useMapSession()
  const client = useQueryClient()
  const stockId = stock.id
  const doing = useMutation({ mutationFn: async (deed: () => Promise<void>) => await deed() })
  const act = async (deed: () => Promise<void>): Promise<void> =>
    await doing.mutateAsync(async () => {
      await deed()
      await readMapsAgain(client, stockId)
    })
  const order = (names: readonly string[]): void => {
    // At once, so that the tab stays where it was let go; the server's answer comes over it.
    const key = [...keyOf(listMaps), { params: { stockId } }]
    client.setQueryData<readonly MapFacts[]>(key, (known) => known && sorted(known, names))
    void act(async () => {
      await call(orderMaps, { params: { stockId }, body: { order: [...names] } })
    }).catch(() => readMapsAgain(client, stockId))
  }
  return {
    isBusy: doing.isPending,
    add: async (name: string) => {
      await act(async () => {
        await call(saveMap, { params: { stockId }, body: { mapId: name, objects: [], version: 0 } })
      })
      onMap(name)
    },
    rename: async (mapId: string, name: string) => {
      if (mapId === name) return
      await act(async () => {
        await call(renameMap, { params: { stockId, mapId }, body: { name } })
      })
      if (mapId === seen) onMap(name)
    },
    /** @param by -1 to the left, 1 to the right */
    shift: (mapId: string, by: -1 | 1) => {
      const names = maps.map((map) => map.mapId)
      const at = names.indexOf(mapId)
      const other = names[at + by]
      if (at < 0 || other === undefined) return
      names.splice(at, 1)
      names.splice(at + by, 0, mapId)
      order(names)
    },
    /** Puts a map before or behind another one. */
    place: (mapId: string, target: string) => {
      const names = maps.map((map) => map.mapId)
      const [from, to] = [names.indexOf(mapId), names.indexOf(target)]
      if (from < 0 || to < 0 || from === to) return
      names.splice(from, 1)
      names.splice(to, 0, mapId)
      order(names)
    },
    remove: async (map: MapFacts) => {
      const isUnsaved = open.unsaved().split(' ').includes(map.id)
      const yes = await confirm({
        title: t('delete.title', { name: map.mapId }),
        text: t(isUnsaved ? 'delete.unsaved' : 'delete.text', { count: map.objectCount }),
        yes: t('delete.yes'),
        danger: true,
      })
      if (!yes) return
      await act(async () => {
        await call(deleteMap, { params: { stockId, mapId: map.mapId } })
      })
      // Its draft stays in this browser: whoever takes the map back is asked whether to go on with it.
      open.close(map.id)
      toast({ tone: 'blue', text: t('delete.done', { name: map.mapId }), ms: 8000 })
    },
    takeBack: async (map: MapFacts) => {
      await act(async () => {
        await call(undeleteMap, { params: { stockId, id: map.id } })
      })
      onMap(map.mapId)
    },
  }
}

export type MapDeeds = ReturnType<typeof useMapDeeds>

function sorted(known: readonly MapFacts[], names: readonly string[]): MapFacts[] {
  const placeOf = (map: MapFacts): number =>
    map.deleted === null ? names.indexOf(map.mapId) : Number.MAX_SAFE_INTEGER
  return known.toSorted((one, other) => placeOf(one) - placeOf(other))
}
