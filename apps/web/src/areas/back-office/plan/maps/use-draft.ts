import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MapObject } from '@stowage/domain/map-object'
import { randomId, userQuery, useUser } from '../../../../client/index.ts'
import { dropDraft, keepDraft, keptDraft } from '../../../../client/drafts.ts'
import { keepDrafts } from '../model/draft-keeper.ts'
import type { PlanStore } from '../model/plan-store.ts'

/** What was drawn and not saved, with the drawing it began with: so it can still be merged with what others saved meanwhile. */
export interface PlanDraft {
  readonly objects: readonly MapObject[]
  readonly saved: readonly MapObject[]
  readonly version: number
  /** Machine time, ISO. */
  readonly at: string
  /** Which window has kept it. */
  readonly window?: string
}

/** Of this window: another one that draws on the same map drops its own draft when it saves, and not this one's. */
const thisWindow = randomId()
const nameOf = (stockId: string, key: string): string => `plan/${stockId}/${key}`

/** The draft that is kept of a map in this browser; null where there is none. @param key record id, or that of the first map */
export async function draftOf(person: string, stockId: string, key: string): Promise<PlanDraft | null> {
  const found = await keptDraft(person, nameOf(stockId, key))
  return isDraft(found) ? found : null
}

export async function forgetDraft(person: string, stockId: string, key: string): Promise<void> {
  await dropDraft(person, nameOf(stockId, key))
}

/** Keeps what is drawn and not saved (`draft-keeper.ts`), as long as the person who draws it is here. */
export function useKeptDraft(store: PlanStore, stockId: string, key: string): void {
  const person = useUser()?.id
  const client = useQueryClient()
  useEffect(() => {
    if (person === undefined) return
    const name = nameOf(stockId, key)
    const dropOwn = async (): Promise<void> => {
      const kept = await keptDraft(person, name)
      if (isDraft(kept) && kept.window === thisWindow) await dropDraft(person, name)
    }
    const keeper = keepDrafts(store, {
      keep: (drawing) =>
        void keepDraft(person, name, { ...drawing, at: new Date().toISOString(), window: thisWindow }),
      drop: () => void dropOwn(),
    })
    addEventListener('pagehide', keeper.now)
    return () => {
      removeEventListener('pagehide', keeper.now)
      // Another map is shown: what was just drawn is kept. Of who has signed out nothing is.
      if (client.getQueryData(userQuery.queryKey)?.id === person) keeper.now()
      keeper.stop()
    }
  }, [person, store, stockId, key, client])
}

function isDraft(value: unknown): value is PlanDraft {
  if (typeof value !== 'object' || value === null) return false
  const { objects, saved, version, at } = value as Partial<Record<keyof PlanDraft, unknown>>
  return (
    Array.isArray(objects) && Array.isArray(saved) && typeof version === 'number' && typeof at === 'string'
  )
}
