import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { getPhotos } from '@stowage/api/accounts'
import type { Answer } from '@stowage/api/endpoint'
import { queryOf } from '../../client/index.ts'

export type Photo = NonNullable<Answer<typeof getPhotos>['passportFile']>

/**
 * The identity documents of an account, read when asked and only then: every reading is in the audit, so nothing that
 * happens in the background may cause one, and nothing is kept after the screen is left.
 */
export function usePhotos(id: string) {
  return useQuery({
    ...queryOf(getPhotos, { params: { id } }),
    enabled: false,
    gcTime: 0,
    meta: { quiet: true },
  })
}

export interface PhotoFile {
  /** An address inside this page; gone with it. */
  readonly url: string
  readonly type: string
  readonly bytes: number
}

/** A document as an address for pictures and frames, given back when it is no longer shown. */
export function usePhotoFile(photo: Photo | null | undefined): PhotoFile | null {
  const address = useMemo(() => addressOf(photo), [photo])
  return useSyncExternalStore(address.subscribe, address.file)
}

/** The browser keeps what an address stands for: made when somebody looks, given back when nobody does. */
function addressOf(photo: Photo | null | undefined) {
  let file: PhotoFile | null = null
  return {
    subscribe: (): (() => void) => {
      if (!photo) return () => undefined
      const blob = new Blob([bytesOf(photo.base64)], { type: photo.type })
      const { url } = (file = { url: URL.createObjectURL(blob), type: photo.type, bytes: blob.size })
      return () => {
        URL.revokeObjectURL(url)
        file = null
      }
    },
    file: (): PhotoFile | null => file,
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
