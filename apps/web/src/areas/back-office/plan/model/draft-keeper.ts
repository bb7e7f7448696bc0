/** When a drawing that is not saved is put aside, so that a closed window or a crash takes a moment's work at most. */
import type { MapObject } from '@stowage/domain/map-object'
import { isUnsaved, type PlanState, type PlanStore } from './plan-store.ts'

/** After the last step. */
export const pauseMs = 800

interface DraftPlace {
  readonly keep: (drawing: Pick<PlanState, 'objects' | 'saved' | 'version'>) => void
  readonly drop: () => void
}

export interface DraftKeeper {
  /** What waits for its pause is put aside now: the page is about to go. */
  readonly now: () => void
  readonly stop: () => void
}

/**
 * Keeps what is drawn a moment after each step, and nothing once it is saved. What is unsaved at the beginning is kept at once:
 * it may have come from a draft of another window, which keeps or drops its own.
 */
export function keepDrafts(store: PlanStore, { keep, drop }: DraftPlace): DraftKeeper {
  let timer: ReturnType<typeof setTimeout> | undefined
  let { objects: seen, saved: seenSaved } = store.get()
  const put = (): void => {
    clearTimeout(timer)
    timer = undefined
    const { objects, saved, version } = store.get()
    if (isUnsaved({ objects, saved })) keep({ objects, saved, version })
    else drop()
  }
  if (isUnsaved(store.get())) put()
  const leave = store.subscribe(() => {
    const { objects, saved } = store.get()
    if (isSame(objects, seen) && isSame(saved, seenSaved)) return
    ;[seen, seenSaved] = [objects, saved]
    clearTimeout(timer)
    // Saved is saved at once: a draft that is left would be offered again.
    if (isSame(objects, saved)) put()
    else timer = setTimeout(put, pauseMs)
  })
  return {
    now: () => {
      if (timer !== undefined) put()
    },
    stop: () => {
      leave()
      clearTimeout(timer)
      timer = undefined
    },
  }
}

const isSame = (a: readonly MapObject[], b: readonly MapObject[]): boolean => a === b
