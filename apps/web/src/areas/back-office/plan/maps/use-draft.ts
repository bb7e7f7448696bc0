import { useEffect } from 'react'
import type { MapObject } from '@stowage/domain/map-object'
import { useUser } from '../../../../client/index.ts'
import { dropDraft, keepDraft, keptDraft } from '../../../../client/drafts.ts'
import { isUnsaved, type PlanStore } from '../model/plan-store.ts'

/** What was drawn and not saved, with the drawing it began with: so it can still be merged with what others saved meanwhile. */
export interface PlanDraft {
  readonly objects: readonly MapObject[]
  readonly saved: readonly MapObject[]
  readonly version: number
  /** Machine time, ISO. */
  readonly at: string
}

const pauseMs = 800
const nameOf = (stockId: string, key: string): string => `plan/${stockId}/${key}`

/** The draft that is kept of a map in this browser; null where there is none. @param key record id, or that of the first map */
export async function draftOf(person: string, stockId: string, key: string): Promise<PlanDraft | null> {
  const found = await keptDraft(person, nameOf(stockId, key))
  return isDraft(found) ? found : null
}

export async function forgetDraft(person: string, stockId: string, key: string): Promise<void> {
  await dropDraft(person, nameOf(stockId, key))
}

/** Keeps what is drawn a moment after each step, and nothing once it is saved. */
export function useKeptDraft(store: PlanStore, stockId: string, key: string): void {
  const person = useUser()?.id
  useEffect(() => {
    if (person === undefined) return
    const name = nameOf(stockId, key)
    let timer: ReturnType<typeof setTimeout> | undefined
    let { objects: seen, saved: seenSaved } = store.get()
    const keep = (): void => {
      timer = undefined
      const { objects, saved, version } = store.get()
      if (isUnsaved({ objects, saved }))
        void keepDraft(person, name, { objects, saved, version, at: new Date().toISOString() })
      else void dropDraft(person, name)
    }
    const stop = store.subscribe(() => {
      const { objects, saved } = store.get()
      if (objects === seen && saved === seenSaved) return
      ;[seen, seenSaved] = [objects, saved]
      clearTimeout(timer)
      // Saved is saved at once: a draft that is left would be offered again.
      if (objects === saved) keep()
      else timer = setTimeout(keep, pauseMs)
    })
    const now = (): void => {
      if (timer === undefined) return
      clearTimeout(timer)
      keep()
    }
    // The browser asks before it leaves unsaved work, which gives the storage its time; on a phone a page is hidden and never left.
    const leaving = ['beforeunload', 'pagehide', 'visibilitychange'] as const
    for (const name of leaving) addEventListener(name, now, true)
    return () => {
      for (const name of leaving) removeEventListener(name, now, true)
      stop()
      // Another tab of the page is shown: what was just drawn is kept. Who has signed out is nobody any more by then.
      clearTimeout(timer)
    }
  }, [person, store, stockId, key])
}

function isDraft(value: unknown): value is PlanDraft {
  if (typeof value !== 'object' || value === null) return false
  const { objects, saved, version, at } = value as Partial<Record<keyof PlanDraft, unknown>>
  return (
    Array.isArray(objects) && Array.isArray(saved) && typeof version === 'number' && typeof at === 'string'
  )
}
