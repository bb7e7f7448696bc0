/** The state of one map while it is drawn: objects, what is chosen, tool, steps. Outside React, so that a gesture renders nothing. */
import type { MapObject, MapObjectType } from '@stowage/domain/map-object'
import type { Point } from './geometry.ts'
import { newUuid } from './new-object.ts'
import { difference, noHistory, redo, remember, undo, type History } from './history.ts'

/** `grid` draws the area for a row or grid of boxes. */
export type Tool = 'select' | 'pan' | 'grid' | MapObjectType

export interface PlanState {
  readonly objects: readonly MapObject[]
  readonly selected: ReadonlySet<string>
  readonly tool: Tool
  /** What the next object gets besides what its tool gives it: a wall its role and its look. */
  readonly given: Partial<MapObject>
  /** The polygon whose outline is edited. */
  readonly editing: string | null
  /** Where the keys draw next; null while the pointer does. */
  readonly cursor: Point | null
  readonly history: History
  /** What the server has, its version, and of which map; 0 and null of one that was never saved. */
  readonly saved: readonly MapObject[]
  readonly version: number
  readonly recordId: string | null
}

export interface CommitOptions {
  /** What is chosen afterwards; as before where it is not given. */
  readonly select?: Iterable<string>
  /** Steps of one name that follow at once are taken back together. */
  readonly joins?: string
}

export interface PlanStore {
  /** Its own for as long as the page is open, whatever the map is called and before it has an id. */
  readonly key: string
  readonly get: () => PlanState
  readonly subscribe: (listener: () => void) => () => void
  /** One step: what it changed can be taken back. A step that changes nothing is none. */
  readonly commit: (objects: readonly MapObject[], options?: CommitOptions) => void
  readonly select: (uuids: Iterable<string>) => void
  /** @param given as in the state */
  readonly setTool: (tool: Tool, given?: Partial<MapObject>) => void
  readonly editPath: (uuid: string | null) => void
  readonly setCursor: (cursor: Point | null) => void
  readonly undo: () => void
  readonly redo: () => void
  /** The server has these objects now; what was drawn since stays drawn. */
  readonly markSaved: (objects: readonly MapObject[], version: number, recordId: string | null) => void
}

/** @param now machine time in ms, for steps that belong together */
export function createPlanStore(
  given: {
    readonly objects: readonly MapObject[]
    readonly version: number
    readonly recordId: string | null
  },
  now: () => number = () => performance.now(),
): PlanStore {
  let state: PlanState = {
    objects: given.objects,
    selected: new Set(),
    tool: 'select',
    given: {},
    editing: null,
    cursor: null,
    history: noHistory,
    saved: given.objects,
    version: given.version,
    recordId: given.recordId,
  }
  const listeners = new Set<() => void>()
  const set = (next: Partial<PlanState>): void => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  /** Only what is there can be chosen or edited. */
  const standing = (objects: readonly MapObject[], uuids: Iterable<string>): Set<string> => {
    const there = new Set(objects.map(({ uuid }) => uuid))
    return new Set([...uuids].filter((uuid) => there.has(uuid)))
  }
  const goTo = (step: ReturnType<typeof undo>): void => {
    if (step === null) return
    const { objects, history } = step
    const selected = standing(objects, step.selected)
    const editing =
      state.editing !== null && standing(objects, [state.editing]).size > 0 ? state.editing : null
    set({ objects, history, selected, editing })
  }
  return {
    key: newUuid(),
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    commit(objects, { select, joins = null } = {}) {
      const selected = standing(objects, select ?? state.selected)
      const changes = difference(state.objects, objects)
      if (changes === null) {
        if (select !== undefined) set({ selected })
        return
      }
      const step = {
        changes,
        selectedBefore: [...state.selected],
        selectedAfter: [...selected],
        joins,
        at: now(),
      }
      set({ objects, selected, history: remember(state.history, step, objects, state.objects) })
    },
    select(uuids) {
      set({ selected: standing(state.objects, uuids) })
    },
    setTool(tool, given = {}) {
      set({ tool, given, editing: null, cursor: null })
    },
    editPath(editing) {
      set({ editing, ...(editing === null ? {} : { selected: new Set([editing]), tool: 'select' }) })
    },
    setCursor(cursor) {
      set({ cursor })
    },
    undo: () => goTo(undo(state.history, state.objects)),
    redo: () => goTo(redo(state.history, state.objects)),
    markSaved(saved, version, recordId) {
      set({ saved, version, recordId })
    },
  }
}

/** Whether something is drawn that the server does not have. */
export const isUnsaved = ({ objects, saved }: Pick<PlanState, 'objects' | 'saved'>): boolean =>
  objects !== saved && difference(saved, objects) !== null
