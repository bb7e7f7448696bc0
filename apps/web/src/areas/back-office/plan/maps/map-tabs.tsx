import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { HeadButton } from '../head-button.tsx'
import { firstMap } from '../model/open-maps.ts'
import { useMapSession, useUnsavedMaps, type MapFacts } from './session.ts'
import type { MapDeeds } from './use-map-deeds.ts'
import classes from './maps.module.css'

interface MapTabsProps {
  readonly deeds: MapDeeds
  readonly onAdd: () => void
  readonly onRename: () => void
}

/** One tab per map. Arrows walk, Shift with arrows moves the tab, F2 or a double click renames, Delete deletes. */
export function MapTabs({ deeds, onAdd, onRename }: MapTabsProps) {
  const t = useTranslations('plan.maps')
  const { tabs, mapId, record, firstName, open, onMap } = useMapSession()
  const unsaved = useUnsavedMaps(open)
  const list = useRef<HTMLDivElement>(null)
  const dragged = useRef<string | null>(null)
  const [over, setOver] = useState<string | null>(null)

  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [mapId])

  const onKey = (event: KeyboardEvent, map: MapFacts, index: number): void => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
    if (by !== null && event.shiftKey) deeds.shift(map.mapId, by)
    else if (by !== null) {
      const next = tabs[(index + by + tabs.length) % tabs.length]
      if (next === undefined) return
      onMap(next.mapId)
      list.current?.querySelector<HTMLElement>(`[data-map="${CSS.escape(next.id)}"]`)?.focus()
    } else if (event.key === 'F2') onRename()
    else if (event.key === 'Delete') void deeds.remove(map).catch(() => undefined)
    else return
    // The keys of the drawing are other ones: there Delete takes objects away.
    event.preventDefault()
    event.stopPropagation()
  }
  const dot = <span className={classes.dot} role="img" aria-label={t('unsaved')} />
  return (
    <div className={classes.tabs}>
      <div ref={list} role="tablist" aria-label={t('label')} className={classes.list}>
        {tabs.map((map, index) => (
          <button
            key={map.id}
            type="button"
            role="tab"
            data-map={map.id}
            data-over={over === map.id || undefined}
            aria-selected={map.id === record?.id}
            aria-keyshortcuts="F2 Delete Shift+ArrowLeft Shift+ArrowRight"
            tabIndex={map.id === record?.id ? 0 : -1}
            className={classes.tab}
            title={t('tabHint')}
            draggable
            onClick={() => onMap(map.mapId)}
            onDoubleClick={onRename}
            onKeyDown={(event) => onKey(event, map, index)}
            onDragStart={(event) => {
              dragged.current = map.mapId
              event.dataTransfer.effectAllowed = 'move'
            }}
            onDragOver={(event) => {
              if (dragged.current === null) return
              event.preventDefault()
              setOver(map.id)
            }}
            onDragEnd={() => {
              dragged.current = null
              setOver(null)
            }}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged.current !== null) deeds.place(dragged.current, map.mapId)
            }}
          >
            {map.mapId}
            {unsaved.has(map.id) && dot}
          </button>
        ))}
        {firstName !== null && (
          <button
            type="button"
            role="tab"
            aria-selected={record === null}
            tabIndex={record === null ? 0 : -1}
            className={classes.tab}
            onClick={() => onMap(firstName)}
          >
            {firstName}
            {unsaved.has(firstMap) && dot}
          </button>
        )}
      </div>
      <HeadButton label={t('add')} icon={IconPlus} onClick={onAdd} />
    </div>
  )
}
