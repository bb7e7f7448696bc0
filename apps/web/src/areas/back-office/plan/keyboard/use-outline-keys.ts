import { anchorsOf, fromPath, partMoved, toPath } from '../model/path.ts'
import { usePlanStore } from '../use-plan.ts'
import { growAtCursor, shrinkAtCursor } from './draw-keys.ts'

const arrows: Readonly<Partial<Record<string, readonly [number, number]>>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const ownKeys: readonly string[] = ['Enter', 'Escape', 'Delete', 'Backspace', 'PageUp', 'PageDown']

/** The keys an outline keeps to itself while it is edited; fields, buttons and dialogs keep theirs. */
export function isOutlineKey({ key, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || !(ownKeys.includes(key) || key in arrows)) return false
  if (!(target instanceof HTMLElement)) return true
  if (target.closest('input, textarea, select, [role="dialog"], [role="menu"], [role="tree"]') !== null)
    return false
  return key === 'Escape' || target.closest('button, a, summary') === null
}

/**
 * `done`: the outline has come to its end. `kept`: the key has done its work. `pass`: what it does with a pointer stands.
 * `ignore`: the outline does not want it.
 */
type KeyAnswer = 'done' | 'kept' | 'pass' | 'ignore'

interface OutlineKeys {
  readonly uuid: string
  readonly isGrowing: boolean
  /** The chosen point, −1 is the start; null for none. */
  readonly chosen: number | null
  readonly setChosen: (point: number | null) => void
}

/** A growing outline gets its points from the cross; in one that stands, Page Up and Down choose a point and arrows move it. */
export function useOutlineKeys({ uuid, isGrowing, chosen, setChosen }: OutlineKeys) {
  const store = usePlanStore()
  return (event: KeyboardEvent): KeyAnswer => {
    const { objects, cursor } = store.get()
    const object = objects.find((one) => one.uuid === uuid)
    if (object === undefined) return 'ignore'
    const arrow = arrows[event.key]
    if (isGrowing) {
      if (event.key === 'Delete' || event.key === 'Backspace') {
        shrinkAtCursor(store, object)
        return 'kept'
      }
      if (event.key === 'Enter' && cursor !== null)
        return growAtCursor(store, object, cursor) === null ? 'kept' : 'done'
      // The cross is led where all keys of the sheet are heard.
      return event.key === 'Enter' || event.key === 'Escape' ? 'pass' : 'ignore'
    }
    const anchors = anchorsOf(object)
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      // Of a closed outline the last point is the first one.
      const count = object.closed === true ? anchors.length - 1 : anchors.length
      const from = chosen === null ? (event.key === 'PageDown' ? -1 : 0) : chosen + 1
      const next = (from + (event.key === 'PageDown' ? 1 : -1) + count) % count
      const anchor = anchors[next]
      setChosen(next - 1)
      if (anchor !== undefined) store.setCursor(fromPath(object, anchor))
      return 'kept'
    }
    if (arrow === undefined) return 'pass'
    const anchor = chosen === null ? undefined : anchors[chosen + 1]
    if (chosen === null || anchor === undefined) return 'ignore'
    const by = event.shiftKey ? 10 : 1
    const was = fromPath(object, anchor)
    const to = { x: was.x + arrow[0] * by, y: was.y + arrow[1] * by }
    const moved = partMoved(object, { kind: 'point', index: chosen }, toPath(object, to))
    store.commit(
      objects.map((one) => (one.uuid === uuid ? moved : one)),
      { joins: 'nudge point' },
    )
    store.setCursor(to)
    return 'kept'
  }
}
