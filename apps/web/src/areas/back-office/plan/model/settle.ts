/** What becomes of a drawing that cannot be saved because somebody else has saved, deleted or replaced its map meanwhile. */
import { mergeMaps, type MergedMap } from '@stowage/domain/compare-maps'
import type { MapObject } from '@stowage/domain/map-object'

/** A drawing as the server has it. */
export interface SavedMap {
  readonly objects: readonly MapObject[]
  readonly version: number
  readonly recordId: string
}

interface Settled extends MergedMap {
  /** What the server has of the map that is drawn from now on. */
  readonly saved: readonly MapObject[]
  readonly version: number
  readonly recordId: string | null
}

/**
 * Puts what is drawn together with what the server has.
 * @param theirs null where no map has this name any more: all that is drawn is kept, for a map that is gone has removed nothing.
 *   Nor has another map that was given the name: both drawings stand side by side.
 */
export function settled(
  drawn: {
    readonly objects: readonly MapObject[]
    readonly saved: readonly MapObject[]
    readonly recordId: string | null
  },
  theirs: SavedMap | null,
): Settled {
  if (theirs === null)
    return { objects: drawn.objects, saved: [], version: 0, recordId: null, conflicts: [], twice: [] }
  const base = drawn.recordId === theirs.recordId ? drawn.saved : []
  const { objects: saved, version, recordId } = theirs
  return { ...mergeMaps(base, drawn.objects, saved), saved, version, recordId }
}
