import { useEffect, useRef } from 'react'
import type { MapObject } from '@stowage/domain/map-object'
import type { PlanMover } from '../../../features/maps/index.ts'
import { arranged, copiesOf, moved, removed } from './model/edit.ts'
import { drawAtCursor, firstCursor, moveCursor } from './keyboard/draw-keys.ts'
import { areSingleKeysOn } from './keyboard/single-keys.ts'
import { toolOfKey } from './keyboard/tool-keys.ts'
import { frameOf } from './model/geometry.ts'
import type { PlanStore, Tool } from './model/plan-store.ts'
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
      const copies = copiesOf(clipboard, beside)
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
  /** The keys go to the sheet. */
  readonly toSheet: () => void
  readonly newText: string
  /** The sheet is only looked at: it may be moved and nothing else. */
  readonly isLooking: boolean
}

/** Keys of the editor, as drawing programs have them. What is typed into a field stays there. */
export function usePlanKeys(options: Options): void {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return
      if (isLeaving(event)) return latest.current.toSheet()
      if (isTyped(event)) return
      if (handle(event, latest.current)) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Escape in the panel beside the sheet: the keys go back to what is chosen there. An open list closes first. */
const isLeaving = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Escape' &&
  target instanceof HTMLElement &&
  target.getAttribute('aria-expanded') !== 'true' &&
  target.closest('[data-leave]') !== null

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

/** A tool chosen without a pointer draws without one: its cross stands ready and the keys go to the sheet. */
export function takeTool(
  tool: Tool,
  { store, mover, toSheet }: Pick<Options, 'store' | 'mover' | 'toSheet'>,
  given?: Partial<MapObject>,
): void {
  store.setTool(tool, given)
  // The grid has a panel of its own, which takes the keys.
  if (tool === 'grid') return
  store.setCursor(firstCursor(store, mover()))
  toSheet()
}

const isOnButton = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('button, a, summary') !== null

/** By the place of the key, so that a Russian keyboard undoes as well. @returns whether the key meant something */
function handle(event: KeyboardEvent, options: Options): boolean {
  const { deeds, store, mover, onSave, onOpen, toSheet, newText, isLooking } = options
  if (isLooking) return !event.ctrlKey && !event.metaKey && areSingleKeysOn() && handleSight(event, options)
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
  if (event.altKey) return false
  if (arrow !== undefined) {
    const by = event.shiftKey ? 10 : 1
    if (moveCursor(store, mover(), { dx: arrow[0] * by, dy: arrow[1] * by })) return true
    if (store.get().selected.size === 0) return false
    deeds.nudge(arrow[0] * by, arrow[1] * by)
    const frame = frameOf(chosenOf(store.get()))
    if (frame !== null) mover()?.reveal(frame)
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
      if (isOnButton(event)) return false
      if (drawAtCursor(store, mover(), newText)) {
        toSheet()
        return true
      }
      if (only === undefined || another !== undefined) return false
      onOpen(only)
      return true
    }
    case 'Escape':
      if (store.get().tool !== 'select') store.setTool('select')
      else deeds.none()
      return true
    default:
      return areSingleKeysOn() && handleSingle(event, options)
  }
}

/** Keys that are nothing but a letter or a sign; whoever presses them by accident turns them off. */
function handleSingle(event: KeyboardEvent, options: Options): boolean {
  const tool = event.shiftKey ? undefined : toolOfKey(event.code)
  if (tool === undefined) return handleSight(event, options)
  takeTool(tool, options)
  return true
}

function handleSight({ key }: KeyboardEvent, { mover, onHelp }: Options): boolean {
  switch (key) {
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
