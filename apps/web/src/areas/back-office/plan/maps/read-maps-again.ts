import type { QueryClient } from '@tanstack/react-query'
import { getMap, listMaps, listMapVersions } from '@stowage/api/maps'
import { keyOf } from '../../../../client/index.ts'

/** What every list of maps shows is read again; drawings on the page are nobody's but their store's. */
export async function readMapsAgain(client: QueryClient, stockId: string): Promise<void> {
  void client.invalidateQueries({ queryKey: keyOf(getMap, { params: { stockId } }) })
  void client.invalidateQueries({ queryKey: keyOf(listMapVersions) })
  await client.invalidateQueries({ queryKey: keyOf(listMaps) })
}
