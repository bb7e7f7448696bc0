import type { MapObject } from '@stowage/domain/map-object'
import { isApiError } from '../../../../client/index.ts'

/** An object that the server would not keep, as it was sent. */
export interface RefusedObject {
  readonly object: MapObject
  readonly field: string
  /** The server's sentence, where it says more than that the field does not fit. */
  readonly words: string | null
}

/** What the server has said of single objects; empty where it refused the map as a whole. @param sent the objects in their order */
export function refusedOf(error: unknown, sent: readonly MapObject[]): RefusedObject[] {
  if (!isApiError(error)) return []
  return error.errors.flatMap(({ code, field, message }) => {
    const [, index, name] = /^objects\.(\d+)\.(\w+)/.exec(field ?? '') ?? []
    const object = sent[Number(index ?? -1)]
    if (object === undefined || name === undefined) return []
    return [{ object, field: name, words: code === 1005 || message === '' ? null : message }]
  })
}
