import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { Body } from '@stowage/api/endpoint'
import { getMapBackground, type setMapBackground } from '@stowage/api/maps'
import { queryOf } from '../../../../client/index.ts'
import type { Scan } from '../canvas/layers.tsx'
import { useMapSession } from './session.ts'

/** Where a scan lies; what of it is not saved yet is shown all the same. */
export type ScanPlace = Omit<Body<typeof setMapBackground>, 'scan'>

export interface ScanView {
  /** What the canvas draws; null while there is none, it is hidden or has not come yet. */
  readonly scan: Scan | null
  readonly isHidden: boolean
  readonly setHidden: (isHidden: boolean) => void
  /** Shows another place until it is saved; null: as it is saved. */
  readonly setDraft: (place: ScanPlace | null) => void
}

/** The picture under the drawing, fetched with the session: only who draws may see it. */
export function useScan(): ScanView {
  const { stock, record } = useMapSession()
  const background = record?.background ?? null
  const [isHidden, setHidden] = useState(false)
  const [draft, setDraft] = useState<ScanPlace | null>(null)
  const picture = useQuery({
    ...queryOf(getMapBackground, {
      params: { stockId: stock.id, mapId: record?.mapId ?? '', name: background?.file ?? '' },
    }),
    enabled: background !== null && !isHidden,
    // A name never gets another picture.
    staleTime: Infinity,
  })
  const href = useAddress(background === null ? undefined : picture.data)
  if (background === null || href === null || isHidden) return { scan: null, isHidden, setHidden, setDraft }
  const { x, y, width, height, opacity } = draft ?? background
  return { scan: { href, x, y, width, height, opacity }, isHidden, setHidden, setDraft }
}

/** An address inside this page for a file, given back when nobody looks any more. */
function useAddress(file: unknown): string | null {
  const address = useMemo(() => addressOf(file), [file])
  return useSyncExternalStore(address.subscribe, address.url)
}

function addressOf(file: unknown) {
  let url: string | null = null
  return {
    subscribe: (): (() => void) => {
      if (!(file instanceof Blob)) return () => undefined
      const made = (url = URL.createObjectURL(file))
      return () => {
        URL.revokeObjectURL(made)
        url = null
      }
    },
    url: (): string | null => url,
  }
}
