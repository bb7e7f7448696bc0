import { useEffect, useRef } from 'react'
import type { MapObject } from '@stowage/domain/map-object'
import type { PlanMover } from '../../../features/maps/index.ts'
import { arranged, copiesOf, moved, pasted, removed } from './model/edit.ts'
import type { PlanStore } from './model/plan-store.ts'
import { chosenOf } from './use-plan.ts'

/** What was copied, kept while one walks from map to map; gone with the page. */
let clipboard: readonly MapObject[] = []

const beside = { x: 10, y: 10 }

/** What the keys and the buttons of the editor do. */
export function planDeeds(store: PlanStore) {
  const state = () => store.get()
  const deeds = {
    undo: () => store.undo(),
    redo: () => store.redo(),
    remove: () => store.commit(removed(state().objects, state().selected)),
    copy: () => {
      const chosen = chosenOf(state())
      if (chosen.length > 0) clipboard = chosen
    },
    cut: () => {
      deeds.copy()
      deeds.remove()
    },
    paste: () => {
      const copies = pasted(state().objects, clipboard, beside)
      // The next paste lies beside this one.
      clipboard = copies
      store.commit([...state().objects, ...copies], { select: copies.map(({ uuid }) => uuid) })
    },
    duplicate: () => {
      const copies = copiesOf(chosenOf(state()), beside)
      store.commit([...state().objects, ...copies], { select: copies.map(({ uuid }) => uuid) })
    },
    all: () =>
      store.select(
        state()
          .objects.filter(({ locked }) => locked !== true)
          .map(({ uuid }) => uuid),
      ),
    none: () => store.select([]),
    nudge: (dx: number, dy: number) =>
      store.commit(moved(state().objects, state().selected, dx, dy), { joins: 'nudge' }),
    arrange: (to: Parameters<typeof arranged>[2]) =>
      store.commit(arranged(state().objects, state().selected, to)),
  }
  return deeds
}

export type PlanDeeds = ReturnType<typeof planDeeds>

const arrows: Readonly<Partial<Record<string, readonly [number, number]>>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Options {
  readonly deeds: PlanDeeds
  readonly store: PlanStore
  readonly mover: () => PlanMover | null
  readonly onSave: () => void
  readonly onHelp: () => void
  /** Enter on one object: its text, its outline, its picture. */
  readonly onOpen: (object: MapObject) => void
}

/** Keys of the editor, as drawing programs have them. What is typed into a field stays there. */
export function usePlanKeys(options: Options): void {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyped(event)) return
      if (handle(event, latest.current)) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Fields, lists and open dialogs keep their keys; Ctrl+S saves from everywhere. */
function isTyped(event: KeyboardEvent): boolean {
  if ((event.ctrlKey || event.metaKey) && event.code === 'KeyS') return false
  return (
    event.target instanceof HTMLElement &&
    event.target.closest(
      'input, textarea, select, [contenteditable], [role="dialog"], [role="listbox"], [role="menu"]',
    ) !== null
  )
}

const isOnButton = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('button, a, summary') !== null

/** By the place of the key, so that a Russian keyboard undoes as well. @returns whether the key meant something */
function handle(event: KeyboardEvent, { deeds, store, mover, onSave, onHelp, onOpen }: Options): boolean {
  const arrow = arrows[event.key]
  if (event.ctrlKey || event.metaKey) {
    const byCode: Readonly<Partial<Record<string, () => void>>> = {
      KeyZ: event.shiftKey ? deeds.redo : deeds.undo,
      KeyY: deeds.redo,
      KeyC: deeds.copy,
      KeyX: deeds.cut,
      KeyV: deeds.paste,
      KeyD: deeds.duplicate,
      KeyA: deeds.all,
      KeyS: () => {
        // What stands in a field is taken over before it is saved.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        onSave()
      },
      BracketRight: () => deeds.arrange(event.shiftKey ? 'front' : 'forward'),
      BracketLeft: () => deeds.arrange(event.shiftKey ? 'back' : 'backward'),
    }
    const deed = byCode[event.code]
    deed?.()
    return deed !== undefined
  }
  if (arrow !== undefined) {
    if (store.get().selected.size === 0) return false
    const by = event.shiftKey ? 10 : 1
    deeds.nudge(arrow[0] * by, arrow[1] * by)
    return true
  }
  switch (event.key) {
    case 'Delete':
    case 'Backspace':
      deeds.remove()
      return true
    case 'Enter': {
      const [only, another] = chosenOf(store.get())
      // On a button Enter presses it.
      if (only === undefined || another !== undefined || isOnButton(event)) return false
      onOpen(only)
      return true
    }
    case 'Escape':
      if (store.get().tool !== 'select') store.setTool('select')
      else deeds.none()
      return true
    case '+':
    case '=':
      mover()?.zoomBy(1.1)
      return true
    case '-':
      mover()?.zoomBy(0.9)
      return true
    case '0':
      mover()?.fit()
      return true
    case '?':
      onHelp()
      return true
    default:
      return false
  }
}
