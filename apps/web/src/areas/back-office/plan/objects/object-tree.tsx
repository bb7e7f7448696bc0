import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react'
import { useTranslations } from 'use-intl'
import type { MapObject } from '@stowage/domain/map-object'
import { rowsInSight, type ObjectGroup, type ObjectRow } from '../model/object-rows.ts'
import { usePlan, usePlanStore } from '../use-plan.ts'
import { TreeRow, rowHeight } from './tree-row.tsx'
import classes from './objects.module.css'

interface ObjectTreeProps {
  readonly rows: readonly ObjectRow[]
  readonly onChosen: (object: MapObject) => void
  readonly onEnter: () => void
  readonly onOpen: (group: ObjectGroup, isOpen: boolean) => void
}

/** One row is active and the arrows walk; as in other lists of objects the choice walks along, with Shift it grows, with Ctrl it stays. */
export function ObjectTree({ rows, onChosen, onEnter, onOpen }: ObjectTreeProps) {
  const t = useTranslations('plan.objects')
  const store = usePlanStore()
  const selected = usePlan((state) => state.selected)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const [scroll, setScroll] = useState({ top: 0, room: 600 })
  // What is chosen on the sheet is the row to go on from, unless it is in a closed group.
  const [first] = selected
  const [known, setKnown] = useState(first)
  const [isSought, setSought] = useState(false)
  if (first !== known) {
    setKnown(first)
    const index = rows.findIndex((row) => row.kind === 'object' && row.object.uuid === first)
    const current = rows[active]
    // A choice made here has its row already.
    const isHere = current?.kind === 'object' && selected.has(current.object.uuid)
    if (index !== -1 && !isHere) {
      setActive(index)
      setSought(true)
    }
  }
  const at = Math.min(active, rows.length - 1)

  useLayoutEffect(() => {
    const tree = box.current
    if (tree === null) return
    const measure = (): void => setScroll({ top: tree.scrollTop, room: tree.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(tree)
    return () => observer.disconnect()
  }, [])

  const bring = (index: number): void => {
    const tree = box.current
    if (tree === null) return
    const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight]
    if (top < tree.scrollTop) tree.scrollTop = top
    else if (bottom > tree.scrollTop + tree.clientHeight) tree.scrollTop = bottom - tree.clientHeight
  }

  const bringSought = useEffectEvent(() => bring(at))
  useEffect(() => {
    if (isSought) bringSought()
  }, [isSought, first])

  const go = (index: number, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): void => {
    const to = Math.max(0, Math.min(rows.length - 1, index))
    const row = rows[to]
    if (row === undefined) return
    setActive(to)
    bring(to)
    if (row.kind === 'group' || event.ctrlKey || event.metaKey) return
    store.select(event.shiftKey ? [...store.get().selected, row.object.uuid] : [row.object.uuid])
    onChosen(row.object)
  }

  const press = (index: number, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): void => {
    const row = rows[index]
    if (row === undefined) return
    if (row.kind === 'group') {
      setActive(index)
      onOpen(row.group, !row.isOpen)
      return
    }
    if (event.shiftKey) {
      const [from, to] = [Math.min(at, index), Math.max(at, index)]
      const range = rows
        .slice(from, to + 1)
        .flatMap((one) => (one.kind === 'object' ? [one.object.uuid] : []))
      store.select([...store.get().selected, ...range])
      setActive(index)
    } else if (event.ctrlKey || event.metaKey) {
      toggle(row.object)
      setActive(index)
    } else go(index, event)
  }

  const toggle = ({ uuid }: MapObject): void => {
    const now = store.get().selected
    store.select(now.has(uuid) ? [...now].filter((one) => one !== uuid) : [...now, uuid])
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at]
    if (row === undefined) return
    const page = Math.max(1, Math.floor(scroll.room / rowHeight) - 1)
    const steps: Readonly<Partial<Record<string, number>>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    }
    const to = steps[event.key]
    if (to !== undefined) go(to, event)
    else if (event.key === 'ArrowRight' && row.kind === 'group') {
      if (row.isOpen) go(at + 1, event)
      else onOpen(row.group, true)
    } else if (event.key === 'ArrowLeft') {
      if (row.kind === 'group') onOpen(row.group, false)
      else setActive(rows.findIndex((one) => one.kind === 'group' && one.group === row.group))
    } else if (event.key === ' ' && row.kind === 'object') toggle(row.object)
    else if (event.key === 'Enter' || event.key === ' ') {
      if (row.kind === 'group') onOpen(row.group, !row.isOpen)
      else onEnter()
    } else return
    event.preventDefault()
  }

  const { from, to } = rowsInSight(rows.length, rowHeight, scroll.top, scroll.room)
  return (
    <div
      ref={box}
      role="tree"
      tabIndex={0}
      className={classes.tree}
      aria-label={t('title')}
      aria-multiselectable="true"
      aria-activedescendant={at >= from && at < to ? `${id}-${at}` : undefined}
      onKeyDown={onKeyDown}
      onScroll={(event) => {
        const { scrollTop, clientHeight } = event.currentTarget
        setScroll({ top: scrollTop, room: clientHeight })
      }}
    >
      <div role="none" style={{ height: rows.length * rowHeight, paddingTop: from * rowHeight }}>
        {rows.slice(from, to).map((row, index) => (
          <TreeRow
            key={row.kind === 'group' ? row.group : row.object.uuid}
            id={`${id}-${from + index}`}
            row={row}
            isActive={from + index === at}
            isChosen={row.kind === 'object' && selected.has(row.object.uuid)}
            onPress={(event) => press(from + index, event)}
          />
        ))}
      </div>
    </div>
  )
}
