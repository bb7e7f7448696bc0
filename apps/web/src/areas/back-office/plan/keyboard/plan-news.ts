/** What a step on the plan is in words, for who cannot see it: from the state before and the state now. */
import type { MapObject } from '@stowage/domain/map-object'
import type { PlanState } from '../model/plan-store.ts'

export type Told = Pick<PlanState, 'objects' | 'selected' | 'tool' | 'editing' | 'cursor'>

export type News =
  | { readonly kind: 'added' | 'removed' | 'changed' | 'chosen'; readonly objects: readonly MapObject[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'tool' | 'cursor' | 'outline' }
  | null

/** The one thing worth saying; what follows from another step is not said again. */
export function newsOf(before: Told, now: Told): News {
  if (before.objects !== now.objects) {
    const known = new Map(before.objects.map((object) => [object.uuid, object]))
    const added = now.objects.filter(({ uuid }) => !known.has(uuid))
    const changed = now.objects.filter(
      (object) => known.has(object.uuid) && known.get(object.uuid) !== object,
    )
    for (const { uuid } of now.objects) known.delete(uuid)
    // While an outline grows, its points are told by the cross.
    if (now.editing !== null && now.cursor !== null && before.cursor !== now.cursor) return { kind: 'cursor' }
    if (added.length > 0) return { kind: 'added', objects: added }
    if (known.size > 0) return { kind: 'removed', objects: [...known.values()] }
    if (changed.length > 0) return { kind: 'changed', objects: changed }
  }
  if (before.editing === null && now.editing !== null && now.cursor === null) return { kind: 'outline' }
  if (before.tool !== now.tool && now.cursor !== null) return { kind: 'tool' }
  if (before.cursor !== now.cursor && now.cursor !== null) return { kind: 'cursor' }
  if (before.selected !== now.selected) {
    const objects = now.objects.filter(({ uuid }) => now.selected.has(uuid))
    if (objects.length > 0) return { kind: 'chosen', objects }
    return before.selected.size > 0 ? { kind: 'none' } : null
  }
  return null
}
